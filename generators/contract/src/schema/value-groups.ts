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
  const walk: Walk = { relevant, visit, seen: new Set(), ids: new Map(), open: [], members: 0 };
  for (const root of roots) {
    open(walk, [root]);
    for (let next = walk.open.pop(); next !== undefined; next = walk.open.pop()) read(walk, next);
    if (walk.members > MOST_MEMBERS) return;
  }
}

interface Walk {
  readonly relevant: ReadonlySet<Schema>;
  readonly visit: (group: readonly ObjectSchema[]) => void;
  readonly seen: Set<string>;
  readonly ids: Map<Schema, number>;
  readonly open: Group[];
  /** The number of members of all groups so far. */
  members: number;
}

interface Group {
  /** The schemas around a branch, which are visited without it as well. */
  readonly outer: ReadonlySet<ObjectSchema>;
  readonly added: ReadonlySet<ObjectSchema>;
}

function open(
  walk: Walk,
  schemas: readonly Schema[],
  outer: ReadonlySet<ObjectSchema> = new Set(),
): void {
  const [only] = schemas;
  // The target has a name, and is visited as a root.
  if (schemas.length === 1 && outer.size === 0 && only !== undefined && isPureReference(only))
    return;
  if (walk.members > MOST_MEMBERS) return;
  const added = conjuncts(walk, schemas, outer);
  walk.members += outer.size + added.size;
  if (added.size === 0) return;
  const key = [...outer, ...added].map((schema) => idOf(walk, schema)).join();
  if (walk.seen.has(key)) return;
  walk.seen.add(key);
  walk.open.push({ outer, added });
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
): ReadonlySet<ObjectSchema> {
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
  return found;
}

function read(walk: Walk, { outer, added }: Group): void {
  const group = [...outer, ...added];
  walk.visit(group);
  const all = new Set(group);
  for (const { anyOf, oneOf, then, else: otherwise, dependentSchemas } of added) {
    const branches = [anyOf, oneOf, then && [then], otherwise && [otherwise]];
    for (const branch of branches.flatMap((each) => each ?? [])) open(walk, [branch], all);
    for (const branch of dependentSchemas?.values() ?? []) open(walk, [branch], all);
  }
  for (const part of inner(group, added)) open(walk, part);
}

/** Lists the groups of members and items that one of the added schemas describes. */
function inner(
  group: readonly ObjectSchema[],
  added: ReadonlySet<ObjectSchema>,
): readonly (readonly Schema[])[] {
  const names = new Set<string>();
  for (const { properties } of added) for (const name of properties?.keys() ?? []) names.add(name);
  const members = [...names].map((name) =>
    group.flatMap(({ properties, additionalProperties }) => {
      const property = properties?.get(name) ?? additionalProperties;
      return property === undefined ? [] : [property];
    }),
  );
  const others = [...added].flatMap((schema) => [
    ...(schema.patternProperties?.values() ?? []),
    ...(schema.prefixItems ?? []),
  ]);
  const single = (["additionalProperties", "items"] as const).map((keyword) =>
    [...added].some((schema) => schema[keyword] !== undefined)
      ? group.flatMap((schema) => schema[keyword] ?? [])
      : [],
  );
  return [...members, ...single, ...others.map((schema) => [schema])];
}
