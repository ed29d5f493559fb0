// Nodes of schemas before their fields are read.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { type Reader, type SchemaParts, schemaParts } from "@specwright/schemas";
import { nestedAnchor } from "../paths/anchors.ts";
import type { Reference } from "../reference/reference.ts";
import type { Continuation, SchemaNode } from "./schema-node.ts";
import { limitWords, listedValuesOf, markWords, ruleText, typeWords } from "./schema-words.ts";

/** How much of its schemas a page shows. */
export interface PageBudget {
  /** How many more fields of named schemas, which have pages of their own. */
  named: number;
  /** How many more fields in all. */
  all: number;
  /** The pages of the schemas of bodies that this page has shown: errors often have the same. */
  readonly shown: Set<string>;
}

/** Options for `readSchema`. */
export interface ReadSchemaOptions {
  /** The id of the element of the schema; those of its fields start with it. */
  readonly anchor: string;
  /** Fields that are not sent to this reader are left out. */
  readonly reader?: Reader;
  /** How many levels of named schemas are shown in place; deeper ones are links. */
  readonly levels: number;
  readonly budget: PageBudget;
  /** Whether the schema has a page of its own, which is not this one. */
  readonly isRepeated?: boolean;
}

/** A node whose fields are still to be read. */
export type Draft = { -readonly [Key in keyof SchemaNode]: SchemaNode[Key] };

/** A schema whose fields are still to be read. */
export interface Waiting {
  readonly draft: Draft;
  readonly content: SchemaParts;
  /** The id that the ids of the fields start with. */
  readonly anchor: string;
  readonly level: number;
  readonly isRepeated: boolean;
  /** The schemas around it, with the ids of their elements. */
  readonly around: ReadonlyMap<Schema, string>;
  /** A page that has the same content. */
  readonly elsewhere?: Continuation;
}

/** A schema that is being read. */
export interface Reading extends ReadSchemaOptions {
  readonly reference: Reference;
  readonly queue: Waiting[];
}

/** Where a schema is. */
export type Position = Pick<Waiting, "anchor" | "level" | "isRepeated" | "around" | "elsewhere">;

/** Starts the node of a schema, and lets its content wait. */
export function draftOf(schema: Schema, position: Position, reading: Reading): Draft {
  const { contract } = reading.reference;
  const { parts, declaration } = schemaParts(schema, contract);
  const content = contentOf(schema, position.anchor, reading);
  const inner = content.anchor === position.anchor ? [] : content.parts.parts;
  const [first] = parts;
  const words = firstOf(parts, ({ description }) => description);
  const draft: Draft = {
    anchor: position.anchor,
    type: typeWords(schema, reading.reference, {
      named: position.level > 0 || position.isRepeated,
    }),
    marks: markWords([...(first === undefined ? [] : [first]), ...parts.slice(1)]),
    limits: [...limitWords(parts), ...limitWords(inner).map((limit) => `each item: ${limit}`)],
    patterns: [...parts, ...inner].flatMap(({ pattern }) => pattern ?? []),
    examples: firstOf(parts, ({ examples }) => examples) ?? [],
    values: listedValuesOf([...parts, ...inner]),
    isList: inner.length > 0,
    fields: [],
    variants: [],
    isAnyOf: false,
  };
  if (words !== undefined) draft.description = words;
  const withDefault = parts.find((part) => part.default !== undefined);
  if (withDefault?.default !== undefined) draft.default = withDefault.default;
  const rules = ruleText(parts);
  if (rules !== undefined) draft.rules = rules;
  if (hasContent(content.parts)) {
    reading.queue.push({
      ...position,
      draft,
      content: content.parts,
      anchor: content.anchor,
      isRepeated: position.isRepeated || (position.level > 0 && declaration !== undefined),
    });
  }
  return draft;
}

/** Returns what the first part has that has it. */
export function firstOf<Value>(
  parts: readonly ObjectSchema[],
  read: (part: ObjectSchema) => Value | undefined,
): Value | undefined {
  for (const part of parts) {
    const value = read(part);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the schema that has the fields: of a list, that of its items. */
function contentOf(
  schema: Schema,
  anchor: string,
  { reference }: Reading,
): { readonly parts: SchemaParts; readonly anchor: string } {
  let parts = schemaParts(schema, reference.contract);
  let at = anchor;
  const seen = new Set<Schema>();
  for (;;) {
    if (hasContent(parts)) break;
    const items = firstOf(parts.parts, (part) => part.items);
    if (items === undefined || items.kind === "boolean" || seen.has(items)) break;
    seen.add(items);
    parts = schemaParts(items, reference.contract);
    at = nestedAnchor(at, "item");
  }
  return { parts, anchor: at };
}

function hasContent({ parts }: SchemaParts): boolean {
  return parts.some(
    ({ properties, patternProperties, additionalProperties, prefixItems, oneOf, anyOf }) =>
      properties !== undefined ||
      patternProperties !== undefined ||
      additionalProperties?.kind === "schema" ||
      prefixItems !== undefined ||
      oneOf !== undefined ||
      anyOf !== undefined,
  );
}
