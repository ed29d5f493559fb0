// Readers of unions that a constant member tells apart, and of values that may be null.

import type { ObjectSchema, Schema } from "@specwright/contract";
import {
  assertions,
  dereference,
  possibleTypes,
  stringLiteral,
  unionTag,
} from "@specwright/emit-kit";
import { isPlainText } from "./match.ts";
import { expressionReader, functionReader, type Reader, type ReadPrinter } from "./reader.ts";
import { hasOnly } from "./scalar-reader.ts";

/** Makes the reader of a schema with `oneOf` or `anyOf`. */
export function unionReader(
  print: ReadPrinter,
  schema: ObjectSchema,
  name: string,
): Reader | undefined {
  if (!hasOnly(schema, ["oneOf", "anyOf", "discriminator"])) return undefined;
  if (schema.oneOf !== undefined && schema.anyOf !== undefined) return undefined;
  const branches = schema.oneOf ?? schema.anyOf ?? [];
  const others = branches.filter((branch) => !isNull(branch));
  const [only] = others;
  if (others.length === 1 && branches.length === 2 && only !== undefined) {
    if (possibleTypes(only).has("null")) return undefined;
    const reader = print.reader(only, name);
    return reader && nullable(reader);
  }
  return taggedReader(print, schema, branches, name);
}

/** Makes the reader of a value or null. */
export function nullable(reader: Reader): Reader {
  return expressionReader(["(readNull() ? null : ", reader.call, ")"], [reader.type, " | null"]);
}

function taggedReader(
  print: ReadPrinter,
  { discriminator }: ObjectSchema,
  branches: readonly Schema[],
  name: string,
): Reader | undefined {
  const tag = unionTag(branches, discriminator);
  if (tag?.isConstant !== true || !isPlainText(tag.property)) return undefined;
  const cases: { readonly value: string; readonly reader: Reader }[] = [];
  for (const [value, branch] of tag.branches) {
    if (typeof value !== "string" || !isPlainText(value)) return undefined;
    const reader = print.reader(branch, `${name}${cases.length + 1}`);
    if (reader === undefined) return undefined;
    cases.push({ value, reader });
  }
  const reader = print.name(`read${name}`);
  const types = cases.map(({ reader: { type } }) => type);
  const union = types.flatMap((type, index) => (index === 0 ? [type] : [" | ", type]));
  print.print(
    `function ${reader}(): `,
    ...union,
    ` {\n  switch (findTag(${stringLiteral(JSON.stringify(tag.property))})) {\n`,
    ...cases.map(({ value, reader: branch }) => [
      `    case ${stringLiteral(value)}:\n      return `,
      branch.call,
      ";\n",
    ]),
    "    default:\n      return giveUp();\n  }\n}",
  );
  return functionReader(reader, union);
}

/** Tells the schema of null alone. */
export function isNull(schema: Schema): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean") return false;
  return target.types?.length === 1 && target.types[0] === "null" && assertions(target).size === 1;
}
