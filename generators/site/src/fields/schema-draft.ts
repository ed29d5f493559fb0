// Nodes of schemas before their fields are read.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { type Reader, type SchemaParts, schemaParts } from "@specwright/schemas";
import { nestedAnchor } from "../paths/anchors.ts";
import type { Reference } from "../reference/reference.ts";
import type { Continuation, SchemaNode } from "./schema-node.ts";
import { limitWords, listedValuesOf, markWords, ruleText, typeWords } from "./schema-words.ts";

/** The number of fields that a page may still show. */
export interface PageBudget {
  /** The remaining fields of named schemas, which have their own pages. */
  named: number;
  /** The remaining fields in total. */
  all: number;
  /** The pages of body schemas that this page already shows: errors often share one. */
  readonly shown: Set<string>;
}

/** Options for `readSchema`. */
export interface ReadSchemaOptions {
  /** The id of the schema's element. The ids of its fields start with it. */
  readonly anchor: string;
  /** Omits fields that are not sent to this reader. */
  readonly reader?: Reader;
  /** The number of levels of named schemas in place. Deeper ones are links. */
  readonly levels: number;
  readonly budget: PageBudget;
  /** Whether the schema has its own page and this is a different page. */
  readonly isRepeated?: boolean;
}

/** A node whose fields have not been read yet. */
export type Draft = { -readonly [Key in keyof SchemaNode]: SchemaNode[Key] };

/** A schema whose fields have not been read yet. */
export interface Waiting {
  readonly draft: Draft;
  readonly content: SchemaParts;
  /** The start of the ids of its fields. */
  readonly anchor: string;
  readonly level: number;
  readonly isRepeated: boolean;
  /** The schemas around it, with the ids of their elements. */
  readonly around: ReadonlyMap<Schema, string>;
  /** A page with the same content. */
  readonly elsewhere?: Continuation;
}

/** The state of reading a schema. */
export interface Reading extends ReadSchemaOptions {
  readonly reference: Reference;
  readonly queue: Waiting[];
}

/** The position of a schema in the tree. */
export type Position = Pick<Waiting, "anchor" | "level" | "isRepeated" | "around" | "elsewhere">;

/** Creates the node of a schema, and queues its content. */
export function createDraft(
  schema: Schema,
  position: Position,
  { reference, queue }: Reading,
): Draft {
  const isNamed = position.level > 0 || position.isRepeated;
  const { words, content, depth, declaration } = schemaFacts(schema, isNamed, reference);
  const draft: Draft = {
    ...words,
    anchor: position.anchor,
    fields: [],
    variants: [],
    isAnyOf: false,
  };
  if (hasContent(content)) {
    let { anchor } = position;
    for (let level = 0; level < depth; level++) anchor = nestedAnchor(anchor, "item");
    queue.push({
      ...position,
      draft,
      content,
      anchor,
      isRepeated: position.isRepeated || (position.level > 0 && declaration !== undefined),
    });
  }
  return draft;
}

/** The parts of a schema that are the same on every page. */
interface SchemaFacts {
  readonly words: Omit<SchemaNode, "anchor" | "fields" | "variants" | "isAnyOf" | "continued">;
  readonly declaration: SchemaParts["declaration"];
  /** The schema with the fields; for a list, the schema of its items. */
  readonly content: SchemaParts;
  /** The number of lists around that schema. */
  readonly depth: number;
}

/** A cache, because many operations share schemas: by pages, by `isNamed`, by schema. */
const known = new WeakMap<Reference["paths"], Map<boolean, WeakMap<Schema, SchemaFacts>>>();

function schemaFacts(schema: Schema, isNamed: boolean, reference: Reference): SchemaFacts {
  const byName = known.get(reference.paths) ?? new Map<boolean, WeakMap<Schema, SchemaFacts>>();
  known.set(reference.paths, byName);
  const bySchema = byName.get(isNamed) ?? new WeakMap<Schema, SchemaFacts>();
  byName.set(isNamed, bySchema);
  const found = bySchema.get(schema) ?? readFacts(schema, isNamed, reference);
  bySchema.set(schema, found);
  return found;
}

function readFacts(schema: Schema, isNamed: boolean, reference: Reference): SchemaFacts {
  const { parts, declaration } = schemaParts(schema, reference.contract);
  const { content, depth } = fieldContent(schema, reference);
  const inner = depth === 0 ? [] : content.parts;
  const description = firstDefined(parts, (part) => part.description);
  const preset = parts.find((part) => part.default !== undefined)?.default;
  const rules = ruleText(parts);
  const words = {
    type: typeWords(schema, reference, { named: isNamed }),
    marks: markWords(parts),
    limits: [...limitWords(parts), ...limitWords(inner).map((limit) => `each item: ${limit}`)],
    patterns: [...parts, ...inner].flatMap(({ pattern }) => pattern ?? []),
    examples: firstDefined(parts, ({ examples }) => examples) ?? [],
    values: listedValuesOf([...parts, ...inner]),
    isList: inner.length > 0,
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
    ...(rules !== undefined && { rules }),
  };
  return { words, declaration, content, depth };
}

/** Returns the first defined value of the parts. */
export function firstDefined<Value>(
  parts: readonly ObjectSchema[],
  read: (part: ObjectSchema) => Value | undefined,
): Value | undefined {
  for (const part of parts) {
    const value = read(part);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns the schema with the fields; for a list, the schema of its items. */
function fieldContent(
  schema: Schema,
  { contract }: Reference,
): Pick<SchemaFacts, "content" | "depth"> {
  let content = schemaParts(schema, contract);
  let depth = 0;
  const seen = new Set<Schema>();
  for (;;) {
    if (hasContent(content)) break;
    const items = firstDefined(content.parts, (part) => part.items);
    if (items === undefined || items.kind === "boolean" || seen.has(items)) break;
    seen.add(items);
    content = schemaParts(items, contract);
    depth += 1;
  }
  return { content, depth };
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
