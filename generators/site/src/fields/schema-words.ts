// Describes a schema in words: its type, its limits and its marks.

import {
  type ObjectSchema,
  possibleTypes,
  type Schema,
  schemaLimits,
  type TypePart,
  typeParts,
} from "@specwright/contract";
import { jsonText } from "@specwright/diff";
import type { PagePaths } from "../paths/page-paths.ts";
import type { Reference } from "../reference/reference.ts";
import { plainText } from "../text/plain-text.ts";
import type { ListedValue, TypeWord } from "./schema-node.ts";

/** Describes the type of a schema. Names of schemas link to their pages. */
export function typeWords(
  schema: Schema,
  { contract, paths }: Reference,
  { named = true }: { readonly named?: boolean } = {},
): readonly TypeWord[] {
  const words = typeParts(schema, contract, { named, hideValues: true }).map(
    (part): TypeWord => typeWord(part, paths),
  );
  const [only, ...others] = words;
  if (only?.path === undefined || others.length > 0) return words;
  // The name of a schema does not tell readers which type its values have.
  const types = [...possibleTypes(schema)].filter(
    (type) => type !== "integer" || !hasNumber(schema),
  );
  return types.length > 2 ? words : [only, { text: ` (${types.join(" or ")})` }];
}

function typeWord(part: TypePart, paths: PagePaths): TypeWord {
  switch (part.kind) {
    case "text":
      return { text: part.text };
    case "code":
      return { text: plainText(part.text), isCode: true };
    case "value":
      return { text: shortenText(jsonText(part.value)), isCode: true };
    case "name": {
      const path = paths.schema(part.declaration);
      const text = plainText(part.declaration.name) || "unnamed";
      return path === undefined ? { text } : { text, path };
    }
  }
}

function hasNumber(schema: Schema): boolean {
  return possibleTypes(schema).has("number");
}

/** Shortens a long text. */
export function shortenText(text: string, maxLength = 200): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()} …`;
}

/** Describes the limits in the parts of a schema, without duplicates. Omits patterns. */
export function limitWords(parts: readonly ObjectSchema[]): readonly string[] {
  const limits = parts.flatMap((part) => {
    const { pattern: _pattern, ...others } = part;
    return [...schemaLimits(others, String), ...otherLimits(part)];
  });
  return [...new Set(limits)];
}

function otherLimits(schema: ObjectSchema): readonly string[] {
  const { minProperties, maxProperties, contentEncoding, contentMediaType } = schema;
  const limits: string[] = [];
  if (minProperties !== undefined && minProperties > 0) {
    limits.push(`at least ${minProperties} ${minProperties === 1 ? "field" : "fields"}`);
  }
  if (maxProperties !== undefined) {
    limits.push(`at most ${maxProperties} ${maxProperties === 1 ? "field" : "fields"}`);
  }
  if (contentEncoding !== undefined) limits.push(`encoded as ${plainText(contentEncoding)}`);
  if (contentMediaType !== undefined) limits.push(`contains ${plainText(contentMediaType)}`);
  for (const [name, others] of schema.dependentRequired ?? []) {
    const list = others.map((each) => JSON.stringify(plainText(each))).join(", ");
    limits.push(`with ${JSON.stringify(plainText(name))} also ${list}`);
  }
  return limits;
}

/** Lists the marks in the parts of a schema, such as "deprecated". Omits duplicates. */
export function markWords(parts: readonly ObjectSchema[]): readonly string[] {
  const marks: string[] = [];
  if (parts.some(({ deprecated }) => deprecated === true)) marks.push("deprecated");
  if (parts.some(({ readOnly }) => readOnly === true)) marks.push("read-only");
  if (parts.some(({ writeOnly }) => writeOnly === true)) marks.push("write-only");
  if (parts.some(({ openEnum }) => openEnum === true)) marks.push("values may be added");
  return marks;
}

/** Lists the values that `const` or `enum` allows. */
export function listedValuesOf(parts: readonly ObjectSchema[]): readonly ListedValue[] {
  for (const { const: constant, enum: values, extensions } of parts) {
    if (constant !== undefined) return [{ value: constant.value }];
    if (values === undefined) continue;
    const notes = extensions.get("x-enum-descriptions") ?? extensions.get("x-enumDescriptions");
    return values.map((value, index) => {
      const note = noteOf(notes, index, value);
      return note === undefined ? { value } : { value, description: note };
    });
  }
  return [];
}

function noteOf(notes: unknown, index: number, value: unknown): string | undefined {
  if (typeof notes !== "object" || notes === null) return undefined;
  const key = Array.isArray(notes) ? index : String(value);
  const note: unknown = Object.hasOwn(notes, key) ? Reflect.get(notes, key) : undefined;
  return typeof note === "string" ? note : undefined;
}

const wordless = [
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "propertyNames",
  "contains",
  "unevaluatedItems",
] as const;

/**
 * Writes the rules that have no text in words, as JSON Schema. Returns `undefined` if the schema has no
 * such rules.
 */
export function ruleText(parts: readonly ObjectSchema[]): string | undefined {
  const rules = parts.flatMap((part) =>
    wordless
      .filter((keyword) => part[keyword] !== undefined && part.raw[keyword] !== undefined)
      .map((keyword) => [keyword, part.raw[keyword]] as const),
  );
  return rules.length === 0 ? undefined : jsonText(Object.fromEntries(rules), "  ");
}
