// Random instances: values that a schema may accept, and unrelated values.

import { isJsonArray, type JsonObject, type JsonValue } from "@specwright/spec-loader";
import type { Random } from "../generate/random.ts";
import { names, scalars, smallValue, times } from "./random-schemas.ts";

/** Returns a value that a schema often accepts, or nearly accepts. */
export function randomInstance(random: Random, schema: JsonValue): JsonValue {
  const value = buildValue(random, schema, schema, 4);
  return random.chance(30) ? changed(random, value) : value;
}

function buildValue(random: Random, root: JsonValue, schema: JsonValue, depth: number): JsonValue {
  if (!isObject(schema) || depth <= 0) return smallValue(random);
  const inside = (each: JsonValue, less = 1): JsonValue =>
    buildValue(random, root, each, depth - less);
  if (schema["$ref"] === "#") return inside(root);
  if (typeof schema["$ref"] === "string" && isObject(root) && isObject(root["$defs"])) {
    return inside(root["$defs"][schema["$ref"].slice("#/$defs/".length)] ?? true);
  }
  if (schema["const"] !== undefined) return schema["const"];
  const listed = listOf(schema["enum"]);
  if (listed.length > 0) return random.pick(listed);
  const parts: JsonValue[] = [...listOf(schema["allOf"])];
  for (const key of ["anyOf", "oneOf"]) {
    const branches = listOf(schema[key]);
    if (branches.length > 0) parts.push(random.pick(branches));
  }
  if (isObject(schema["then"])) parts.push(schema["then"]);
  const own = ownValue(random, schema, inside);
  return parts.map((each) => inside(each)).reduce(merged, own);
}

function ownValue(
  random: Random,
  schema: JsonObject,
  inside: (schema: JsonValue) => JsonValue,
): JsonValue {
  const { type = "", properties, prefixItems, items, contains } = schema;
  const name = isJsonArray(type) ? random.pick(type) : type;
  if (name === "null") return null;
  if (name === "array" || (name === "" && (items ?? prefixItems ?? contains) !== undefined)) {
    const first = listOf(prefixItems).map(inside);
    const others = times(random.below(3), () =>
      inside((random.chance(30) ? contains : items) ?? items ?? true),
    );
    return [...first.slice(0, random.below(4)), ...others];
  }
  if (name === "object" || (name === "" && properties !== undefined)) {
    return objectOf(random, schema, inside);
  }
  if (name === "integer") return random.below(6) - 1;
  if (name === "number")
    return random.pick([...scalars.filter((each) => typeof each === "number")]);
  if (name === "string")
    return random.pick(["", "a", "b", "ab", "aa", "aab", "ba", "10", "1", "c"]);
  return name === "boolean" ? random.chance(50) : smallValue(random);
}

function objectOf(
  random: Random,
  schema: JsonObject,
  inside: (schema: JsonValue) => JsonValue,
): JsonObject {
  const object: Record<string, JsonValue> = {};
  const { properties, additionalProperties = true } = schema;
  const known = isObject(properties) ? properties : {};
  for (const [name, each] of Object.entries(known)) {
    if (random.chance(60)) object[name] = inside(each);
  }
  for (const name of listOf(schema["required"])) {
    if (typeof name === "string" && random.chance(90)) {
      object[name] ??= inside(known[name] ?? additionalProperties);
    }
  }
  if (random.chance(25)) object[random.pick([...names, "d"])] = inside(additionalProperties);
  return object;
}

function merged(left: JsonValue, right: JsonValue): JsonValue {
  return isObject(left) && isObject(right) ? { ...left, ...right } : right;
}

/** Returns a value with one change somewhere. */
function changed(random: Random, value: JsonValue): JsonValue {
  if (isJsonArray(value) && value.length > 0 && random.chance(70)) {
    const index = random.below(value.length);
    if (random.chance(20)) return value.filter((_, at) => at !== index);
    return value.map((item, at) => (at === index ? changed(random, item) : item));
  }
  if (isObject(value) && Object.keys(value).length > 0 && random.chance(70)) {
    const name = random.pick(Object.keys(value));
    const others = Object.entries(value).filter(([key]) => key !== name);
    if (random.chance(30)) return Object.fromEntries(others);
    return { ...value, [name]: changed(random, value[name] ?? null) };
  }
  if (typeof value === "number") return value + random.pick([-1, -0.5, 0.5, 1]);
  return smallValue(random);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && isJsonArray(value) ? value : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isJsonArray(value);
}
