// What a file declares before its schemas: integers that become bigint and, in a large file, a
// function that reduces the work of the compiler.

import type { Declaration } from "@specwright/contract";
import { compareText } from "@specwright/spec-loader";
import { docComment } from "../print/doc-comment.ts";
import { runtimeModule } from "../print/modules.ts";
import { code, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { call } from "./expression.ts";
import { printFormFunction } from "./print-form.ts";
import { type Prelude, type Printer, zod } from "./printer.ts";

/**
 * Prints the declarations that the printed schemas need before them: constants, functions and
 * `rules`.
 */
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
  const importType = (name: string): Printable => file.importType(name, runtimeModule);
  for (const form of [...printer.forms].sort((a, b) => compareText(a.name, b.name)))
    statements.push(printFormFunction(printer, form, importType));
  if (isLarge(printer)) statements.push(shortener(printer));
  file.printFirst(...statements, ...rules);
}

/**
 * Reports whether a file is so large that its schemas are declared with the core type of zod.
 * Comparing the full type of a schema with `z.ZodType<T>` costs the compiler about a megabyte and
 * ten milliseconds, because it compares every method.
 */
function isLarge({ target, contract }: Printer): boolean {
  return target === "zod" && contract.declarations.length > 200;
}

/** Wraps the schema of a declaration if the file is large, so that its type is short. */
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
