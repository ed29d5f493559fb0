// The declarations before the schemas of a file. Some are schemas of integers that become bigint.
// In a large file, others are functions that return the schemas with a short type, so that the
// compiler has less work.

import type { Declaration, ValueForm } from "@specwright/contract";
import { compareText } from "@specwright/spec-loader";
import { docComment } from "../print/doc-comment.ts";
import { runtimeModule } from "../print/modules.ts";
import { code, hardline, indent, list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { type Prelude, type Printer, printCall, zod } from "./printer.ts";

/** Prints the declarations that the printed schemas need: constants, functions and `rules`. */
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
  if (printer.prelude.has("double")) statements.push(doubleFunction(printer));
  const importType = (name: string): Printable => file.importType(name, runtimeModule);
  for (const form of [...printer.forms.values()].sort((a, b) => compareText(a.name, b.name)))
    statements.push(printFormFunction(printer, form, importType));
  if (printer.objects.size > 0) statements.push(objectType(printer));
  if (isLarge(printer)) statements.push(...printShorteners(printer));
  file.printFirst([...statements, ...rules]);
}

/**
 * Reports whether a file is large. In a large file, schemas are declared with the core type of zod.
 * Comparing the full type of a schema with `z.ZodType<T>` costs the compiler about a megabyte and
 * ten milliseconds, because it compares every method.
 */
function isLarge({ target, contract }: Printer): boolean {
  return target === "zod" && contract.declarations.length > 200;
}

/**
 * In a large file, wraps the schema of a declaration in a function that returns it with a short
 * type.
 */
export function withShortType(
  printer: Printer,
  declaration: Declaration,
  text: Printable,
): Printable {
  const isOption = printer.plan.discriminable.has(declaration);
  if (!isLarge(printer)) return text;
  if (printer.objects.has(declaration)) return printCall("object", text);
  return isOption ? text : printCall("schema", text);
}

/**
 * Prints a type for object schemas. Its parameter is the type of the values. The compiler handles
 * this type fast, because it creates the members only where code uses them.
 */
function objectType(printer: Printer): Printable {
  const face = (name: string): Printable =>
    zod(printer, printer.target === "zod" ? `Zod${name}` : `ZodMini${name}`);
  const member = code`${face("Type")}<Required<T>[K], any>`;
  return code`
    /** A schema of an object, with a schema for each member. */
    type ObjectSchema<T> = ${face("Object")}<
      {
        readonly [K in keyof T as string extends K ? never : K]-?: object extends Pick<T, K>
          ? ${face("ExactOptional")}<${member}>
          : ${member};
      },
      string extends keyof T ? ${zod(printer, "core.$catchall")}<${face("Type")}<T[keyof T]>> : ${zod(printer, "core.$strip")}
    >;
  `;
}

function printShorteners(printer: Printer): readonly Printable[] {
  const core = zod(printer, "core.$ZodType");
  const face = zod(printer, "ZodType");
  const object = code`
    function object<T>(inferred: ${core}<T>): ObjectSchema<T>;
    function object(inferred: ${core}): ${core} {
      return inferred;
    }
  `;
  const schema = code`
    /** Gives a schema its short type; inferring the long type is slow. */
    function schema<T>(inferred: ${core}<T>): ${face}<T>;
    function schema(inferred: ${core}): ${core} {
      return inferred;
    }
  `;
  const { contract, objects, plan } = printer;
  const hasOthers = contract.declarations.some(
    (declaration) => !objects.has(declaration) && !plan.discriminable.has(declaration),
  );
  return [...(hasOthers ? [schema] : []), ...(objects.size > 0 ? [object] : [])];
}

interface PreludeText {
  readonly doc: string;
  readonly schema: string;
}

/** Prints a function. It converts a schema of numbers to a schema that also accepts bigints. */
function doubleFunction(printer: Printer): Printable {
  const isMini = printer.target !== "zod";
  // `pipe` accepts only schemas whose input type is known.
  const face = isMini
    ? [zod(printer, "ZodMiniType"), "<unknown, unknown>"]
    : zod(printer, "ZodType");
  const body = isMini
    ? [zod(printer, "pipe"), "(", zod(printer, "transform"), "(toDouble), schema)"]
    : [zod(printer, "preprocess"), "(toDouble, schema)"];
  return code`
    const toDouble = (value: unknown) => (typeof value === "bigint" ? Number(value) : value);

    /** Also accepts a bigint, and rounds it to a number. */
    const double = <S extends ${face}>(schema: S) =>
      ${body};
  `;
}

const preludes: Readonly<Record<Exclude<Prelude, "double">, PreludeText>> = {
  int64: {
    doc: "Accepts a bigint or a safe integer in the range of int64, and returns a bigint.",
    schema: "int64",
  },
  uint64: {
    doc: "Accepts a bigint or a safe integer in the range of uint64, and returns a bigint.",
    schema: "uint64",
  },
  bigInteger: {
    doc: "Accepts a bigint or a safe integer, and returns a bigint.",
    schema: "bigint",
  },
};

// Values whose TypeScript type differs from their JSON type. They are printed as zod codecs.

/**
 * Prints a schema that accepts a value in its JSON form or its TypeScript form. The schema returns
 * the TypeScript form.
 */
export function printFormed(printer: Printer, form: ValueForm, wire: Printable): Printable {
  printer.forms.set(form.name, form);
  return printCall(nameOfForm(form), wire);
}

function nameOfForm({ name }: ValueForm): string {
  return name.replace(/Form$/, "");
}

/**
 * Prints a function that converts the schema of a JSON value to the schema of its TypeScript form.
 */
function printFormFunction(
  printer: Printer,
  form: ValueForm,
  importType: (name: string) => Printable,
): Printable {
  const { target } = printer;
  const { wire: wireType = "string" } = form;
  const given = wireType === "string" ? "text" : wireType;
  const doc = docComment({
    text: `Accepts a ${given} or its ${form.type}, and returns the ${form.type}.`,
  });
  const type = form.from === undefined ? form.type : importType(form.type);
  const runtime = printer.runtime(form.name);
  const any = [zod(printer, "any"), "()"];
  // JSON.parse returns a small integer as a number, although the schema requires a bigint.
  const parsed = wireType === "bigint" ? [printer.runtime("toBigInt")] : [];
  const conversions = [[runtime, ".encode"], ...parsed];
  const pipe =
    target === "zod"
      ? [any, conversions.map((each) => [".overwrite(", each, ")"]), ".pipe(wire)"]
      : printCall(
          zod(printer, "pipe"),
          printCall(
            [any, ".check"],
            ...conversions.map((each) => printCall(zod(printer, "overwrite"), each)),
          ),
          "wire",
        );
  const face = zod(printer, target === "zod" ? "ZodType" : "ZodMiniType");
  const custom = [zod(printer, "custom"), "<", type, ">(", runtime, ".is)"];
  const both = [
    ["decode: ", runtime, ".read"],
    ["encode: ", runtime, ".write"],
  ];
  const codec = printCall(
    zod(printer, "codec"),
    pipe,
    custom,
    list("{", both, "}", { padding: true }),
  );
  const head = [`const ${nameOfForm(form)} = (wire: `, face, `<${wireType}>) =>`];
  return [doc, ...head, indent(hardline, codec, ";")];
}
