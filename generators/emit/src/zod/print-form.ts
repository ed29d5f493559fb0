// Values that have another form in TypeScript than in JSON, as codecs of zod.

import type { ValueForm } from "@specwright/contract";
import { docComment } from "../print/doc-comment.ts";
import { hardline, indent, list, type Printable } from "../print/printable.ts";
import { call } from "./expression.ts";
import { type Printer, zod } from "./printer.ts";

/** Prints a schema that takes a value in JSON, or what it is in TypeScript, and gives the latter. */
export function formed(printer: Printer, form: ValueForm, wire: Printable): Printable {
  printer.forms.add(form);
  return call(nameOfForm(form), wire);
}

function nameOfForm({ name }: ValueForm): string {
  return name.replace(/Form$/, "");
}

/** Prints the function that makes the schema of a form from that of its value in JSON. */
export function printFormFunction(
  printer: Printer,
  form: ValueForm,
  importType: (name: string) => Printable,
): Printable {
  const { target } = printer;
  const { wire: wireType = "string" } = form;
  const given = wireType === "string" ? "text" : wireType;
  const doc = docComment({
    text: `Takes a ${given} or its ${form.type}, and gives the ${form.type}.`,
  });
  const type = form.from === undefined ? form.type : importType(form.type);
  const runtime = printer.runtime(form.name);
  const any = [zod(printer, "any"), "()"];
  // JSON.parse gives numbers for small integers.
  const parsed = wireType === "bigint" ? [printer.runtime("toBigInt")] : [];
  const conversions = [[runtime, ".encode"], ...parsed];
  const pipe =
    target === "zod"
      ? [any, conversions.map((each) => [".overwrite(", each, ")"]), ".pipe(wire)"]
      : call(
          zod(printer, "pipe"),
          call(
            [any, ".check"],
            ...conversions.map((each) => call(zod(printer, "overwrite"), each)),
          ),
          "wire",
        );
  const face = zod(printer, target === "zod" ? "ZodType" : "ZodMiniType");
  const custom = [zod(printer, "custom"), "<", type, ">(", runtime, ".is)"];
  const both = [
    ["decode: ", runtime, ".read"],
    ["encode: ", runtime, ".write"],
  ];
  const codec = call(zod(printer, "codec"), pipe, custom, list("{", both, "}", { padding: true }));
  const head = [`const ${nameOfForm(form)} = (wire: `, face, `<${wireType}>) =>`];
  return [doc, ...head, indent(hardline, codec, ";")];
}
