// Defines "undeclared names are reserved" for single values. It reads the schemas and shares no code with
// the search.

import type { ObjectSchema, Schema } from "@specwright/contract";
import type { Reader } from "@specwright/schemas";
import { isJsonArray, type JsonObject, type JsonValue } from "@specwright/spec-loader";
import { isValid } from "../../../generators/schemas/src/evaluate/is-valid.ts";

/** Places in a value, as `POINTER NAME`; `POINTER *` is every name of an object. */
type Places = ReadonlySet<string>;

/** Values with more readings are skipped. */
const mostReadings = 200;

/**
 * Reports whether an inner schema accepts a value in at least one way (with one branch of each union) that
 * declares all names in `properties` of the outer schema.
 */
export function respectsReservedNames(
  inner: Schema,
  outer: Schema,
  value: JsonValue,
  reader?: Reader,
): boolean {
  const outside = new Set<string>();
  declare(outer, value, "", outside, new Set());
  const used = [...usedNames(value, "")].filter((place) => outside.has(place));
  const readings = readingsOf(inner, value, "", new Set(), reader);
  if (readings.length > mostReadings) return false;
  const isDeclared = (reading: Places, place: string): boolean =>
    reading.has(place) ||
    reading.has(`${place.slice(0, place.lastIndexOf(" "))} *`) ||
    [...reading].some((each) => each.endsWith(" **") && isWithin(place, each.slice(0, -3)));
  return readings.some((reading) => used.every((place) => isDeclared(reading, place)));
}

function isWithin(place: string, at: string): boolean {
  return place.startsWith(`${at} `) || place.startsWith(`${at}/`);
}

function* usedNames(value: JsonValue, at: string): Iterable<string> {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) yield* usedNames(item, `${at}/${index}`);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      yield `${at} ${name}`;
      yield* usedNames(member, `${at}/${name}`);
    }
  }
}

/** Lists the ways in which a schema accepts a value, each with its declared places. */
function readingsOf(
  schema: Schema,
  value: JsonValue,
  at: string,
  active: ReadonlySet<Schema>,
  reader: Reader | undefined,
): readonly Places[] {
  if (isValid(schema, value, reader) !== true) return [];
  if (schema.kind === "boolean" || active.has(schema)) return [new Set()];
  const within = new Set([...active, schema]);
  let readings: readonly Places[] = [ownPlaces(schema, value, at)];
  const and = (others: readonly Places[]): void => {
    if (readings.length * others.length > mostReadings)
      readings = Array(mostReadings + 1).fill(new Set());
    else readings = readings.flatMap((one) => others.map((other) => new Set([...one, ...other])));
  };
  const here = (each: Schema): readonly Places[] => readingsOf(each, value, at, within, reader);
  for (const part of [schema.ref?.target, schema.dynamicRef?.target, ...(schema.allOf ?? [])]) {
    if (part !== undefined) and(here(part));
  }
  for (const union of [schema.anyOf, schema.oneOf]) if (union) and(union.flatMap(here));
  if (schema.if !== undefined) {
    const branch = isValid(schema.if, value) === true ? schema.then : schema.else;
    if (branch !== undefined) and(here(branch));
  }
  for (const [name, each] of schema.dependentSchemas ?? []) {
    if (isObject(value) && Object.hasOwn(value, name)) and(here(each));
  }
  for (const [place, child, each] of children(schema, value, at)) {
    and(readingsOf(each, child, place, new Set(), reader));
  }
  return readings;
}

function ownPlaces(schema: ObjectSchema, value: JsonValue, at: string): Places {
  const places = new Set<string>();
  // A value in an enum is declared as a whole.
  if (schema.const !== undefined || (schema.enum !== undefined && schema.openEnum !== true)) {
    places.add(`${at} **`);
  }
  if (!isObject(value)) return places;
  for (const name of schema.properties?.keys() ?? []) places.add(`${at} ${name}`);
  for (const name of schema.required ?? []) places.add(`${at} ${name}`);
  for (const pattern of schema.patternProperties?.keys() ?? []) {
    for (const name of Object.keys(value)) {
      if (new RegExp(pattern, "u").test(name)) places.add(`${at} ${name}`);
    }
  }
  const { additionalProperties: rest } = schema;
  if (rest?.kind === "schema" && (rest.types ?? []).length === 1) places.add(`${at} *`);
  return places;
}

/** Records the names in `properties` of a schema and of all schemas that it applies to a value. */
function declare(
  schema: Schema,
  value: JsonValue,
  at: string,
  into: Set<string>,
  active: ReadonlySet<Schema>,
): void {
  if (schema.kind === "boolean" || active.has(schema)) return;
  const within = new Set([...active, schema]);
  for (const name of schema.properties?.keys() ?? []) into.add(`${at} ${name}`);
  const { ref, dynamicRef, not, if: test, then: pass, else: fail } = schema;
  const parts = [ref?.target, dynamicRef?.target, not, test, pass, fail].filter(
    (each) => each !== undefined,
  );
  for (const list of [schema.allOf, schema.anyOf, schema.oneOf]) parts.push(...(list ?? []));
  parts.push(...(schema.dependentSchemas?.values() ?? []));
  for (const part of parts) declare(part, value, at, into, within);
  const { contains, unevaluatedItems, unevaluatedProperties } = schema;
  for (const [place, child, each] of children(schema, value, at)) {
    declare(each, child, place, into, new Set());
  }
  for (const [place, child] of parted(value, at)) {
    const more = isJsonArray(value) ? [contains, unevaluatedItems] : [unevaluatedProperties];
    for (const each of more) if (each) declare(each, child, place, into, new Set());
  }
}

/** Lists the members and items of a value. */
function parted(value: JsonValue, at: string): readonly (readonly [string, JsonValue])[] {
  if (isJsonArray(value)) return value.map((item, index) => [`${at}/${index}`, item] as const);
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, member]) => [`${at}/${name}`, member] as const);
}

/** Lists the members and items of a value with each schema that applies to them. */
function children(
  schema: ObjectSchema,
  value: JsonValue,
  at: string,
): readonly (readonly [string, JsonValue, Schema])[] {
  if (isJsonArray(value)) {
    return value.flatMap((item, index) => {
      const each = schema.prefixItems?.[index] ?? schema.items;
      return each === undefined ? [] : [[`${at}/${index}`, item, each] as const];
    });
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const named = schema.properties?.get(name);
    const found = named === undefined ? [] : [named];
    for (const [pattern, each] of schema.patternProperties ?? []) {
      if (new RegExp(pattern, "u").test(name)) found.push(each);
    }
    const { additionalProperties } = schema;
    if (found.length === 0 && additionalProperties !== undefined) found.push(additionalProperties);
    return found.map((each) => [`${at}/${name}`, member, each] as const);
  });
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !isJsonArray(value);
}
