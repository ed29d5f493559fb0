// Values that have another form in TypeScript than in JSON, as codecs of zod.

import { docComment, type Printable, type ValueForm } from "@specwright/emit-kit";
import { type Printer, zod } from "./printer.ts";

/** Returns the name of the function that makes the schema of a form from that of its text. */
export function nameOfForm({ name }: ValueForm): string {
  return name.replace(/Form$/, "");
}

/** Prints the function that makes the schema of a form from that of its text. */
export function printFormFunction(
  printer: Printer,
  form: ValueForm,
  importType: (name: string) => Printable,
): Printable {
  const { z, target } = printer;
  const doc = docComment({ text: `Takes a text or its ${form.type}, and gives the ${form.type}.` });
  const type = form.from === undefined ? form.type : importType(form.type);
  const runtime = printer.runtime(form.name);
  const any = [zod(printer, "any"), "()"];
  const wire =
    target === "zod"
      ? [...any, ".overwrite(", runtime, ".encode).pipe(text)"]
      : [
          zod(printer, "pipe"),
          "(",
          ...any,
          ".check(",
          z,
          ".overwrite(",
          runtime,
          ".encode)), text)",
        ];
  const face = zod(printer, target === "zod" ? "ZodType" : "ZodMiniType");
  return [
    [doc, `const ${nameOfForm(form)} = (text: `, face, "<string>) =>\n  "],
    [zod(printer, "codec"), "(", wire, ", ", zod(printer, "custom"), "<", type, ">(), {\n"],
    ["    decode: ", runtime, ".read,\n    encode: ", runtime, ".write,\n  });"],
  ];
}
