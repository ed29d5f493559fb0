// Facts about a schema on which all emitters must agree.

import type { JsonValue } from "@specwright/spec-loader";
import { mediaKind } from "../from-openapi/media-type.ts";
import type { Parameter } from "../model/operation.ts";
import type { ObjectSchema, Schema, TypeName } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import { integerForm } from "../schema/link-forms.ts";
import { possibleTypes } from "./schema-facts.ts";
import { type ValueTypes, valueForm } from "./value-form.ts";

/** The type of a 64-bit integer: `bigint`, or `number` if values beyond 2^53 - 1 are rejected. */
export type Int64Type = "bigint" | "number";

/** The type of a decoded parameter; the runtime uses the same names. */
export type ParameterType =
  | "string"
  | "integer"
  | "bigint"
  | "number"
  | "decimal"
  | "boolean"
  | "mixed"
  | "mixedBigint"
  | "json";

/** The options of the user that determine how a text is decoded. */
export interface ScalarTypes {
  readonly int64?: Int64Type;
  readonly valueTypes?: ValueTypes;
}

/** Returns the type of the integers of a schema. With `int64: "number"`, it is always `number`. */
export function integerKind(schema: ObjectSchema, int64: Int64Type = "bigint"): Int64Type {
  return int64 === "number" || integerForm(schema) === "number" ? "number" : "bigint";
}

/**
 * Returns a value of `const` or `enum` in the type of its schema: if integers of the schema are bigints, an
 * integer becomes a bigint.
 */
export function constantValue(
  schema: ObjectSchema,
  value: JsonValue,
  int64: Int64Type = "bigint",
): JsonValue {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return value;
  return integerKind(schema, int64) === "bigint" ? BigInt(value) : value;
}

/**
 * Reports whether a part of a form is a file. A string is a file if it has the format `binary` or, in
 * OpenAPI 3.1, a content media type that is neither text nor JSON. If the schema allows any type, the part
 * is a file if the content type of its `encoding` is neither text nor JSON.
 */
export function isFile(schema: Schema, contentType = ""): boolean {
  const target = dereference(schema);
  if (isBinary(contentType) && possibleTypes(target).size === 7) return true;
  if (target.kind === "boolean") return false;
  const { types, format, contentMediaType, contentEncoding } = target;
  if (types !== undefined && !types.includes("string")) return false;
  if (types !== undefined && format === "binary") return true;
  if (contentMediaType === undefined || contentEncoding !== undefined) return false;
  return contentMediaType.includes("*") || mediaKind(contentMediaType) === "bytes";
}

/** Reports whether every media type in a list, separated by commas, is neither text nor JSON. */
function isBinary(contentType: string): boolean {
  const types = contentType.split(",").map((type) => type.trim());
  return types.every((type) => type !== "" && mediaKind(type) === "bytes");
}

/**
 * The kind of files in a form field. `one or more` means that the field contains a file or a list of files.
 * `some` means that a file is one of several alternatives.
 */
export type FileKind = "file" | "files" | "one or more" | "some";

/**
 * Returns the kind of files in a form field. The field can be nullable. `contentType` is the content type
 * of the field's `encoding`.
 */
export function fileKind(schema: Schema, contentType = ""): FileKind | undefined {
  return kindWithin(schema, contentType, new Set());
}

function kindWithin(schema: Schema, contentType: string, seen: Set<Schema>): FileKind | undefined {
  const target = dereference(schema);
  if (isFile(target, contentType)) return "file";
  if (target.kind === "boolean" || seen.has(target)) return undefined;
  seen.add(target);
  if (target.items !== undefined && isFile(target.items, contentType)) return "files";
  const kinds = withoutNull(target).map((part) => kindWithin(part, contentType, seen));
  const [first] = kinds;
  if (kinds.every((kind) => kind === first)) return first;
  if (kinds.every((kind) => kind === undefined)) return undefined;
  const isMany = kinds.every((kind) => kind !== undefined && kind !== "some");
  return isMany ? "one or more" : "some";
}

/** Lists the alternatives of a schema. Omits an alternative that allows only null. */
export function withoutNull({ anyOf, oneOf }: ObjectSchema): readonly Schema[] {
  return (anyOf ?? oneOf ?? []).filter((part) => {
    const types = possibleTypes(part);
    return types.size !== 1 || !types.has("null");
  });
}

/** The types to which the text of a parameter is decoded. */
export interface TextType {
  /** The type of the value. If `array` is true, the type of each item. */
  readonly type: ParameterType;
  readonly array: boolean;
  /** The type of a single value, if the parameter allows a single value as well as a list. */
  readonly one?: ParameterType;
}

/** Returns the types to which the text of a parameter is decoded. */
export function parameterType(
  parameter: Pick<Parameter, "schema" | "content">,
  options: ScalarTypes = {},
): TextType {
  if (parameter.content !== undefined) return { type: "json", array: false };
  if (parameter.schema === undefined) return { type: "string", array: false };
  const schema = valueSchema(parameter.schema);
  if (collectTypes(schema, new Set()).has("array")) {
    const items = schema.kind === "schema" ? (schema.items ?? schema.prefixItems?.[0]) : undefined;
    const type = items === undefined ? "string" : scalarType(items, options);
    const one = textType(parameter.schema, options);
    return one === undefined ? { type, array: true } : { type, array: true, one };
  }
  return { type: scalarType(schema, options), array: false };
}

/**
 * Returns the meaning of an empty text in a query. It means null if the schema allows null, and otherwise
 * that the parameter is absent. Returns undefined if an empty text has no special meaning.
 */
export function emptyText(parameter: Parameter): "null" | "absent" | undefined {
  const { in: location, schema, allowEmptyValue } = parameter;
  const { type, array } = parameterType(parameter);
  if (location !== "query" || schema === undefined || type === "json") return undefined;
  const value = valueSchema(schema);
  const written = array && value.kind === "schema" ? value.items : value;
  if (written === undefined || allowsEmptyText(written, new Set())) return undefined;
  if (possibleTypes(written).has("null")) return "null";
  return allowEmptyValue ? "absent" : undefined;
}

/** Reports whether a schema allows an empty string. */
function allowsEmptyText(schema: Schema, seen: Set<Schema>): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean") return target.value;
  if (seen.has(target) || !possibleTypes(target).has("string")) return false;
  seen.add(target);
  const values = target.const === undefined ? target.enum : [target.const.value];
  if (values !== undefined) return values.includes("");
  const { minLength = 0, format = "", anyOf, oneOf, allOf = [] } = target;
  if (minLength > 0 || wordFormats.has(format)) return false;
  const union = anyOf ?? oneOf;
  if (union?.some((part) => allowsEmptyText(part, seen)) === false) return false;
  return allOf.every((part) => allowsEmptyText(part, seen));
}

/**
 * Returns the type to which the text of a scalar is decoded. Returns undefined if the value can only be an
 * array or an object.
 */
export function textType(schema: Schema, options: ScalarTypes = {}): ParameterType | undefined {
  const found = scalarTypes(schema, options, new Set());
  const hadStructure = found.delete("json");
  return found.size === 0 && hadStructure ? undefined : typeOfTexts(schema, found);
}

function scalarType(schema: Schema, options: ScalarTypes): ParameterType {
  return typeOfTexts(schema, scalarTypes(schema, options, new Set()));
}

function typeOfTexts(schema: Schema, found: ReadonlySet<ParameterType>): ParameterType {
  if (found.size === 0) return "string";
  if (found.has("string")) {
    const others: readonly ParameterType[] = ["integer", "bigint", "number", "boolean"];
    const isMixed = others.some((type) => found.has(type)) && hasOnlyWords(schema, new Set());
    if (!isMixed) return "string";
    return found.has("bigint") ? "mixedBigint" : "mixed";
  }
  // A mixture of integers and numbers is decoded as a number. Other mixtures are parsed as JSON.
  if (found.size === 1) return [...found][0] ?? "string";
  if (found.size === 2 && found.has("integer") && found.has("number")) return "number";
  if (found.size === 2 && found.has("integer") && found.has("bigint")) return "bigint";
  return "json";
}

/** Formats whose strings never look like a number or a boolean. */
const wordFormats: ReadonlySet<string> = new Set([
  "uuid",
  "date",
  "date-time",
  "time",
  "email",
  "uri",
  "ipv4",
  "ipv6",
]);

/**
 * Reports whether no string of a schema can look like a number or a boolean. Every string must be a listed
 * value, or have a format of `wordFormats`.
 */
function hasOnlyWords(schema: Schema, seen: Set<Schema>): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean") return !target.value;
  if (seen.has(target)) return true;
  seen.add(target);
  const values = target.const === undefined ? target.enum : [target.const.value];
  if (values !== undefined)
    return values.every((value) => typeof value !== "string" || isWord(value));
  const union = target.anyOf ?? target.oneOf;
  if (union !== undefined && target.types === undefined) {
    return union.every((part) => hasOnlyWords(part, seen));
  }
  return target.types?.includes("string") === false || wordFormats.has(target.format ?? "");
}

function isWord(text: string): boolean {
  return text === "" || (Number.isNaN(Number(text)) && text !== "true" && text !== "false");
}

function scalarTypes(schema: Schema, options: ScalarTypes, seen: Set<Schema>): Set<ParameterType> {
  const { int64, valueTypes } = options;
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return new Set();
  seen.add(target);
  const own = ownTypes(target).filter((type) => type !== "null");
  const found = new Set<ParameterType>();
  for (const type of own) {
    if (type === "integer")
      found.add(integerKind(target, int64) === "bigint" ? "bigint" : "integer");
    else if (type === "number" && valueForm(target, type, valueTypes)?.wire === "number")
      found.add("decimal");
    else if (type === "number")
      found.add(integerKind(target, int64) === "bigint" ? "bigint" : "number");
    else if (type === "string" || type === "boolean") found.add(type);
    else found.add("json");
  }
  if (found.size > 0) return found;
  for (const part of [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])]) {
    for (const type of scalarTypes(part, options, seen)) found.add(type);
  }
  return found;
}

function collectTypes(schema: Schema, seen: Set<Schema>): Set<TypeName> {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return new Set();
  seen.add(target);
  const parts = [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])];
  return new Set([...ownTypes(target), ...parts.flatMap((part) => [...collectTypes(part, seen)])]);
}

function ownTypes(schema: ObjectSchema): readonly TypeName[] {
  if (schema.types !== undefined) return schema.types;
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const.value];
  if (values.length > 0) return [...new Set(values.map(typeOfValue))];
  if (schema.properties !== undefined || schema.additionalProperties !== undefined)
    return ["object"];
  return schema.items !== undefined || schema.prefixItems !== undefined ? ["array"] : [];
}

function typeOfValue(value: JsonValue): TypeName {
  if (value === null) return "null";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "object") return Array.isArray(value) ? "array" : "object";
  return typeof value === "boolean" ? "boolean" : "string";
}

/**
 * Finds the schema that describes a parameter's value: the first array in the schema, or else the schema
 * itself.
 */
function valueSchema(schema: Schema): Schema {
  const queue = [schema];
  const seen = new Set<Schema>();
  for (const each of queue) {
    const target = dereference(each);
    if (target.kind === "boolean" || seen.has(target)) continue;
    seen.add(target);
    if (ownTypes(target).includes("array")) return target;
    queue.push(...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? []));
  }
  return dereference(schema);
}
