// Finds schemas that apply to the same value: the parts of `allOf`, the target of a reference beside other
// keywords, a branch of a union and the schema around the union. Then finds the schemas that apply to the
// same member or item of this value.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { isPureReference } from "../model/walk-schemas.ts";
import { describesEachOnce, memberGroups } from "./member-groups.ts";

/**
 * The maximum number of members in all groups. It stops the search in documents with endless combinations.
 */
const MOST_MEMBERS = 1_000_000;
/**
 * The maximum number of pairs of branches from two unions. The branches of larger unions are not paired.
 */
const MOST_PAIRS = 100;

/** Groups of schemas. Each value that a group describes must match all schemas of the group. */
export type ValueGroups = readonly (readonly ObjectSchema[])[];

/**
 * Lists groups of schemas that apply to the same value, for the values of the given schemas, and for their
 * members and items. If a group contains a union, the result has a group for each branch. Only schemas that
 * `isMember` accepts are listed.
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

/** Keeps only the members of groups that `isMember` accepts, and removes empty groups. */
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
  /** The schemas that form a group alone. `seen` contains the keys of the larger groups. */
  readonly single: Set<ObjectSchema>;
  readonly seen: Set<string>;
  readonly ids: Map<Schema, number>;
  readonly open: Group[];
  /** The sum of the members of all groups so far. */
  members: number;
}

interface Group {
  /** The schemas around a branch. Together they are also a separate group, without the branch. */
  readonly outer: ReadonlySet<ObjectSchema>;
  readonly added: readonly ObjectSchema[];
  /**
   * Whether the group already has branches of two unions. Then no branch of a third union is added.
   */
  readonly isPair: boolean;
}

const nothing: ReadonlySet<ObjectSchema> = new Set();
const none: readonly Schema[] = [];

/** Opens the group that consists of the given schemas and the schemas that always apply with them. */
function openExactly(walk: Walk, schemas: readonly Schema[]): void {
  const [only] = schemas;
  if (schemas.length === 1 && only !== undefined) openSingle(walk, only);
  else openGroup(walk, schemas, nothing);
}

/** Opens the group that consists of one schema and the schemas that always apply with it. */
function openSingle(walk: Walk, schema: Schema): void {
  // A pure reference needs no group: its target has a name, so the target is a root of the search.
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
 * Opens the group that consists of `outer`, the given schemas, and the schemas that always apply with them.
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

/** Registers a group. Returns false if the group was registered before. */
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

/** Lists the given schemas and the schemas that always apply with them. Omits the schemas of `outer`. */
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

/**
 * Reports whether a schema has neither references nor `allOf`, so that no other schema applies with it.
 */
function isPlain({ ref, dynamicRef, allOf }: ObjectSchema): boolean {
  return (ref ?? dynamicRef ?? allOf) === undefined;
}

/**
 * Opens the groups that result from the added schemas of a group: for branches of unions, members and
 * items.
 */
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

/**
 * Lists the alternatives of each union in a schema. A union is a keyword with alternatives for the same
 * value.
 */
function schemaUnions(schema: ObjectSchema): readonly (readonly Schema[])[] {
  const { anyOf, oneOf, then, else: otherwise, dependentSchemas } = schema;
  if ((anyOf ?? oneOf ?? then ?? otherwise ?? dependentSchemas) === undefined) return [];
  const condition = [then, otherwise].filter((branch) => branch !== undefined);
  const dependent = [...(dependentSchemas?.values() ?? none)].map((branch) => [branch]);
  return [anyOf ?? none, oneOf ?? none, condition, ...dependent].filter(({ length }) => length > 0);
}

/**
 * Pairs the branches of each union with the branches of every other union. Omits pairs of unions with too
 * many combinations.
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
