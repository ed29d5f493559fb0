// Schemas that apply to the same value: the parts of `allOf`, the target of a reference beside other
// keywords, a branch of a union and the schema around it, and the properties of one name in all of
// these.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { isPureReference } from "../model/walk-schemas.ts";

/** The number of members of groups after which a document that combines without end is left. */
const MOST_MEMBERS = 1_000_000;

/** Groups of schemas, each of which one value has to match. */
export type ValueGroups = readonly (readonly ObjectSchema[])[];

/**
 * Lists the groups of schemas that one value has to match, starting from values of the given
 * schemas, and from those of their members and items. A group with a branch of a union is listed
 * once for each branch. Only the schemas that `isMember` accepts are listed.
 */
export function valueGroups(
  roots: Iterable<Schema>,
  isMember: (schema: ObjectSchema) => boolean,
): ValueGroups {
  const groups: (readonly ObjectSchema[])[] = [];
  const walk: Walk = { single: new Set(), seen: new Set(), ids: new Map(), open: [], members: 0 };
  for (const root of roots) {
    openSingle(walk, root);
    for (let next = walk.open.pop(); next !== undefined; next = walk.open.pop()) {
      const group = next.outer.size === 0 ? next.added : [...next.outer, ...next.added];
      groups.push(group);
      read(walk, group, next.added);
    }
    if (walk.members > MOST_MEMBERS) break;
  }
  return membersOf(groups, isMember);
}

/** Returns the members of groups that fulfil a condition, without the groups that have none. */
export function membersOf(
  groups: ValueGroups,
  isMember: (schema: ObjectSchema) => boolean,
): ValueGroups {
  const found: (readonly ObjectSchema[])[] = [];
  for (const group of groups) {
    const members = group.every(isMember) ? group : group.filter(isMember);
    if (members.length > 0) found.push(members);
  }
  return found;
}

interface Walk {
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
const none: readonly Schema[] = [];

/** Opens the group of the values that schemas describe, and no others. */
function open(walk: Walk, schemas: readonly Schema[]): void {
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined) openSingle(walk, only);
  else openGroup(walk, schemas, nothing);
}

/** Opens the group of the values that one schema describes. */
function openSingle(walk: Walk, schema: Schema): void {
  // The target of a reference has a name, and is visited as a root.
  if (schema.kind === "boolean" || isPureReference(schema)) return;
  if (!isPlain(schema)) {
    openGroup(walk, [schema], nothing);
    return;
  }
  if (walk.members > MOST_MEMBERS) return;
  walk.members += 1;
  if (walk.single.has(schema)) return;
  walk.single.add(schema);
  walk.open.push({ outer: nothing, added: [schema] });
}

/** Opens the group of the values that several schemas describe, within those of `outer`. */
function openGroup(walk: Walk, schemas: readonly Schema[], outer: ReadonlySet<ObjectSchema>): void {
  if (walk.members > MOST_MEMBERS) return;
  const added = conjuncts(schemas, outer);
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
  schemas: readonly Schema[],
  outer: ReadonlySet<ObjectSchema>,
): readonly ObjectSchema[] {
  const found = new Set<ObjectSchema>();
  const add = (schema: Schema | undefined): void => {
    if (schema?.kind === "schema" && !outer.has(schema)) found.add(schema);
  };
  schemas.forEach(add);
  // The set grows during the iteration.
  for (const each of found) {
    if (isPlain(each)) continue;
    add(each.ref?.target);
    add(each.dynamicRef?.target);
    each.allOf?.forEach(add);
  }
  return [...found];
}

/** Reports whether no other schema always applies with a schema. */
function isPlain({ ref, dynamicRef, allOf }: ObjectSchema): boolean {
  return (ref ?? dynamicRef ?? allOf) === undefined;
}

/** Opens the groups that begin at the added schemas of a group. */
function read(walk: Walk, group: readonly ObjectSchema[], added: readonly ObjectSchema[]): void {
  const all = added.some(hasBranches) ? new Set(group) : nothing;
  for (const { anyOf, oneOf, then, else: otherwise, dependentSchemas } of added) {
    for (const branch of anyOf ?? none) openGroup(walk, [branch], all);
    for (const branch of oneOf ?? none) openGroup(walk, [branch], all);
    if (then !== undefined) openGroup(walk, [then], all);
    if (otherwise !== undefined) openGroup(walk, [otherwise], all);
    for (const branch of dependentSchemas?.values() ?? none) openGroup(walk, [branch], all);
  }
  const [only] = group;
  if (group.length === 1 && only !== undefined) {
    for (const property of only.properties?.values() ?? none) openSingle(walk, property);
    if (only.additionalProperties !== undefined) openSingle(walk, only.additionalProperties);
    if (only.items !== undefined) openSingle(walk, only.items);
  } else openInner(walk, group, added);
  for (const { patternProperties, prefixItems } of added) {
    for (const schema of patternProperties?.values() ?? none) openSingle(walk, schema);
    for (const schema of prefixItems ?? none) openSingle(walk, schema);
  }
}

function hasBranches(schema: ObjectSchema): boolean {
  const { anyOf, oneOf, then, else: otherwise, dependentSchemas } = schema;
  return (anyOf ?? oneOf ?? then ?? otherwise ?? dependentSchemas) !== undefined;
}

/** Opens the groups of members and items that several schemas describe, of which one is added. */
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
      group.flatMap((schema) => schema[keyword] ?? none),
    );
  }
}
