// Converts `properties`, `patternProperties` and `additionalProperties` to object types.

import {
  type HttpOperation,
  type ObjectSchema,
  orderedProperties,
  type Schema,
  schemaLimits,
  viewObject,
} from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";
import { codeSpan, type DocComment } from "../print/doc-comment.ts";
import { propertyKey } from "../print/literal.ts";
import {
  type Member,
  type TypeExpression,
  typeName,
  unionType,
  unknownType,
} from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** The schemas and types with which the type of an object is combined. */
export interface Within {
  /** The schemas that apply to the same value, including the schema itself. */
  readonly beside: readonly Schema[];
  /** Whether the type is intersected with the types of other parts. */
  readonly isComposed: boolean;
}

/**
 * Returns the type of the objects that a schema describes. Returns `unknown` if a different part of the
 * schema already describes them completely.
 */
export function objectType(
  reader: TypeReader,
  schema: ObjectSchema,
  { beside, isComposed }: Within,
): TypeExpression {
  const members = [...propertyMembers(reader, schema), ...requiredMembers(reader, schema, beside)];
  const index = indexMember(reader, schema, members);
  const title = schema.title === undefined ? {} : { title: schema.title };
  if (index !== undefined) return { kind: "object", members: [...members, index], ...title };
  if (members.length > 0) return { kind: "object", members, ...title };
  return isComposed ? unknownType : { kind: "object", members: [indexSignature(unknownType)] };
}

/**
 * Lists the declared properties as members. An optional member can be absent, but its value cannot be
 * `undefined`.
 */
export function propertyMembers(reader: TypeReader, schema: ObjectSchema): Member[] {
  const { defaults, form } = reader.options;
  const required = new Set(schema.required);
  if (form === "read") for (const name of defaults.of(schema).keys()) required.add(name);
  return orderedProperties(schema).map(([name, property]) => ({
    key: propertyKey(name),
    optional: !required.has(name),
    type: reader.use(property, "inside"),
    doc: memberDoc(property),
  }));
}

/**
 * Lists the names that a schema requires but does not declare. Their types are those that other schemas of
 * the same value declare.
 */
export function requiredMembers(
  reader: TypeReader,
  schema: ObjectSchema,
  beside: readonly Schema[],
): Member[] {
  const missing = (schema.required ?? []).filter((name) => !schema.properties?.has(name));
  if (missing.length === 0) return [];
  const views = beside.map(viewObject);
  return [...new Set(missing)].map((name) => {
    const property = views.find(({ properties }) => properties.has(name))?.properties.get(name);
    const type = property === undefined ? unknownType : reader.use(property, "inside");
    return { key: propertyKey(name), optional: false, type };
  });
}

/**
 * Returns the index signature. Its type includes the types of the declared members, as TypeScript requires.
 */
export function indexMember(
  reader: TypeReader,
  schema: ObjectSchema,
  members: readonly Member[],
): Member | undefined {
  const { patternProperties, additionalProperties } = schema;
  const patterns = [...(patternProperties?.values() ?? [])];
  if (patterns.length === 0) {
    if (additionalProperties === undefined) return undefined;
    // TypeScript's object types allow other members anyway, so `true` adds nothing to declared properties.
    const isTrue = additionalProperties.kind === "boolean" && additionalProperties.value;
    if (isTrue && members.length > 0) return undefined;
    if (isFalse(additionalProperties))
      return members.length > 0 ? undefined : indexSignature(typeName("never"));
  }
  const others = additionalProperties === undefined ? [] : [additionalProperties];
  const open = additionalProperties === undefined ? [unknownType] : [];
  const types = [...patterns, ...others].map((each) => reader.use(each, "inside"));
  const undefinedType = members.some((member) => member.optional) ? [typeName("undefined")] : [];
  return indexSignature(
    unionType([...types, ...open, ...members.map((each) => each.type), ...undefinedType]),
  );
}

function indexSignature(type: TypeExpression): Member {
  return { key: null, optional: false, type };
}

function isFalse(schema: Schema): boolean {
  return schema.kind === "boolean" && !schema.value;
}

/**
 * Returns the doc comment of a member. If the comment is only the name of a format, it is printed on the
 * line of the member.
 */
function memberDoc(schema: Schema): DocComment {
  const doc = schemaDoc(schema);
  if (schema.kind === "boolean" || doc.text !== undefined || doc.deprecated === true) return doc;
  const format = schema.format ?? schema.notedFormat ?? "";
  return doc.lines?.join() === `Format: ${format}.` ? { text: format, beside: true } : doc;
}

/**
 * Returns the doc comment of a schema: the title and the description, followed by the rules that the type
 * cannot express.
 */
export function schemaDoc(schema: Schema): DocComment {
  if (schema.kind === "boolean") return {};
  const text = titleAndDescription(schema);
  const notes: string[] = [];
  const limits = schemaLimits(schema, codeSpan).join(", ");
  if (limits !== "") notes.push(`${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`);
  const format = schema.format ?? schema.notedFormat;
  if (format !== undefined) notes.push(`Format: ${format}.`);
  if (schema.default !== undefined) notes.push(`Default: ${valueText(schema.default)}.`);
  // The same type describes requests and responses. If each direction had its own type, this code and
  // `propertyMembers` would differ per direction.
  if (schema.readOnly === true) notes.push("Read-only: set by the server.");
  if (schema.writeOnly === true) notes.push("Write-only: never sent by the server.");
  if (schema.openEnum === true) {
    notes.push("Open: new values can be added; callers receive unknown ones too.");
  }
  if (notes.length === 0) return { text, deprecated: schema.deprecated };
  const note = notes.join(" ");
  const isShort = text !== undefined && !text.trim().includes("\n");
  if (isShort) return { text: `${endSentence(text)} ${note}`, deprecated: schema.deprecated };
  return { text, lines: [note], deprecated: schema.deprecated };
}

/** Returns the sentence that describes a part of an operation, such as "Read a listing: the responses." */
export function partSentence({ id, summary = "" }: HttpOperation, part: string): string {
  const task = summary.trim().replace(/[.:]$/, "");
  return task === "" ? `The ${part} of \`${id}\`.` : `${task}: the ${part}.`;
}

/** Returns the words for a part of an operation. If the type is for senders, the words mention that. */
export function partWords({ options }: TypeReader, part: string): string {
  return options.form === "read" ? part : `${part} as the sender writes them`;
}

/**
 * Returns the title and the description. If the description starts with the title, returns only the
 * description.
 */
function titleAndDescription({ title, description }: ObjectSchema): string | undefined {
  if (title === undefined || description === undefined) return description ?? title;
  const isRepeated = description.trim().toLowerCase().startsWith(title.trim().toLowerCase());
  return isRepeated ? description : `${endSentence(title)}\n\n${description}`;
}

function endSentence(text: string): string {
  const trimmed = text.trim();
  return /[\p{L}\p{N}]$/u.test(trimmed) ? `${trimmed}.` : trimmed;
}

function valueText(value: JsonValue): string {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? `${each}` : each,
  );
  const digits = typeof value === "bigint" ? String(value) : text;
  return digits.length > 60 ? `${digits.slice(0, 57)}...` : digits;
}
