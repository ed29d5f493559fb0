import type { ObjectSchema, Schema } from "../model/schema.ts";

/** The maximum depth of references and combinations that are searched for tags. */
const depthLimit = 64;

const none: ReadonlyMap<string, string> = new Map();
const known = new WeakMap<Schema, ReadonlyMap<string, string>>();

/**
 * Finds the properties that can have only one string value: by `const` or an enum with one value,
 * also in `$ref` and `allOf`, and in `oneOf` and `anyOf` if all branches agree.
 */
export function constantProperties(schema: Schema): ReadonlyMap<string, string> {
  return findConstants(schema, 0);
}

function findConstants(schema: Schema, depth: number): ReadonlyMap<string, string> {
  if (schema.kind === "boolean" || depth > depthLimit) return none;
  const before = known.get(schema);
  if (before !== undefined) return before;
  // Used while the schema is being searched, so that a cycle terminates.
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
 * Returns the only string that a schema allows, following references; undefined if it allows
 * others.
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
