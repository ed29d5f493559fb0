// Schemas that apply to the same value: the parts of `allOf`, the target of a reference beside other
// keywords, a branch of a union and the schema around it, and the properties of one name in all of
// these.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { isPureReference } from "./walk-schemas.ts";

/** The number of members of groups after which a document that combines without end is left. */
const MOST_MEMBERS = 1_000_000;

/**
 * Calls `visit` with every group of schemas that one value has to match, starting from values of
 * the given schemas, and from those of their members and items. A group with a branch of a union is
 * visited once for each branch. Only the schemas of `relevant` count.
 */
export function visitValueGroups(
  roots: Iterable<Schema>,
  relevant: ReadonlySet<Schema>,
  visit: (group: readonly ObjectSchema[]) => void,
): void {
  const walk: Walk = {
    ...{ relevant, visit, single: new Set(), seen: new Set(), ids: new Map() },
    ...{ open: [], members: 0 },
  };
  for (const root of roots) {
    open(walk, [root]);
    for (let next = walk.open.pop(); next !== undefined; next = walk.open.pop()) read(walk, next);
    if (walk.members > MOST_MEMBERS) return;
  }
}

interface Walk {
  readonly relevant: ReadonlySet<Schema>;
  readonly visit: (group: readonly ObjectSchema[]) => void;
  /** The groups of one schema that were found, and the keys of those of more. */
  readonly single: Set<ObjectSchema>;
  readonly seen: Set<string>;
  readonly ids: Map<Schema, number>;
  readonly open: Group[];
  /** The number of members of all groups so far. */
  members: number;
}

interface Group {
  /** The schemas around a branch, which are visited without it as well. */
  readonly outer: ReadonlySet<ObjectSchema>;
  readonly added: readonly ObjectSchema[];
}

const nothing: ReadonlySet<ObjectSchema> = new Set();

function open(
  walk: Walk,
  schemas: readonly Schema[],
  outer: ReadonlySet<ObjectSchema> = nothing,
): void {
  const [only] = schemas;
  // The target has a name, and is visited as a root.
  if (schemas.length === 1 && outer.size === 0 && only !== undefined && isPureReference(only))
    return;
  if (walk.members > MOST_MEMBERS) return;
  const added = conjuncts(walk, schemas, outer);
  walk.members += outer.size + added.length;
  if (added.length > 0 && isNew(walk, outer, added)) walk.open.push({ outer, added });
}

/** Notes a group, and reports whether it was not known. */
function isNew(
  walk: Walk,
  outer: ReadonlySet<ObjectSchema>,
  added: readonly ObjectSchema[],
): boolean {
  const [only] = added;
  if (outer.size === 0 && added.length === 1 && only !== undefined) {
    if (walk.single.has(only)) return false;
    walk.single.add(only);
    return true;
  }
  let key = "";
  for (const schema of outer) key += `${idOf(walk, schema)},`;
  for (const schema of added) key += `${idOf(walk, schema)},`;
  if (walk.seen.has(key)) return false;
  walk.seen.add(key);
  return true;
}

function idOf({ ids }: Walk, schema: Schema): number {
  const known = ids.get(schema) ?? ids.size;
  ids.set(schema, known);
  return known;
}

/** Lists the schemas that always apply with the given ones, without those of `outer`. */
function conjuncts(
  { relevant }: Walk,
  schemas: readonly Schema[],
  outer: ReadonlySet<ObjectSchema>,
): readonly ObjectSchema[] {
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined && isPlain(only))
    return only.kind === "schema" && relevant.has(only) && !outer.has(only) ? [only] : [];
  const found = new Set<ObjectSchema>();
  const add = (schema: Schema | undefined): void => {
    if (schema?.kind === "schema" && relevant.has(schema) && !outer.has(schema)) found.add(schema);
  };
  schemas.forEach(add);
  // The set grows during the iteration.
  for (const each of found) {
    add(each.ref?.target);
    add(each.dynamicRef?.target);
    each.allOf?.forEach(add);
  }
  return [...found];
}

/** Reports whether no other schema always applies with a schema. */
function isPlain(schema: Schema): boolean {
  if (schema.kind === "boolean") return true;
  return (schema.ref ?? schema.dynamicRef ?? schema.allOf) === undefined;
}

function read(walk: Walk, { outer, added }: Group): void {
  const group = outer.size === 0 ? added : [...outer, ...added];
  walk.visit(group);
  const all = added.some(hasBranches) ? new Set(group) : nothing;
  for (const { anyOf, oneOf, then, else: otherwise, dependentSchemas } of added) {
    for (const branch of anyOf ?? []) open(walk, [branch], all);
    for (const branch of oneOf ?? []) open(walk, [branch], all);
    if (then !== undefined) open(walk, [then], all);
    if (otherwise !== undefined) open(walk, [otherwise], all);
    for (const branch of dependentSchemas?.values() ?? []) open(walk, [branch], all);
  }
  openInner(walk, group, added);
}

function hasBranches(schema: ObjectSchema): boolean {
  const { anyOf, oneOf, then, else: otherwise, dependentSchemas } = schema;
  return (anyOf ?? oneOf ?? then ?? otherwise ?? dependentSchemas) !== undefined;
}

/** Opens the groups of members and items that one of the added schemas describes. */
function openInner(
  walk: Walk,
  group: readonly ObjectSchema[],
  added: readonly ObjectSchema[],
): void {
  const names = new Set<string>();
  for (const { properties } of added)
    if (properties !== undefined) for (const name of properties.keys()) names.add(name);
  for (const name of names) {
    const members: Schema[] = [];
    for (const { properties, additionalProperties } of group) {
      const property = properties?.get(name) ?? additionalProperties;
      if (property !== undefined) members.push(property);
    }
    open(walk, members);
  }
  for (const keyword of ["additionalProperties", "items"] as const) {
    if (!added.some((schema) => schema[keyword] !== undefined)) continue;
    open(
      walk,
      group.flatMap((schema) => schema[keyword] ?? []),
    );
  }
  for (const { patternProperties, prefixItems } of added) {
    for (const schema of patternProperties?.values() ?? []) open(walk, [schema]);
    for (const schema of prefixItems ?? []) open(walk, [schema]);
  }
}
