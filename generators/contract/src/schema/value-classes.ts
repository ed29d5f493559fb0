// Sets of schemas that have to agree, because they apply to the same value somewhere.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import { leadingTo, type SchemaParts } from "./schema-sets.ts";
import { visitValueGroups } from "./value-groups.ts";

/** Sets of schemas as trees, of which the root stands for the set. */
type Parents = Map<ObjectSchema, ObjectSchema>;

/**
 * Divides schemas into sets of those that apply to the same value, directly or through others.
 * `schemas` are all that the roots lead to. `visit` receives every group of them that one value
 * has to match.
 */
export function valueClasses(
  roots: readonly Schema[],
  schemas: SchemaParts,
  isMember: (schema: ObjectSchema) => boolean,
  visit: (group: readonly ObjectSchema[]) => void = () => {},
): readonly (readonly ObjectSchema[])[] {
  const members: ObjectSchema[] = [];
  for (const schema of schemas.keys())
    if (schema.kind === "schema" && isMember(schema)) members.push(schema);
  const parents: Parents = new Map();
  visitValueGroups(roots, leadingTo(members, schemas), (group) => {
    const joined = group.filter(isMember);
    if (joined.length > 0) visit(joined);
    join(parents, joined);
  });
  const classes = new Map<ObjectSchema, ObjectSchema[]>();
  for (const schema of parents.keys()) {
    const root = find(parents, schema);
    const known = classes.get(root);
    if (known === undefined) classes.set(root, [schema]);
    else known.push(schema);
  }
  return [...classes.values()];
}

function join(parents: Parents, group: readonly ObjectSchema[]): void {
  const [first] = group;
  if (first === undefined) return;
  for (const schema of group) {
    const root = find(parents, schema);
    const other = find(parents, first);
    if (root !== other) parents.set(root, other);
  }
}

function find(parents: Parents, schema: ObjectSchema): ObjectSchema {
  let current = schema;
  for (;;) {
    const next = parents.get(current);
    if (next === undefined) parents.set(current, current);
    if (next === undefined || next === current) return current;
    current = next;
  }
}
