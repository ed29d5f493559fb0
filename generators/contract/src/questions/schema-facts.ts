// Facts about schemas that several emitters need.

import type { JsonValue } from "@specwright/spec-loader";
import { mediaTypeEssence } from "../from-openapi/media-type.ts";
import { annotationFields } from "../model/annotations.ts";
import type { ObjectSchema, Schema, TypeName } from "../model/schema.ts";
import { numberRange } from "./value-form.ts";

const annotations: ReadonlySet<string> = new Set([
  ...annotationFields,
  "openEnum",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

const assertionsOf = new WeakMap<ObjectSchema, ReadonlySet<string>>();

/**
 * Returns the names of the fields that restrict the values of a schema. Fields with a value that has no
 * effect are omitted.
 */
export function assertions(schema: ObjectSchema): ReadonlySet<string> {
  let names = assertionsOf.get(schema);
  if (names === undefined) {
    names = readAssertions(schema);
    assertionsOf.set(schema, names);
  }
  return names;
}

function readAssertions(schema: ObjectSchema): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of Object.keys(schema) as (keyof ObjectSchema)[]) {
    if (annotations.has(name)) continue;
    const value = schema[name];
    if (value !== undefined && !saysNothing(name, value)) names.add(name);
  }
  for (const name of ["contentEncoding", "contentMediaType"] as const)
    if (schema[name] !== undefined && stringContent(schema) !== undefined) names.add(name);
  return names;
}

function saysNothing(name: string, value: unknown): boolean {
  switch (name) {
    case "minLength":
    case "minItems":
    case "minProperties":
      return value === 0;
    case "uniqueItems":
      return value === false;
    case "required":
      return Array.isArray(value) && value.length === 0;
    case "properties":
    case "patternProperties":
    case "dependentRequired":
    case "dependentSchemas":
      return value instanceof Map && value.size === 0;
    case "additionalProperties":
    case "propertyNames":
    case "items":
      return isSchema(value) && isAnything(value);
    case "minContains":
    case "maxContains":
    case "then":
    case "else":
      // These keywords take effect through `contains` and `if`.
      return true;
    default:
      return false;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "kind" in value;
}

/** Reports whether a schema accepts every value. */
export function isAnything(schema: Schema | undefined): boolean {
  if (schema === undefined) return true;
  return schema.kind === "boolean" ? schema.value : assertions(schema).size === 0;
}

/** Reports whether a schema is `false`. */
export function isNothing(schema: Schema | undefined): boolean {
  return schema?.kind === "boolean" && !schema.value;
}

const allTypes: readonly TypeName[] = [
  "null",
  "boolean",
  "integer",
  "number",
  "string",
  "array",
  "object",
];

const typesOf = new WeakMap<Schema, ReadonlySet<TypeName>>();

/** Returns the types that a value of the schema can have. `number` includes `integer`. */
export function possibleTypes(schema: Schema): ReadonlySet<TypeName> {
  return typesOf.get(schema) ?? readTypes(schema);
}

const anyType: ReadonlySet<TypeName> = new Set(allTypes);

/**
 * Finds the types that a schema and its parts allow. Starts with all types, and excludes types until
 * nothing changes, because parts can contain each other.
 */
function readTypes(root: Schema): ReadonlySet<TypeName> {
  const unread = partsFirst(root);
  const found = new Map<Schema, ReadonlySet<TypeName>>();
  const of = (part: Schema): ReadonlySet<TypeName> =>
    typesOf.get(part) ?? found.get(part) ?? anyType;
  for (let isChanging = true; isChanging; ) {
    isChanging = false;
    for (const schema of unread) {
      const types = limitedTypes(schema, of);
      if (types.size === of(schema).size) continue;
      found.set(schema, types);
      isChanging = true;
    }
  }
  for (const schema of unread) typesOf.set(schema, of(schema));
  return of(root);
}

function limitedTypes(
  schema: Schema,
  of: (part: Schema) => ReadonlySet<TypeName>,
): ReadonlySet<TypeName> {
  if (schema.kind === "boolean") return new Set(schema.value ? allTypes : []);
  const limits: ReadonlySet<TypeName>[] = [ownTypes(schema)];
  if (schema.ref !== undefined) limits.push(of(schema.ref.target));
  for (const part of schema.allOf ?? []) limits.push(of(part));
  for (const union of [schema.anyOf, schema.oneOf]) {
    if (union !== undefined) limits.push(new Set(union.flatMap((part) => [...of(part)])));
  }
  return new Set(allTypes.filter((type) => limits.every((limit) => limit.has(type))));
}

/**
 * Lists a schema and its parts, except parts whose types are already known. Each part precedes the schema
 * that contains the part.
 */
function partsFirst(root: Schema): readonly Schema[] {
  const order: Schema[] = [];
  const seen = new Set([root]);
  const open = [{ schema: root, parts: typedParts(root).values() }];
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { done, value: part } = last.parts.next();
    if (done === true) {
      order.push(last.schema);
      open.pop();
    } else if (!seen.has(part) && !typesOf.has(part)) {
      seen.add(part);
      open.push({ schema: part, parts: typedParts(part).values() });
    }
  }
  return order;
}

function typedParts(schema: Schema): readonly Schema[] {
  if (schema.kind === "boolean") return [];
  const { ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  return [...(ref === undefined ? [] : [ref.target]), ...allOf, ...anyOf, ...oneOf];
}

function ownTypes({ types, const: constant, enum: members }: ObjectSchema): ReadonlySet<TypeName> {
  const values = constant === undefined ? members : [constant.value];
  const named = new Set(types ?? values?.map(typeOf) ?? allTypes);
  if (named.has("number")) named.add("integer");
  return named;
}

/** Returns the type of a JSON value; integers are `integer`. */
export function typeOf(value: JsonValue): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "bigint":
      return "integer";
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    case "boolean":
      return "boolean";
    case "string":
      return "string";
    default:
      return "object";
  }
}

/** Reports whether a value has one of the types. `number` includes integers. */
export function hasType(value: JsonValue, types: readonly TypeName[] | undefined): boolean {
  if (types === undefined) return true;
  const type = typeOf(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Returns the values of `const` or `enum`. Omits values that the types or the format exclude. */
export function listedValues(schema: ObjectSchema): readonly JsonValue[] | undefined {
  const { const: constant, enum: members } = schema;
  if (constant === undefined && members === undefined) return undefined;
  const values = constant === undefined ? (members ?? []) : [constant.value];
  return values.filter((value) => hasType(value, schema.types) && isInRange(value, schema));
}

function isInRange(value: JsonValue, { types, format = "" }: ObjectSchema): boolean {
  if (typeof value !== "number" && typeof value !== "bigint") return true;
  const range = types === undefined ? undefined : numberRange(format);
  if (range === undefined) return true;
  return typeOf(value) === "integer" && value >= range[0] && value <= range[1];
}

/**
 * Converts a union of constants to the equivalent `enum`. The constants can have separate titles or
 * descriptions. Also omits the parts of `allOf` that allow all these values.
 */
export function foldConstants(schema: ObjectSchema): ObjectSchema {
  const folded = foldUnion(schema);
  const values = listedValues(folded);
  // An open enum allows values that it does not list.
  const isOpen = folded.openEnum === true && folded.const === undefined;
  if (folded.allOf === undefined || values === undefined || isOpen) return folded;
  const { allOf, ...others } = folded;
  const telling = allOf.filter((part) => !listsAll(part, values));
  return telling.length === 0 ? others : { ...others, allOf: telling };
}

function listsAll(part: Schema, values: readonly JsonValue[]): boolean {
  if (part.kind === "boolean") return part.value;
  const names = assertions(part);
  if (part.ref !== undefined && names.size === 1) return listsAll(part.ref.target, values);
  const folded = foldUnion(part);
  const listed = listedValues(folded);
  const isPlain = [...assertions(folded)].every((name) => plainKeywords.has(name));
  return isPlain && listed !== undefined && values.every((value) => listed.includes(value));
}

const plainKeywords: ReadonlySet<string> = new Set(["const", "enum", "types", "format"]);

function foldUnion(schema: ObjectSchema): ObjectSchema {
  const branches = schema.oneOf ?? schema.anyOf;
  const isAlone = schema.oneOf === undefined || schema.anyOf === undefined;
  if (branches === undefined || !isAlone || listedValues(schema) !== undefined) return schema;
  const values = branches.flatMap((branch) => constantBranch(branch) ?? []);
  const isAll = branches.every((branch) => constantBranch(branch) !== undefined);
  // If a value occurs twice in `oneOf`, it matches two branches, and so is invalid.
  if (!isAll || new Set(values).size < values.length) return schema;
  const { oneOf, anyOf, ...others } = schema;
  return { ...others, enum: values };
}

function constantBranch(branch: Schema): readonly JsonValue[] | undefined {
  if (branch.kind === "boolean") return undefined;
  const isPlain = [...assertions(branch)].every((name) => plainKeywords.has(name));
  const values = listedValues(branch);
  return isPlain && values?.every((value) => typeof value !== "object" || value === null)
    ? values
    : undefined;
}

/**
 * Reports whether every JavaScript object inherits a member with this name. zod tests with `in`, so it
 * would find the inherited member.
 */
export function isInherited(name: string): boolean {
  return name in {};
}

/** Lists the properties of a schema in the order of the document. */
export function orderedProperties({
  properties,
  propertyOrder = [],
}: ObjectSchema): readonly (readonly [name: string, schema: Schema])[] {
  if (properties === undefined) return [];
  const names = new Set([...propertyOrder, ...properties.keys()]);
  return [...names].flatMap((name) => {
    const schema = properties.get(name);
    return schema === undefined ? [] : [[name, schema] as const];
  });
}

/**
 * Lists the limits of a schema as text: bounds, lengths, counts and the pattern. `code` formats the
 * pattern.
 *
 * @example
 * schemaLimits(schema, codeSpan); // ["at least 1 character", "at most 64 characters", "matches `^[a-z]+$`"]
 */
export function schemaLimits(
  schema: ObjectSchema,
  code: (pattern: string) => string,
): readonly string[] {
  const limits: string[] = [];
  const bound = (value: number | bigint | undefined, before: string): void => {
    if (value !== undefined) limits.push(`${before} ${value}`);
  };
  const count = (value: number | undefined, before: string, unit: string): void => {
    if (value !== undefined && !(value === 0 && before === "at least"))
      limits.push(`${before} ${value} ${unit}${value === 1 ? "" : "s"}`);
  };
  bound(schema.minimum, "at least");
  bound(schema.exclusiveMinimum, "more than");
  bound(schema.maximum, "at most");
  bound(schema.exclusiveMaximum, "less than");
  bound(schema.multipleOf, "a multiple of");
  count(schema.minLength, "at least", "character");
  count(schema.maxLength, "at most", "character");
  count(schema.minItems, "at least", "item");
  count(schema.maxItems, "at most", "item");
  if (schema.uniqueItems === true) limits.push("unique items");
  if (schema.pattern !== undefined) limits.push(`matches ${code(schema.pattern)}`);
  return limits;
}

/**
 * Returns the content that a string must have, in the form that `content` and `isContent` of the runtime
 * expect. Returns undefined if the content is not checked. Draft-07 allows validators to check the content;
 * in 2020-12, the keywords are only annotations.
 */
export function stringContent({
  dialect,
  contentEncoding,
  contentMediaType,
}: ObjectSchema): "json" | "base64" | "base64 json" | undefined {
  if (dialect !== "draft-07") return undefined;
  const isJson =
    contentMediaType !== undefined && mediaTypeEssence(contentMediaType) === "application/json";
  if (contentEncoding === undefined) return isJson ? "json" : undefined;
  if (contentEncoding !== "base64") return undefined;
  return isJson ? "base64 json" : "base64";
}
