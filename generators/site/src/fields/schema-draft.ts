// Creates the nodes of schemas before their fields are read.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { type Reader, type SchemaParts, schemaParts } from "@specwright/schemas";
import { nestedAnchor } from "../paths/anchors.ts";
import type { Reference } from "../reference/reference.ts";
import type { Continuation, SchemaNode } from "./schema-node.ts";
import { limitWords, listedValuesOf, markWords, ruleText, typeWords } from "./schema-words.ts";

/** The number of fields that a page may still show. */
export interface PageBudget {
  /** The remaining number of fields of named schemas. Each named schema also has a separate page. */
  named: number;
  /** The remaining number of fields of all schemas. */
  all: number;
  /**
   * The pages of body schemas whose fields this page already shows. Error responses often share one schema.
   */
  readonly shown: Set<string>;
}

/** Options for `readSchema`. */
export interface ReadSchemaOptions {
  /** The id of the schema's element. The ids of all fields begin with this id. */
  readonly anchor: string;
  /** Omits the fields that this reader never receives. */
  readonly reader?: Reader;
  /** The number of levels of named schemas that the page shows. Deeper named schemas become links. */
  readonly levels: number;
  readonly budget: PageBudget;
  /** Whether the schema has a separate page and is shown on a different page here. */
  readonly isRepeated?: boolean;
}

/** A node without fields. The fields are added later. */
export type Draft = { -readonly [Key in keyof SchemaNode]: SchemaNode[Key] };

/** A schema whose fields must still be read. */
export interface Waiting {
  readonly draft: Draft;
  readonly content: SchemaParts;
  /** The id with which the ids of the fields begin. */
  readonly anchor: string;
  readonly level: number;
  readonly isRepeated: boolean;
  /** The enclosing schemas, with the ids of their elements. */
  readonly around: ReadonlyMap<Schema, string>;
  /** A page that shows the same content. */
  readonly elsewhere?: Continuation;
}

/** The state while a schema is read. */
export interface Reading extends ReadSchemaOptions {
  readonly reference: Reference;
  readonly queue: Waiting[];
}

/** The position of a schema in the tree. */
export type Position = Pick<Waiting, "anchor" | "level" | "isRepeated" | "around" | "elsewhere">;

/** Creates the node of a schema, and adds the schema to the queue of schemas whose fields must be read. */
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

/** The data of a schema that is the same on every page. */
interface SchemaFacts {
  readonly words: Omit<SchemaNode, "anchor" | "fields" | "variants" | "isAnyOf" | "continued">;
  readonly declaration: SchemaParts["declaration"];
  /** The schema that declares the fields. For a list, the schema of its items. */
  readonly content: SchemaParts;
  /** The number of nested lists around `content`. */
  readonly depth: number;
}

/**
 * Caches the data of schemas, because many operations share schemas. The keys are the paths of pages,
 * `isNamed`, and the schema.
 */
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

/** Returns the first result of `read` that is defined. */
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

/** Returns the schema that declares the fields. For a list, returns the schema of its items. */
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
