// Sets of schemas that have to agree, because they apply to the same value somewhere.

import type { ObjectSchema } from "../model/schema.ts";
import type { ValueGroups } from "./value-groups.ts";

/** Sets of schemas as trees, of which the root stands for the set. */
type Parents = Map<ObjectSchema, ObjectSchema>;

/**
 * Divides schemas into sets of those that apply to the same value, directly or through others, and
 * returns the sets of more than one schema.
 */
export function valueClasses(groups: ValueGroups): readonly (readonly ObjectSchema[])[] {
  const parents: Parents = new Map();
  for (const group of groups) if (group.length > 1) join(parents, group);
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
