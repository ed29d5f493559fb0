// Reads a schema as a tree of fields, level by level, so that what does not fit into a page is what
// lies deepest. A tree ends where it repeats itself.

import type { ObjectSchema, Schema } from "@specwright/contract";
import type { Reader } from "@specwright/diff/values";
import { orderedProperties, unionTag } from "@specwright/emit-kit/reading";
import type { Reference } from "../pages/reference.ts";
import { anchorStep, fieldAnchor, nestedAnchor } from "../paths/anchors.ts";
import { plainText } from "../text/plain-text.ts";
import type { Continuation, FieldNode, SchemaNode, VariantNode } from "./schema-node.ts";
import { type SchemaParts, schemaParts } from "./schema-parts.ts";
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

type Draft = { -readonly [Key in keyof SchemaNode]: SchemaNode[Key] };

/** A schema whose fields are still to be read. */
interface Waiting {
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

interface Reading extends ReadSchemaOptions {
  readonly reference: Reference;
  readonly queue: Waiting[];
}

/** Reads a schema and what is nested in it. */
export function readSchema(
  schema: Schema,
  reference: Reference,
  options: ReadSchemaOptions,
): SchemaNode {
  const reading: Reading = { ...options, reference, queue: [] };
  const { anchor, isRepeated = false } = options;
  const root = draftOf(schema, { anchor, level: 0, isRepeated, around: new Map() }, reading);
  for (let index = 0; index < reading.queue.length; index++) {
    const next = reading.queue[index];
    if (next !== undefined) readContent(next, reading);
  }
  return root;
}

type Position = Pick<Waiting, "anchor" | "level" | "isRepeated" | "around" | "elsewhere">;

function draftOf(schema: Schema, position: Position, reading: Reading): Draft {
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

function firstOf<Value>(
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

function readContent(waiting: Waiting, reading: Reading): void {
  const { draft, content, anchor } = waiting;
  const { reference, budget } = reading;
  const repeated = content.parts.find((part) => waiting.around.has(part));
  const declaration = content.declaration;
  const path = declaration === undefined ? undefined : reference.paths.schema(declaration);
  const named: Continuation | undefined =
    declaration === undefined || path === undefined
      ? undefined
      : { text: plainText(declaration.name) || "unnamed", path };
  if (repeated !== undefined) {
    const above = waiting.around.get(repeated) ?? "";
    draft.continued = named ?? { text: "the same schema above", anchor: above };
    return;
  }
  const isNested = named !== undefined && anchor !== reading.anchor;
  if (isNested && (waiting.level > reading.levels || budget.named <= 0)) {
    draft.continued = named;
    return;
  }
  if (named !== undefined && waiting.level === 0 && waiting.isRepeated) {
    if (budget.shown.has(named.path ?? "")) {
      draft.continued = named;
      return;
    }
    budget.shown.add(named.path ?? "");
  }
  if (budget.all <= 0) {
    draft.continued = named ?? waiting.elsewhere ?? { text: "the document" };
    return;
  }
  const inside: Inside = {
    waiting,
    reading,
    level: waiting.level + (isNested ? 1 : 0),
    around: new Map([...waiting.around, ...content.parts.map((part) => [part, anchor] as const)]),
    elsewhere: named ?? waiting.elsewhere,
  };
  draft.fields = readFields(inside);
  const unions = content.parts.filter(
    ({ oneOf, anyOf }) => oneOf !== undefined || anyOf !== undefined,
  );
  draft.variants = unions.flatMap((part, index) =>
    readVariants(part, unions.length > 1 ? index + 1 : 0, inside),
  );
  draft.isAnyOf = unions.some(({ anyOf }) => anyOf !== undefined);
  const count = draft.fields.length + draft.variants.length;
  budget.all -= count;
  if (waiting.isRepeated) budget.named -= count;
}

interface Inside {
  readonly waiting: Waiting;
  readonly reading: Reading;
  readonly level: number;
  readonly around: ReadonlyMap<Schema, string>;
  readonly elsewhere: Continuation | undefined;
}

function nested(schema: Schema, anchor: string, inside: Inside): SchemaNode {
  const { waiting, reading, level, around, elsewhere } = inside;
  // Below the root, a named schema is a level.
  return draftOf(
    schema,
    {
      anchor,
      level: Math.max(1, level),
      isRepeated: waiting.isRepeated,
      around,
      ...(elsewhere !== undefined && { elsewhere }),
    },
    reading,
  );
}

function readFields(inside: Inside): readonly FieldNode[] {
  const { content, anchor, isRepeated } = inside.waiting;
  const { reader } = inside.reading;
  const required = new Set(content.parts.flatMap((part) => part.required ?? []));
  const fields = new Map<string, FieldNode>();
  const add = (key: string, label: string, at: string, schema: Schema, name?: string): void => {
    if (fields.has(key)) return;
    const node = nested(schema, at, inside);
    if (reader === "request" && node.marks.includes("read-only")) return;
    if (reader === "response" && node.marks.includes("write-only")) return;
    const isRequired = name !== undefined && required.has(name);
    fields.set(key, { ...(name !== undefined && { name }), label, isRequired, node, isRepeated });
  };
  for (const part of content.parts) {
    for (const [name, schema] of orderedProperties(part)) {
      const label = plainText(name) || "(empty name)";
      add(`.${name}`, label, fieldAnchor(anchor, name), schema, name);
    }
    part.prefixItems?.forEach((schema, index) => {
      add(`:${index}`, `item ${index + 1}`, nestedAnchor(anchor, `item-${index}`), schema);
    });
    for (const [pattern, schema] of part.patternProperties ?? []) {
      const at = nestedAnchor(anchor, `match-${anchorStep(pattern)}`);
      add(`/${pattern}`, `names that match ${plainText(pattern)}`, at, schema);
    }
    const others = part.additionalProperties;
    if (others?.kind === "schema")
      add("*", "any other name", nestedAnchor(anchor, "other"), others);
  }
  return [...fields.values()];
}

function readVariants(part: ObjectSchema, union: number, inside: Inside): readonly VariantNode[] {
  const branches = part.oneOf ?? part.anyOf ?? [];
  const tag = unionTag(branches, part.discriminator);
  const { reference } = inside.reading;
  const taken = new Set<string>();
  return branches.map((branch, index) => {
    const { declaration, parts } = schemaParts(branch, reference.contract);
    const title = firstOf(parts, (each) => each.title) ?? declaration?.name;
    let step = anchorStep(declaration?.name ?? `variant-${index + 1}`);
    while (taken.has(step)) step = `${step}~${index + 1}`;
    taken.add(step);
    step = `is${union > 0 ? union : ""}-${step}`;
    const values = [...(tag?.branches ?? [])]
      .filter(([, target]) => target === branch || parts.some((each) => each === target))
      .map(([value]) => String(value));
    return {
      label: (title === undefined ? "" : plainText(title)) || `Variant ${index + 1}`,
      ...(tag !== undefined && values.length > 0 && { tag: { field: tag.property, values } }),
      node: nested(branch, nestedAnchor(inside.waiting.anchor, step), inside),
    };
  });
}
