// Functions that read unions with a tag, and nullable values.

import {
  assertions,
  dereference,
  type ObjectSchema,
  possibleTypes,
  type Schema,
  unionTag,
} from "@specwright/contract";
import { docComment } from "../../../print/doc-comment.ts";
import { stringLiteral } from "../../../print/literal.ts";
import { group, indent, line, softline } from "../../../print/printable.ts";
import { hasOnly } from "../../schema/has-only.ts";
import { isPlainText } from "../match.ts";
import { expressionReader, functionReader, type Reader, type ReadPrinter } from "./reader.ts";

/** Creates the reader of a schema with `oneOf` or `anyOf`. */
export function unionReader(
  print: ReadPrinter,
  schema: ObjectSchema,
  name: string,
): Reader | undefined {
  const union = schemaUnion(schema);
  if (union === undefined) return undefined;
  if (union.kind === "tagged") return taggedReader(print, schema, union.branches, name);
  const reader = print.reader(union.schema, name);
  return reader && nullableReader(reader);
}

/** A union that the fast path can support. */
export type Union =
  | { readonly kind: "nullable"; readonly schema: Schema }
  | { readonly kind: "tagged"; readonly branches: readonly Schema[] };

/**
 * Returns the union, if a schema has no keywords except those of a union. Returns undefined if the schema
 * has other keywords, or if two branches are null.
 */
export function schemaUnion(schema: ObjectSchema): Union | undefined {
  if (!hasOnly(schema, ["oneOf", "anyOf", "discriminator"])) return undefined;
  if (schema.oneOf !== undefined && schema.anyOf !== undefined) return undefined;
  const branches = schema.oneOf ?? schema.anyOf ?? [];
  const others = branches.filter((branch) => !isNull(branch));
  const [only] = others;
  if (others.length !== 1 || branches.length !== 2 || only === undefined) {
    return { kind: "tagged", branches };
  }
  return possibleTypes(only).has("null") ? undefined : { kind: "nullable", schema: only };
}

/** Creates a reader that accepts null, and the values of the given reader. */
export function nullableReader(reader: Reader): Reader {
  return expressionReader(["(readNull() ? null : ", reader.call, ")"], [reader.type, " | null"]);
}

function taggedReader(
  print: ReadPrinter,
  { discriminator, source }: ObjectSchema,
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
  const union = types.flatMap((type, index) => (index === 0 ? [type] : [" |", line, type]));
  print.print(
    docComment({ generatedFrom: source }),
    `function ${reader}(): `,
    group(indent(softline, union)),
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

/** Reports whether a schema allows only null. */
function isNull(schema: Schema): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean") return false;
  return target.types?.length === 1 && target.types[0] === "null" && assertions(target).size === 1;
}
