// Writers of unions that a constant member tells apart, and of values that may be null.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { propertyAccess, stringLiteral, unionTag } from "@specwright/emit-kit";
import { isPlainText } from "../read/match.ts";
import { unionOf } from "../read/union-reader.ts";
import { frameOf } from "./print-steps.ts";
import { type Branch, type Step, textStep, type WritePrinter, type Writer } from "./writer.ts";

/** Makes the writer of a schema with `oneOf` or `anyOf`. */
export function unionWriter(
  print: WritePrinter,
  schema: ObjectSchema,
  name: string,
): Writer | undefined {
  const union = unionOf(schema);
  if (union === undefined) return undefined;
  if (union.kind === "tagged") return taggedWriter(print, schema, union.branches, name);
  const writer = print.writer(union.schema, name);
  return writer && nullable(writer);
}

/** Makes the writer of a value or null. */
export function nullable(writer: Writer): Writer {
  return (subject, scope) => [
    {
      kind: "branches",
      branches: [
        { open: `if (${subject} === null)`, steps: [textStep("null")] },
        { open: "else", steps: writer(subject, scope) },
      ],
    },
  ];
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
    const frames = cases.map(({ writer }) => frameOf(writer(subject, scope)));
    const [{ head, tail } = { head: "", tail: "" }] = frames;
    // What all begin and end with alike is the caller's to put together with the text around it.
    const isFramed = frames.every((frame) => frame.head === head && frame.tail === tail);
    const choices = frames.map((frame, index): Branch => {
      const condition = `if (${property} === ${stringLiteral(cases[index]?.value ?? "")})`;
      return {
        open: index === 0 ? condition : `else ${condition}`,
        steps: isFramed
          ? frame.steps
          : [textStep(frame.head), ...frame.steps, textStep(frame.tail)],
      };
    });
    const otherwise: Branch = { open: "else", steps: [{ kind: "check", statement: "giveUp();" }] };
    const branches: Step = { kind: "branches", branches: [...choices, otherwise] };
    return isFramed ? [textStep(head), branches, textStep(tail)] : [branches];
  };
}
