// Finds schemas that apply to the same value: the parts of `allOf`, the target of a reference
// beside other keywords, a branch of a union and the schema around it, and the members and items of
// all of these.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { isPureReference } from "../model/walk-schemas.ts";
import { describesEachOnce, memberGroups } from "./member-groups.ts";

/**
 * The limit for documents with endless combinations: the search stops after this number of members
 * in groups.
 */
const MOST_MEMBERS = 1_000_000;
/** The maximum number of branch pairs of two unions. Larger unions are read separately. */
const MOST_PAIRS = 100;

/** Groups of schemas; one value has to match all schemas of a group. */
export type ValueGroups = readonly (readonly ObjectSchema[])[];

/**
 * Lists the groups of schemas that one value has to match, for the values of the given schemas, and
 * of their members and items. A group with a branch of a union is listed once for each branch. Only
 * schemas that `isMember` accepts are listed.
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
      readGroup(walk, next, group);
    }
    if (walk.members > MOST_MEMBERS) break;
  }
  return filterMembers(groups, isMember);
}

/** Filters the members of groups, and removes empty groups. */
export function filterMembers(
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
  /** The known groups with only one schema. `seen` has the keys of the larger groups. */
  readonly single: Set<ObjectSchema>;
  readonly seen: Set<string>;
  readonly ids: Map<Schema, number>;
  readonly open: Group[];
  /** The sum of the members of all groups so far. */
  members: number;
}

interface Group {
  /** The schemas around a branch. A separate group has them without the branch. */
  readonly outer: ReadonlySet<ObjectSchema>;
  readonly added: readonly ObjectSchema[];
  /**
   * Whether the group already has branches of two unions. Then no branch of a third union is added.
   */
  readonly isPair: boolean;
}

const nothing: ReadonlySet<ObjectSchema> = new Set();
const none: readonly Schema[] = [];

/** Opens the group of values that exactly these schemas describe. */
function openExactly(walk: Walk, schemas: readonly Schema[]): void {
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined) openSingle(walk, only);
  else openGroup(walk, schemas, nothing);
}

/** Opens the group of values that one schema describes. */
function openSingle(walk: Walk, schema: Schema): void {
  // The target of a reference has a name, so the target is visited as a root.
  if (schema.kind === "boolean" || isPureReference(schema)) return;
  if (!isPlain(schema)) {
    openGroup(walk, [schema], nothing);
    return;
  }
  if (walk.members > MOST_MEMBERS) return;
  walk.members += 1;
  if (walk.single.has(schema)) return;
  walk.single.add(schema);
  walk.open.push({ outer: nothing, added: [schema], isPair: false });
}

/**
 * Opens the group of values that several schemas describe, in addition to the values of the schemas in
 * `outer`.
 */
function openGroup(
  walk: Walk,
  schemas: readonly Schema[],
  outer: ReadonlySet<ObjectSchema>,
  isPair = false,
): void {
  if (walk.members > MOST_MEMBERS) return;
  const added = alwaysApplied(schemas, outer);
  walk.members += outer.size + added.length;
  if (added.length > 0 && isNew(walk, outer, added)) walk.open.push({ outer, added, isPair });
}

/** Registers a group, and reports whether it is new. */
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
  for (const schema of outer) key += `${schemaId(walk, schema)},`;
  for (const schema of added) key += `${schemaId(walk, schema)},`;
  if (walk.seen.has(key)) return false;
  walk.seen.add(key);
  return true;
}

function schemaId({ ids }: Walk, schema: Schema): number {
  const known = ids.get(schema) ?? ids.size;
  ids.set(schema, known);
  return known;
}

/** Lists the schemas that always apply with the given ones, except those of `outer`. */
function alwaysApplied(
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

/** Reports whether no other schema applies together with a schema. */
function isPlain({ ref, dynamicRef, allOf }: ObjectSchema): boolean {
  return (ref ?? dynamicRef ?? allOf) === undefined;
}

/** Opens the groups that start at the added schemas of a group. */
function readGroup(
  walk: Walk,
  { added, outer, isPair }: Group,
  group: readonly ObjectSchema[],
): void {
  const choices = isPair ? [] : added.flatMap(schemaUnions);
  if (choices.length > 0) {
    const all = new Set(group);
    for (const branch of choices.flat()) openGroup(walk, [branch], all);
    for (const pair of pairBranches(choices, [...outer].flatMap(schemaUnions)))
      openGroup(walk, pair, all, true);
  }
  const [only] = group;
  if (group.length > 1 || only === undefined || !describesEachOnce(only)) {
    for (const schemas of memberGroups(group, added)) openExactly(walk, schemas);
    return;
  }
  for (const property of only.properties?.values() ?? none) openSingle(walk, property);
  if (only.additionalProperties !== undefined) openSingle(walk, only.additionalProperties);
  for (const item of only.prefixItems ?? none) openSingle(walk, item);
  if (only.items !== undefined) openSingle(walk, only.items);
}

/** Lists the unions of a schema: keywords with alternatives for a value. */
function schemaUnions(schema: ObjectSchema): readonly (readonly Schema[])[] {
  const { anyOf, oneOf, then, else: otherwise, dependentSchemas } = schema;
  if ((anyOf ?? oneOf ?? then ?? otherwise ?? dependentSchemas) === undefined) return [];
  const condition = [then, otherwise].filter((branch) => branch !== undefined);
  const dependent = [...(dependentSchemas?.values() ?? none)].map((branch) => [branch]);
  return [anyOf ?? none, oneOf ?? none, condition, ...dependent].filter(({ length }) => length > 0);
}

/**
 * Pairs the branches of each union with the branches of all other unions, unless there are too many pairs.
 */
function pairBranches(
  choices: readonly (readonly Schema[])[],
  others: readonly (readonly Schema[])[],
): readonly (readonly Schema[])[] {
  return choices.flatMap((choice, at) =>
    [...choices.slice(at + 1), ...others].flatMap((other) =>
      choice.length * other.length > MOST_PAIRS
        ? []
        : choice.flatMap((branch) => other.map((each) => [branch, each])),
    ),
  );
}
