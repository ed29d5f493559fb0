// What a file declares before its schemas: the integers that become bigint, and in a large file a
// function that spares the compiler work.

import type { Declaration } from "@specwright/contract";
import { code, docComment, type Printable, type TypeScriptFile } from "@specwright/emit-kit";
import { call } from "./expression.ts";
import { type Prelude, type Printer, zod } from "./printer.ts";

/** Prints what the schemas printed so far use ahead of them: constants, functions and `rules`. */
export function printPrelude(
  printer: Printer,
  file: TypeScriptFile,
  rules: readonly Printable[],
): void {
  const toBigInt = printer.runtime("toBigInt");
  const statements: Printable[] = [];
  for (const name of ["int64", "uint64", "bigInteger"] as const) {
    if (!printer.prelude.has(name)) continue;
    const { doc, schema } = preludes[name];
    const base = [zod(printer, schema), "()"];
    const decoded =
      printer.target === "zod"
        ? [zod(printer, "preprocess"), "(", toBigInt, ", ", base, ")"]
        : [zod(printer, "pipe"), "(", zod(printer, "transform"), "(", toBigInt, "), ", base, ")"];
    statements.push([docComment({ text: doc }), "const ", name, " = () => ", decoded, ";"]);
  }
  if (isLarge(printer)) statements.push(shortener(printer));
  file.printFirst(...statements, ...rules);
}

/**
 * Comparing the full type of a schema with `z.ZodType<T>` costs the compiler about a megabyte and ten
 * milliseconds each: every method is compared. Large files go by the core type instead.
 */
function isLarge({ target, contract }: Printer): boolean {
  return target === "zod" && contract.declarations.length > 200;
}

/** Wraps the schema of a declaration where a short type is wanted. */
export function shortened(printer: Printer, declaration: Declaration, text: Printable): Printable {
  const isOption = printer.plan.discriminable.has(declaration);
  return isLarge(printer) && !isOption ? call("schema", text) : text;
}

function shortener(printer: Printer): Printable {
  const core = zod(printer, "core.$ZodType");
  const face = zod(printer, "ZodType");
  return code`
    /** Annotates a schema with its short type, which the compiler is slow to infer. */
    function schema<T>(inferred: ${core}<T>): ${face}<T>;
    function schema(inferred: ${core}): ${core} {
      return inferred;
    }
  `;
}

interface PreludeText {
  readonly doc: string;
  readonly schema: string;
}

const preludes: Readonly<Record<Prelude, PreludeText>> = {
  int64: {
    doc: "Takes a bigint or a safe integer in the range of int64, and gives a bigint.",
    schema: "int64",
  },
  uint64: {
    doc: "Takes a bigint or a safe integer in the range of uint64, and gives a bigint.",
    schema: "uint64",
  },
  bigInteger: { doc: "Takes a bigint or a safe integer, and gives a bigint.", schema: "bigint" },
};
