// Sets of schemas: the parts of schemas, and the schemas that contain or refer to others.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { schemaLists, schemaMaps, singleSchemas } from "../model/walk-schemas.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";

const references = ["ref", "dynamicRef"] as const;

/** A keyword that contains schemas, and whether it contains one schema, a list or a map. */
export type PartKeyword =
  | { readonly form: "single"; readonly keyword: (typeof singleSchemas)[number] }
  | { readonly form: "list"; readonly keyword: (typeof schemaLists)[number] }
  | { readonly form: "map"; readonly keyword: (typeof schemaMaps)[number] }
  | { readonly form: "reference"; readonly keyword: (typeof references)[number] };

/**
 * The keywords that contain schemas, by field name. Most schemas have few fields. Iterating over the fields
 * of a schema takes half the time of testing each keyword.
 */
export const partKeywords: ReadonlyMap<string, PartKeyword> = new Map(
  [
    ...singleSchemas.map((keyword): PartKeyword => ({ form: "single", keyword })),
    ...schemaLists.map((keyword): PartKeyword => ({ form: "list", keyword })),
    ...schemaMaps.map((keyword): PartKeyword => ({ form: "map", keyword })),
    ...references.map((keyword): PartKeyword => ({ form: "reference", keyword })),
  ].map((part) => [part.keyword, part]),
);

/** A set of schemas. For each schema, the schemas that it contains or refers to. */
export type SchemaParts = ReadonlyMap<Schema, readonly Schema[]>;

const none: readonly Schema[] = [];

/**
 * Lists a schema and the schemas that its values must also match, because of its references and `allOf`.
 */
export function conjuncts(schema: Schema): ReadonlySet<Schema> {
  const found = new Set([schema]);
  // The set grows during the iteration.
  for (const each of found) {
    if (each.kind === "boolean") continue;
    if (each.ref !== undefined) found.add(each.ref.target);
    for (const part of each.allOf ?? none) found.add(part);
  }
  return found;
}

/**
 * Lists schemas and all schemas that they contain or refer to, each once. `known` contains the parts of
 * schemas that were already computed.
 */
export function allSchemas(roots: Iterable<Schema>, known?: SchemaParts): SchemaParts {
  const found = new Map<Schema, readonly Schema[]>();
  for (const root of roots) found.set(root, none);
  // The map grows during the iteration.
  for (const schema of found.keys()) {
    const parts = known?.get(schema) ?? schemaPartsOf(schema);
    if (parts.length === 0) continue;
    found.set(schema, parts);
    for (const part of parts) if (!found.has(part)) found.set(part, none);
  }
  return found;
}

/** Lists the schemas that a schema contains or refers to. */
export function schemaPartsOf(schema: Schema): readonly Schema[] {
  if (schema.kind === "boolean") return none;
  const parts: Schema[] = [];
  for (const field of Object.keys(schema)) {
    const found = partKeywords.get(field);
    if (found !== undefined) addParts(parts, schema, found);
  }
  return parts;
}

function addParts(parts: Schema[], schema: ObjectSchema, { form, keyword }: PartKeyword): void {
  switch (form) {
    case "map":
      for (const part of schema[keyword]?.values() ?? none) parts.push(part);
      break;
    case "list":
      for (const part of schema[keyword] ?? none) parts.push(part);
      break;
    case "single":
      if (schema[keyword] !== undefined) parts.push(schema[keyword]);
      break;
    case "reference":
      if (schema[keyword] !== undefined) parts.push(schema[keyword].target);
      break;
    default:
      form satisfies never;
  }
}

/** A link from a schema to a different schema that contains the first one or refers to it. */
interface Step {
  readonly parent: Schema;
  /** The next link from the same schema. Nearly all schemas have only one link. */
  readonly other: Step | undefined;
}

/**
 * Lists the given schemas and the schemas that contain or refer to them, directly or indirectly.
 */
export function leadingTo(changed: Iterable<Schema>, schemas: SchemaParts): ReadonlySet<Schema> {
  const steps = new Map<Schema, Step>();
  schemas.forEach((parts, parent) => {
    for (const part of parts) steps.set(part, { parent, other: steps.get(part) });
  });
  const found = new Set(changed);
  // The set grows during the iteration.
  for (const schema of found) {
    for (let step = steps.get(schema); step !== undefined; step = step.other)
      found.add(step.parent);
  }
  return found;
}

/** Replaces all schemas that the copy of a schema contains or refers to. */
export function copyParts(copy: SchemaDraft, replace: (part: Schema) => Schema): void {
  for (const field of Object.keys(copy)) {
    const found = partKeywords.get(field);
    if (found !== undefined) replaceParts(copy, found, replace);
  }
  const { discriminator } = copy;
  if (discriminator !== undefined)
    copy.discriminator = {
      ...discriminator,
      mapping: replaceAll(discriminator.mapping, replace),
    };
}

function replaceParts(
  copy: SchemaDraft,
  { form, keyword }: PartKeyword,
  replace: (part: Schema) => Schema,
): void {
  switch (form) {
    case "map":
      if (copy[keyword] !== undefined) copy[keyword] = replaceAll(copy[keyword], replace);
      break;
    case "list":
      if (copy[keyword] !== undefined) copy[keyword] = copy[keyword].map(replace);
      break;
    case "single":
      if (copy[keyword] !== undefined) copy[keyword] = replace(copy[keyword]);
      break;
    case "reference":
      if (copy[keyword] !== undefined)
        copy[keyword] = { ...copy[keyword], target: replace(copy[keyword].target) };
      break;
    default:
      form satisfies never;
  }
}

function replaceAll(
  parts: ReadonlyMap<string, Schema>,
  replace: (part: Schema) => Schema,
): ReadonlyMap<string, Schema> {
  const replaced = new Map<string, Schema>();
  for (const [name, part] of parts) replaced.set(name, replace(part));
  return replaced;
}
