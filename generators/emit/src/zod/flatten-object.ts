// Flattens an `allOf` of plain objects to one object. This is possible only if no branch forbids
// further members. The object is printed as one `z.looseObject` with all members, as a developer
// would write it. A union of such objects can then be distinguished by a tag.

import {
  assertions,
  dereference,
  foldConstants,
  hasType,
  isAnything,
  isInherited,
  isNothing,
  listedValues,
  type ObjectSchema,
  possibleTypes,
  type Schema,
} from "@specwright/contract";
import { impliedTypes, isUnknown } from "../rules/implied-types.ts";
import { requiredNames } from "../rules/member-rules.ts";
import type { Direction } from "../rules/rule-printer.ts";

/**
 * Returns the object as which a combined schema is printed; undefined if the schema cannot be
 * flattened.
 */
export function flatForm(
  schema: ObjectSchema,
  direction: Direction | undefined,
): ObjectSchema | undefined {
  const parts = (schema.allOf?.length ?? 0) + (schema.ref === undefined ? 0 : 1);
  // A schema that consists only of a reference stays a reference.
  if (parts === 0 || (parts === 1 && assertions(schema).size === 1)) return undefined;
  return flattenObject(schema, direction);
}

/** Returns one object schema that is equivalent to `schema`; undefined if this is not possible. */
export function flattenObject(
  schema: Schema,
  direction: Direction | undefined,
): ObjectSchema | undefined {
  const draft: Draft = {
    direction,
    properties: new Map(),
    required: new Set(),
    impossible: new Set(),
    isTyped: false,
  };
  if (schema.kind === "boolean" || !gatherParts(schema, draft, new Set(), 0)) return undefined;
  if (!draft.isTyped) return undefined;
  // If a required property cannot have any value, TypeScript reduces the intersection to `never`.
  // The type of a flattened object would differ.
  if ([...draft.impossible].some((name) => draft.required.has(name))) return undefined;
  const { kind, source, dialect, raw, extensions } = schema;
  const flat: ObjectSchema = {
    kind,
    source,
    dialect,
    raw,
    extensions,
    types: ["object"],
    properties: draft.properties,
    required: [...draft.required],
  };
  return isPlainObject(flat, direction) ? flat : undefined;
}

/**
 * Returns an object schema that is equivalent to `schema`: the schema itself, or a flattened one.
 * Returns undefined if neither is possible.
 */
export function objectForm(
  schema: Schema,
  direction: Direction | undefined,
): ObjectSchema | undefined {
  if (schema.kind === "boolean") return undefined;
  const names = assertions(schema);
  if (schema.ref !== undefined && names.size === 1) return objectForm(schema.ref.target, direction);
  const isObject = schema.types?.length === 1 && schema.types[0] === "object";
  const isPlain = [...names].every((name) => objectKeywords.has(name));
  const isWhole = isObject && isPlain && isPlainObject(schema, direction);
  return isWhole ? schema : flattenObject(schema, direction);
}

/**
 * Reports whether a zod object accepts exactly the values of an object schema, and has the type of
 * the schema's declaration. A schema with a member such as `toString` is an exception, because zod
 * finds inherited members in any value.
 */
export function isPlainObject(schema: ObjectSchema, direction: Direction | undefined): boolean {
  const { properties, patternProperties, required = [] } = schema;
  if (patternProperties !== undefined && patternProperties.size > 0) return false;
  if (requiredNames({ direction }, schema).length < required.length) return false;
  return ![...(properties?.keys() ?? []), ...required].some(isInherited);
}

const objectKeywords: ReadonlySet<string> = new Set([
  "types",
  "properties",
  "required",
  "additionalProperties",
  "minProperties",
  "maxProperties",
  "propertyNames",
  "dependentRequired",
  // This keyword selects a branch in other schemas. It does not restrict this schema.
  "discriminator",
]);

interface Draft {
  readonly direction: Direction | undefined;
  readonly properties: Map<string, Schema>;
  readonly required: Set<string>;
  /**
   * Properties that can have no value: two parts require different constants, or only one part
   * forbids the property.
   */
  readonly impossible: Set<string>;
  isTyped: boolean;
}

const flatKeywords: ReadonlySet<string> = new Set([
  "types",
  "properties",
  "required",
  "additionalProperties",
  "allOf",
  "ref",
  "discriminator",
]);

/**
 * The maximum depth of references and `allOf` that are flattened. A deeper schema is printed as an
 * intersection.
 */
const mostLevels = 100;

function gatherParts(schema: Schema, draft: Draft, seen: Set<Schema>, level: number): boolean {
  if (schema.kind === "boolean") return schema.value;
  if (level > mostLevels) return false;
  // A branch that was already added, or that contains itself, adds nothing.
  if (seen.has(schema)) return true;
  seen.add(schema);
  if (![...assertions(schema)].every((name) => flatKeywords.has(name))) return false;
  if (!isPlainObject(schema, draft.direction)) return false;
  const { types, ref, allOf = [], additionalProperties } = schema;
  if (types !== undefined && (types.length !== 1 || types[0] !== "object")) return false;
  if (!isUnknown(additionalProperties)) return false;
  draft.isTyped ||= types !== undefined;
  const parts = ref === undefined ? allOf : [ref.target, ...allOf];
  if (!parts.every((part) => gatherParts(part, draft, seen, level + 1))) return false;
  for (const name of schema.required ?? []) draft.required.add(name);
  return [...(schema.properties ?? [])].every(([name, property]) =>
    addProperty(draft, name, property),
  );
}

/**
 * Combines a property with the property of the same name, if there is one. Returns false if the
 * combined schema would get a type that neither schema has.
 */
function addProperty(draft: Draft, name: string, property: Schema): boolean {
  const known = draft.properties.get(name);
  if (known !== undefined && (impliesOther(known, property) || impliesOther(property, known)))
    return false;
  if (known !== undefined && excludeEachOther(known, property)) draft.impossible.add(name);
  draft.properties.set(
    name,
    known === undefined
      ? property
      : (narrowerSchema(known, property) ?? uniteSchemas(known, property)),
  );
  return true;
}

/**
 * Reports whether a schema without restrictions still gets a type from its keywords, and this type
 * excludes values of the other schema.
 */
function impliesOther(schema: Schema, other: Schema): boolean {
  const open = dereference(schema);
  if (open.kind === "boolean" || !isAnything(open) || isUnknown(open)) return false;
  const target = dereference(other);
  if (isUnknown(target)) return false;
  const implied = impliedTypes(open);
  const types =
    target.kind === "schema" && isAnything(target) ? impliedTypes(target) : possibleTypes(target);
  return [...types].some((type) => !implied.includes(type));
}

function uniteSchemas(left: Schema, right: Schema): Schema {
  return {
    kind: "schema",
    source: right.source,
    dialect: "2020-12",
    raw: {},
    extensions: new Map(),
    allOf: [left, right],
  };
}

/** Reports whether no value matches both schemas. Compares only their types and listed values. */
function excludeEachOther(left: Schema, right: Schema): boolean {
  if (isNothing(left) !== isNothing(right)) return true;
  if (left.kind === "boolean" || right.kind === "boolean") return false;
  const types = possibleTypes(right);
  if (![...possibleTypes(left)].some((type) => types.has(type))) return true;
  const [one, other] = [left, right].map((schema) =>
    listedValues(foldConstants(followPlain(schema))),
  );
  return one !== undefined && other !== undefined && !one.some((value) => other.includes(value));
}

/** If a schema consists only of a reference, returns its target. Otherwise returns the schema. */
function followPlain(schema: ObjectSchema): ObjectSchema {
  const target = assertions(schema).size === 1 ? schema.ref?.target : undefined;
  return target?.kind === "schema" ? target : schema;
}

/**
 * If one schema accepts only values that the other accepts, returns it. Detects only simple cases;
 * otherwise returns undefined.
 */
function narrowerSchema(left: Schema, right: Schema): Schema | undefined {
  if (left === right || isUnknown(left) || isNothing(right)) return right;
  if (isUnknown(right)) return left;
  if (isAnything(left)) return right;
  if (isAnything(right) || isNothing(left)) return left;
  if (left.kind === "boolean" || right.kind === "boolean") return undefined;
  const isSameReference = left.ref?.target === right.ref?.target && left.ref !== undefined;
  if (isSameReference && assertions(left).size === 1 && assertions(right).size === 1) return right;
  if (listsWithin(right, left)) return right;
  return listsWithin(left, right) ? left : undefined;
}

/** Reports whether `narrow` lists its values, and `wide` accepts all of them. */
function listsWithin(narrow: ObjectSchema, wide: ObjectSchema): boolean {
  const values = listedValues(narrow);
  if (values === undefined) return false;
  const names = assertions(wide);
  if (names.size === 1 && names.has("types"))
    return values.every((value) => hasType(value, wide.types));
  const listed = listedValues(wide);
  const isList = [...names].every(
    (name) => name === "types" || name === "enum" || name === "const",
  );
  return isList && listed !== undefined && values.every((value) => listed.includes(value));
}
