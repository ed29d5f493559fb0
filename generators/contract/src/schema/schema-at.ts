// Finds the schemas that describe the members and items of a value.

import type { ObjectSchema, Schema, TypeName } from "../model/schema.ts";

/** Lists the schemas of the member at a path. Each branch that declares the member adds a schema. */
export function schemasAt(schema: Schema, path: readonly string[]): readonly Schema[] {
  let found: readonly Schema[] = [schema];
  for (const name of path) {
    found = found.flatMap((each) =>
      possibleParts(each).flatMap((part) => memberSchema(part, name)),
    );
  }
  return found;
}

/** Lists the schemas of the items of an array, from all branches. */
export function itemSchemas(schema: Schema): readonly Schema[] {
  return possibleParts(schema).flatMap(({ prefixItems = [], items }) =>
    items === undefined ? prefixItems : [...prefixItems, items],
  );
}

/** Lists the names of the declared members of a schema, from all branches. */
export function memberNames(schema: Schema): readonly string[] {
  return [
    ...new Set(possibleParts(schema).flatMap((part) => [...(part.properties?.keys() ?? [])])),
  ];
}

/** Returns the types that a schema allows. Returns undefined if the schema does not restrict them. */
export function typesAllowed(
  schema: Schema,
  seen: ReadonlySet<Schema> = new Set(),
): ReadonlySet<TypeName> | undefined {
  if (schema.kind === "boolean" || seen.has(schema)) return undefined;
  const inner = new Set(seen).add(schema);
  const { ref, allOf = [], anyOf, oneOf } = schema;
  const parts = [...(ref === undefined ? [] : [ref.target]), ...allOf];
  const stated = [
    ownTypes(schema),
    ...parts.map((part) => typesAllowed(part, inner)),
    ...[anyOf, oneOf].map((branches) => branches && typesOfBranches(branches, inner)),
  ].filter((types) => types !== undefined);
  const [first, ...others] = stated;
  if (first === undefined) return undefined;
  return new Set([...first].filter((type) => others.every((types) => types.has(type))));
}

function typesOfBranches(
  branches: readonly Schema[],
  seen: ReadonlySet<Schema>,
): ReadonlySet<TypeName> | undefined {
  const all = branches.map((branch) => typesAllowed(branch, seen));
  const known = all.filter((types) => types !== undefined);
  return known.length < all.length ? undefined : new Set(known.flatMap((types) => [...types]));
}

function ownTypes({
  types,
  const: constant,
  enum: listed,
}: ObjectSchema): Set<TypeName> | undefined {
  if (types !== undefined) {
    return new Set<TypeName>(types.includes("number") ? [...types, "integer"] : types);
  }
  const values = constant === undefined ? listed : [constant.value];
  return values && new Set(values.map((value) => valueType(value)));
}

function valueType(value: unknown): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || Number.isInteger(value)) return "integer";
  const type = typeof value;
  return type === "boolean" || type === "string" || type === "number" ? type : "object";
}

/**
 * Lists a schema, the schema that it refers to, and the schemas in `allOf`, `anyOf` and `oneOf`, also
 * indirect ones.
 */
function possibleParts(schema: Schema): readonly ObjectSchema[] {
  const parts = new Set<ObjectSchema>();
  const add = (part: Schema): void => {
    if (part.kind === "boolean" || parts.has(part)) return;
    parts.add(part);
    const { ref, allOf = [], anyOf = [], oneOf = [] } = part;
    if (ref !== undefined) add(ref.target);
    for (const each of [...allOf, ...anyOf, ...oneOf]) add(each);
  };
  add(schema);
  return [...parts];
}

function memberSchema({ properties, additionalProperties }: ObjectSchema, name: string): Schema[] {
  const declared = properties?.get(name);
  if (declared !== undefined) return [declared];
  return additionalProperties?.kind === "schema" ? [additionalProperties] : [];
}
