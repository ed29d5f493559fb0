import type { JsonValue } from "@specwright/spec-loader";
import type { ObjectSchema, Schema, TypeName } from "../model/schema.ts";

/**
 * The members and types that a schema allows for objects. Includes the schemas that it refers to, and its
 * `allOf`.
 */
export interface ObjectView {
  /** The allowed types; undefined if all types are allowed. */
  readonly types: ReadonlySet<TypeName> | undefined;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** Whether undeclared members are forbidden. */
  readonly closed: boolean;
  /** The schemas of undeclared members. */
  readonly others: readonly Schema[];
}

/** Combines a schema with the schemas that it refers to and the schemas in its `allOf`. */
export function viewObject(schema: Schema): ObjectView {
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  let types: ReadonlySet<TypeName> | undefined;
  let closed = false;
  const others: Schema[] = [];
  for (const part of conjunctParts(schema)) {
    for (const [name, property] of part.properties ?? []) {
      if (!properties.has(name)) properties.set(name, property);
    }
    for (const name of part.required ?? []) required.add(name);
    const stated = ownTypes(part);
    if (stated !== undefined) types = intersectTypes(types, stated);
    closed ||= isClosed(part);
    const { additionalProperties, patternProperties } = part;
    if (additionalProperties !== undefined && patternProperties === undefined)
      others.push(additionalProperties);
  }
  return { types, properties, required, closed, others };
}

/** Returns the first part of a schema that has `prefixItems`. Returns undefined if no part has them. */
export function viewTuple(schema: Schema): ObjectSchema | undefined {
  return [...conjunctParts(schema)].find(({ prefixItems }) => prefixItems !== undefined);
}

/** Returns the first part of a schema whose `items` allows items. Returns undefined if no part does. */
export function viewItems(schema: Schema): ObjectSchema | undefined {
  return [...conjunctParts(schema)].find(({ items }) => items !== undefined && !isFalse(items));
}

/** Returns all values that a schema allows. Returns undefined if it does not list them. */
export function viewValues(schema: Schema): readonly JsonValue[] | undefined {
  const lists = [...conjunctParts(schema)].flatMap(
    ({ const: constant, enum: listed, openEnum }) => {
      if (constant !== undefined) return [[constant.value]];
      return listed === undefined || openEnum === true ? [] : [listed];
    },
  );
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.includes(value)));
}

/** Reports whether a schema explicitly allows null. */
export function allowsNull(schema: Schema): boolean {
  return mayBeNull(schema, new Set());
}

/** Skips schemas that were already visited, because a union can contain itself. */
function mayBeNull(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (viewObject(schema).types?.has("null") === true) return true;
  return [...conjunctParts(schema)].some(({ anyOf = [], oneOf = [] }) =>
    [...anyOf, ...oneOf].some((variant) => mayBeNull(variant, seen)),
  );
}

function intersectTypes(
  before: ReadonlySet<TypeName> | undefined,
  stated: ReadonlySet<TypeName>,
): ReadonlySet<TypeName> {
  return before === undefined ? stated : new Set([...before].filter((type) => stated.has(type)));
}

/** Lists a schema and all other schemas that its values must also match. */
function conjunctParts(schema: Schema): ReadonlySet<ObjectSchema> {
  const parts = new Set<ObjectSchema>();
  const left = [schema];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part.kind === "boolean" || parts.has(part)) continue;
    parts.add(part);
    left.push(...[...(part.allOf ?? [])].reverse());
    if (part.ref !== undefined) left.push(part.ref.target);
  }
  return parts;
}

function ownTypes({
  types,
  const: constant,
  enum: listed,
}: ObjectSchema): Set<TypeName> | undefined {
  const values = constant === undefined ? listed : [constant.value];
  if (types !== undefined) {
    const integers: TypeName[] = types.includes("number") ? ["integer"] : [];
    return new Set([...types, ...integers]);
  }
  return values === undefined ? undefined : new Set(values.map((value) => typeOfValue(value)));
}

function typeOfValue(value: JsonValue): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  const type = typeof value;
  return type === "boolean" || type === "string" || type === "object" ? type : "integer";
}

function isClosed({ additionalProperties, unevaluatedProperties }: ObjectSchema): boolean {
  return [additionalProperties, unevaluatedProperties].some(
    (rest) => rest !== undefined && isFalse(rest),
  );
}

function isFalse(schema: Schema): boolean {
  return schema.kind === "boolean" && !schema.value;
}
