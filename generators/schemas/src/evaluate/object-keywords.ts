import type { ObjectSchema, Schema } from "@specwright/contract";
import type { JsonObject } from "@specwright/spec-loader";
import { isNumber } from "../json/json-type.ts";
import type { Judge } from "./judge.ts";
import { validMatcher } from "./scalar-keywords.ts";

/**
 * Reports whether an object matches the keywords for objects. Adds the names of evaluated properties to
 * `evaluated`. Properties that are not sent may be missing and may have any value.
 */
export function isValidObject(
  judge: Judge,
  schema: ObjectSchema,
  value: JsonObject,
  evaluated: Set<string>,
  unsent: ReadonlySet<string>,
): boolean {
  const names = Object.keys(value);
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY, propertyNames } = schema;
  if (names.length < minProperties || names.length > maxProperties) return false;
  if (!hasRequiredNames(schema, value, unsent)) return false;
  if (propertyNames !== undefined && !names.every((name) => judge(propertyNames, name))) {
    return false;
  }
  for (const name of names) {
    const found = schemasOfMember(schema, name);
    const free = unsent.has(name) ? schema.properties?.get(name) : undefined;
    if (!found.every((each) => each === free || judge(each, value[name] ?? null))) return false;
    if (found.length > 0) evaluated.add(name);
  }
  if (!hasOneSign(schema, value)) return false;
  for (const name of schema.sameSign ?? []) evaluated.add(name);
  const { unevaluatedProperties } = schema;
  if (unevaluatedProperties === undefined) return true;
  for (const name of names) {
    if (!evaluated.has(name) && !judge(unevaluatedProperties, value[name] ?? null)) return false;
    evaluated.add(name);
  }
  return true;
}

function hasRequiredNames(
  schema: ObjectSchema,
  value: JsonObject,
  unsent: ReadonlySet<string>,
): boolean {
  const has = (name: string): boolean => Object.hasOwn(value, name);
  const hasAll = (names: readonly string[]): boolean =>
    names.every((name) => unsent.has(name) || has(name));
  return (
    hasAll(schema.required ?? []) &&
    [...(schema.dependentRequired ?? [])].every(([name, needed]) => !has(name) || hasAll(needed))
  );
}

function schemasOfMember(schema: ObjectSchema, name: string): readonly Schema[] {
  const named = schema.properties?.get(name);
  const found = named === undefined ? [] : [named];
  for (const [pattern, each] of schema.patternProperties ?? []) {
    if (validMatcher(pattern).test(name)) found.push(each);
  }
  const { additionalProperties } = schema;
  return found.length > 0 || additionalProperties === undefined ? found : [additionalProperties];
}

/** Checks `sameSign`: the listed members must all be at least 0, or all be at most 0. */
function hasOneSign({ sameSign = [] }: ObjectSchema, value: JsonObject): boolean {
  const numbers = sameSign
    .map((name) => (Object.hasOwn(value, name) ? value[name] : undefined))
    .filter((each) => each !== undefined && isNumber(each));
  return numbers.every((each) => each >= 0) || numbers.every((each) => each <= 0);
}
