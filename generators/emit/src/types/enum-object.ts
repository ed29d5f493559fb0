// The values of an enum as an object, for code that lists or compares them at run time.

import { constantValue, type Declaration, listedValues } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { docComment } from "../print/doc-comment.ts";
import { literal, propertyKey } from "../print/literal.ts";
import { block, code, type Printable } from "../print/printable.ts";
import type { TypeReader } from "./type-reader.ts";

/**
 * Prints `export const Color = { red: "red" } as const` beside the type of that name; undefined if
 * the declaration does not list strings or numbers. The keys are the values, or the names that
 * `x-enum-varnames` gives them.
 */
export function enumObject(reader: TypeReader, declaration: Declaration): Printable | undefined {
  const { schema } = declaration;
  if (schema.kind === "boolean" || schema.enum === undefined || schema.ref !== undefined)
    return undefined;
  const values = (listedValues(schema) ?? []).filter((value) => value !== null);
  const names = namesOf(schema.extensions.get("x-enum-varnames"), values);
  if (names === undefined || values.length === 0) return undefined;
  const members = values.map((value, index) => {
    const printed = literal(constantValue(schema, value, reader.options.int64));
    return `${propertyKey(names[index] ?? String(value))}: ${printed},`;
  });
  const doc = docComment({ text: `The values of \`${reader.name(declaration)}\`.` });
  return code`${doc}export const ${reader.name(declaration)} = ${block("{", members, "}")} as const;`;
}

/** Returns a key for each value, all different; undefined if a value is neither text nor number. */
function namesOf(
  given: JsonValue | undefined,
  values: readonly JsonValue[],
): readonly string[] | undefined {
  if (!values.every((value) => ["string", "number", "bigint"].includes(typeof value)))
    return undefined;
  const names = Array.isArray(given) && given.length === values.length ? given.map(String) : [];
  if (new Set(names).size === values.length) return names;
  const texts = values.map(String);
  return new Set(texts).size === texts.length ? texts : undefined;
}
