import type { ObjectSchema, Schema } from "../model/schema.ts";

/** The maximum depth of the search through references and combinations. */
const depthLimit = 64;

const none: ReadonlyMap<string, string> = new Map();
const known = new WeakMap<Schema, ReadonlyMap<string, string>>();

/**
 * Finds the properties that can have only one string value. The value comes from `const`, or from an `enum`
 * with one value. The property can be in the schema itself, in the target of its `$ref`, or in its `allOf`.
 * A property in `oneOf` or `anyOf` counts if it has the same value in all branches.
 */
export function constantProperties(schema: Schema): ReadonlyMap<string, string> {
  return findConstants(schema, 0);
}

function findConstants(schema: Schema, depth: number): ReadonlyMap<string, string> {
  if (schema.kind === "boolean" || depth > depthLimit) return none;
  const before = known.get(schema);
  if (before !== undefined) return before;
  // If a schema contains itself, the recursive search finds this empty result and ends.
  known.set(schema, none);
  const constants = searchConstants(schema, depth);
  known.set(schema, constants);
  return constants;
}

function searchConstants(schema: ObjectSchema, depth: number): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  const add = (more: ReadonlyMap<string, string>): void => {
    for (const [name, value] of more) if (!constants.has(name)) constants.set(name, value);
  };
  for (const [name, property] of schema.properties ?? []) {
    const value = constantOf(property);
    if (value !== undefined) constants.set(name, value);
  }
  if (schema.ref !== undefined) add(findConstants(schema.ref.target, depth + 1));
  for (const part of schema.allOf ?? []) add(findConstants(part, depth + 1));
  for (const branches of [schema.oneOf, schema.anyOf]) {
    if (branches !== undefined)
      add(agreedConstants(branches.map((branch) => findConstants(branch, depth + 1))));
  }
  return constants;
}

function agreedConstants(
  branches: readonly ReadonlyMap<string, string>[],
): ReadonlyMap<string, string> {
  const [first, ...rest] = branches;
  if (first === undefined) return none;
  return new Map(
    [...first].filter(([name, value]) => rest.every((branch) => branch.get(name) === value)),
  );
}

/**
 * Returns the only string that a schema allows. Follows references. Returns undefined if the schema allows
 * other values.
 */
export function constantOf(schema: Schema): string | undefined {
  let current = schema;
  const seen = new Set<Schema>();
  while (current.kind === "schema" && !seen.has(current)) {
    seen.add(current);
    const { value } = current.const ?? { value: undefined };
    if (typeof value === "string") return value;
    const [only, ...more] = current.enum ?? [];
    if (typeof only === "string" && more.length === 0) return only;
    if (current.ref === undefined) return undefined;
    current = current.ref.target;
  }
  return undefined;
}
