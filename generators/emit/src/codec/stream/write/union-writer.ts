// Functions that write unions with a tag, and nullable values.

import { type ObjectSchema, type Schema, unionTag } from "@specwright/contract";
import { propertyAccess, stringLiteral } from "../../../print/literal.ts";
import { group, indent, line } from "../../../print/printable.ts";
import { isPlainText } from "../match.ts";
import { schemaUnion } from "../read/union-reader.ts";
import { type Branch, textStep, type ValueStep, type WritePrinter, type Writer } from "./writer.ts";

/** Creates the writer of a schema with `oneOf` or `anyOf`. */
export function unionWriter(
  print: WritePrinter,
  schema: ObjectSchema,
  name: string,
): Writer | undefined {
  const union = schemaUnion(schema);
  if (union === undefined) return undefined;
  if (union.kind === "tagged") return taggedWriter(print, schema, union.branches, name);
  const writer = print.writer(union.schema, name);
  return writer && nullableWriter(writer);
}

/** Creates a writer for null, and for the values of the given writer. */
export function nullableWriter(writer: Writer): Writer {
  return (subject, scope) => {
    const steps = writer(subject, scope);
    const [only] = steps;
    if (only?.kind === "value" && steps.length === 1) {
      const print: ValueStep["print"] = (to) =>
        group(
          `${subject} === null`,
          indent(line, `? writeNull(${to})`, line, ": ", only.print(to)),
        );
      return [{ kind: "value", print }];
    }
    return [
      {
        kind: "branches",
        branches: [
          { open: `if (${subject} === null)`, steps: [textStep("null")] },
          { open: "else", steps },
        ],
      },
    ];
  };
}

function taggedWriter(
  print: WritePrinter,
  { discriminator }: ObjectSchema,
  branches: readonly Schema[],
  name: string,
): Writer | undefined {
  const tag = unionTag(branches, discriminator);
  if (tag?.isConstant !== true || !isPlainText(tag.property)) return undefined;
  const cases: { readonly value: string; readonly writer: Writer }[] = [];
  for (const [value, branch] of tag.branches) {
    if (typeof value !== "string") return undefined;
    const writer = print.writer(branch, `${name}${cases.length + 1}`);
    if (writer === undefined) return undefined;
    cases.push({ value, writer });
  }
  return (subject, scope) => {
    const property = subject + propertyAccess(tag.property);
    const choices = cases.map(({ value, writer }, index): Branch => {
      const condition = `if (${property} === ${stringLiteral(value)})`;
      return { open: index === 0 ? condition : `else ${condition}`, steps: writer(subject, scope) };
    });
    const otherwise: Branch = { open: "else", steps: [{ kind: "check", statement: "giveUp();" }] };
    return [{ kind: "branches", branches: [...choices, otherwise] }];
  };
}
