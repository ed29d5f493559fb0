// Random schemas over a small vocabulary, so that two of them often have values in common.

import type { JsonObject, JsonValue } from "@specwright/spec-loader";
import type { Random } from "../generate/random.ts";

export const names: readonly string[] = ["a", "b", "ab", "c"];
export const scalars: readonly JsonValue[] = [
  ...[null, true, false, 0, 1, 2, 3, -1, 0.5, 1.5],
  ...["", "a", "b", "ab", "aa", "10"],
];
const patterns = ["^a", "b$", "^[ab]*$", "^a|b$", "^.$", "^(?:a|ab)$", "a", "^[0-9]+$", "^a{2,}$"];
const types = ["null", "boolean", "integer", "number", "string", "array", "object"];

type Build = (random: Random, depth: number) => JsonValue;

const limit: Build = (random) => random.below(4);
const bound: Build = (random) => random.pick([-1, 0, 0.5, 1, 1.5, 2, 3]);
const nested: Build = (random, depth) => anySchema(random, depth - 1);
const list: Build = (random, depth) => times(1 + random.below(3), () => nested(random, depth));
const named: Build = (random, depth) => mapOf(random, names, () => nested(random, depth));
const subset: Build = (random) => names.filter(() => random.chance(30));

const keywords = {
  number: {
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: bound,
    exclusiveMaximum: bound,
    multipleOf: (random) => random.pick([0.5, 1, 1.5, 2, 3]),
  },
  string: { minLength: limit, maxLength: limit, pattern: (random) => random.pick(patterns) },
  array: {
    minItems: limit,
    maxItems: limit,
    uniqueItems: (random) => random.chance(70),
    prefixItems: list,
    items: nested,
    contains: nested,
    minContains: limit,
    maxContains: limit,
    unevaluatedItems: nested,
  },
  object: {
    properties: named,
    patternProperties: (random, depth) => mapOf(random, patterns, () => nested(random, depth)),
    additionalProperties: nested,
    propertyNames: nested,
    required: subset,
    minProperties: limit,
    maxProperties: limit,
    dependentRequired: (random) => mapOf(random, names, () => subset(random, 0)),
    dependentSchemas: named,
    unevaluatedProperties: nested,
  },
  logic: {
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: nested,
    if: nested,
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
    then: nested,
    else: nested,
  },
  values: {
    enum: (random) => distinct(times(1 + random.below(4), () => smallValue(random))),
    const: (random) => smallValue(random),
  },
} as const satisfies Record<string, Readonly<Record<string, Build>>>;

const all: Readonly<Record<string, Build>> = Object.assign({}, ...Object.values(keywords));

/**
 * Returns a random schema of 2020-12: any keywords, or only the usual keywords of contracts. Some
 * are recursive, through themselves or through two further schemas.
 */
export function randomSchema(random: Random): JsonValue {
  const build = random.chance(50) ? anySchema : contractSchema;
  const schema = build(random, 3);
  if (!JSON.stringify(schema).includes("#/$defs/")) return hasLoneReference(schema) ? true : schema;
  const document = { $defs: { A: build(random, 2), B: build(random, 2) }, ...Object(schema) };
  return hasLoneReference(document) ? true : document;
}

/**
 * Reports whether a schema that others refer to may be just a reference, which is an error if it leads back
 * to itself.
 */
export function hasLoneReference(document: JsonValue): boolean {
  const { $defs, ...schema } = Object(document);
  return [schema, ...Object.values($defs ?? {})].some(
    (each) => JSON.stringify(each).startsWith('{"$ref"') && Object.keys(each).length <= 2,
  );
}

/** A reference to the document or to one of its two further schemas. */
const reference = (random: Random): JsonValue => ({
  $ref: random.pick(["#", "#/$defs/A", "#/$defs/B"]),
});

function anySchema(random: Random, depth: number): JsonValue {
  if (depth <= 0 || random.chance(12)) {
    return random.pick<JsonValue>([true, false, {}, { type: random.pick(types) }]);
  }
  const choice = random.below(12);
  if (choice === 0) return reference(random);
  if (choice === 1) return { type: distinct(times(1 + random.below(3), () => random.pick(types))) };
  if (choice === 2) return { [random.pick(["anyOf", "oneOf", "allOf"])]: list(random, depth) };
  if (choice <= 4) return some(random, depth, all, {});
  if (choice === 5) return some(random, depth, keywords.values, {});
  const type = random.pick(["number", "string", "array", "object", "object"] as const);
  return some(random, depth, keywords[type], { type });
}

function some(
  random: Random,
  depth: number,
  from: Readonly<Record<string, Build>>,
  start: JsonObject,
): JsonObject {
  const schema: Record<string, JsonValue> = { ...start };
  for (let count = random.below(4); count > 0; count -= 1) {
    const key = random.pick(Object.keys(from));
    schema[key] ??= from[key]?.(random, depth) ?? true;
  }
  return schema;
}

/** A schema as in typical contracts: plain types, objects, compositions and unions. */
function contractSchema(random: Random, depth: number): JsonValue {
  const choice = random.below(depth <= 0 ? 4 : 13);
  if (choice === 0) return { enum: distinct(times(2, () => random.pick(["a", "b", "ab", ""]))) };
  if (choice === 1) return some(random, depth, keywords.string, { type: "string" });
  if (choice === 2) return some(random, depth, keywords.number, { type: "integer" });
  if (choice === 3) return { type: random.pick([["string", "null"], "boolean", "number"]) };
  if (choice === 4) return reference(random);
  if (choice === 5) {
    const array = { type: "array", items: contractSchema(random, depth - 1) };
    return random.chance(30) ? { ...array, uniqueItems: true } : array;
  }
  if (choice === 6) return union(random, depth);
  if (choice <= 8) return composition(random, depth);
  return object(random, depth);
}

function object(random: Random, depth: number): JsonObject {
  const schema: Record<string, JsonValue> = { type: "object" };
  schema["properties"] = mapOf(random, names, () => {
    const property = contractSchema(random, depth - 1);
    if (!random.chance(10) || property === null || typeof property !== "object") return property;
    return { ...property, [random.pick(["readOnly", "writeOnly"])]: true };
  });
  if (random.chance(50)) schema["required"] = subset(random, 0);
  const closing = random.below(10);
  if (closing <= 1) schema["additionalProperties"] = false;
  if (closing === 2) schema["additionalProperties"] = contractSchema(random, depth - 1);
  if (closing === 3) schema["unevaluatedProperties"] = random.chance(50);
  if (closing === 4) schema["patternProperties"] = { "^a": contractSchema(random, depth - 1) };
  return schema;
}

/** An object of parts, often closed by `unevaluatedProperties`. */
function composition(random: Random, depth: number): JsonObject {
  const own = random.chance(40) ? object(random, depth) : {};
  const allOf = times(1 + random.below(2), () =>
    random.chance(75) ? object(random, depth) : contractSchema(random, depth - 1),
  );
  const closing = random.below(10);
  return {
    ...own,
    allOf,
    ...(closing < 5 && { unevaluatedProperties: false }),
    ...(closing === 5 && { unevaluatedProperties: contractSchema(random, depth - 1) }),
  };
}

function union(random: Random, depth: number): JsonObject {
  const key = random.pick(["anyOf", "oneOf"]);
  if (random.chance(30)) return { [key]: [contractSchema(random, depth - 1), { type: "null" }] };
  const kinds = ["a", "b", "ab"].slice(0, 2 + random.below(2));
  const branches = kinds.map((kind) => {
    const branch = object(random, depth);
    const properties = branch["properties"];
    return {
      ...branch,
      properties: { ...Object(properties), c: { const: kind } },
      required: ["c"],
    };
  });
  return random.chance(25)
    ? { [key]: branches, unevaluatedProperties: false }
    : { [key]: branches };
}

/** Returns a value that many of the schemas accept. */
export function smallValue(random: Random): JsonValue {
  const choice = random.below(5);
  if (choice < 3) return random.pick(scalars);
  if (choice === 3) return times(random.below(4), () => random.pick(scalars));
  return mapOf(random, [...names, "d"], () => random.pick(scalars));
}

function mapOf(random: Random, keys: readonly string[], build: () => JsonValue): JsonObject {
  const count = random.below(4);
  return Object.fromEntries(times(count, () => [random.pick(keys), build()]));
}

export function times<Value>(count: number, build: () => Value): Value[] {
  return Array.from({ length: count }, build);
}

function distinct(values: readonly JsonValue[]): JsonValue[] {
  const texts = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...texts.values()];
}
