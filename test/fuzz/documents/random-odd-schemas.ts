// Random schemas in shapes that are unusual for types: keywords beside references, empty
// combinations, parents and children, formats beside other types, nulls in every notation.

import type { Random } from "../generate/random.ts";
import { scalarSchema } from "../generate/random-scalars.ts";

export type Json = Readonly<Record<string, unknown>>;

/** The features that the schemas of a document may use. */
export interface Dialect {
  readonly random: Random;
  /** OpenAPI 3.0: `nullable`, and no keywords beside `$ref`. */
  readonly old: boolean;
  /** AsyncAPI: `discriminator` is the name of a property. */
  readonly asyncapi: boolean;
}

const schemaNames = ["Pet", "Item", "Error", "Node", "string", "a-b", "types", "Promise", "Z", "I"];

const memberNames = [
  ..."id name kind value ts_ns a-b constructor __proto__ items type 0".split(" "),
  "a b",
];

/** Draws the named schemas of a document. */
export function oddSchemas(dialect: Dialect, count: number): Record<string, unknown> {
  const { random } = dialect;
  const names = new Set<string>();
  while (names.size < count) names.add(random.pick(schemaNames));
  const schemas = new Map<string, unknown>();
  for (const name of names) {
    if (random.chance(10)) addFamily(dialect, schemas, name, [...names]);
    else schemas.set(name, oddSchema(dialect, [...names], 0));
  }
  return Object.fromEntries(schemas);
}

/** Draws a parent that lists its children, and children that extend it. */
function addFamily(
  dialect: Dialect,
  schemas: Map<string, unknown>,
  parent: string,
  names: readonly string[],
): void {
  const { random, asyncapi } = dialect;
  const children = [`${parent}One`, `${parent}Two`];
  const refs = children.map((child) => ({ $ref: refTo(child) }));
  const mapping = Object.fromEntries(children.map((child, at) => [`tag${at}`, refTo(child)]));
  const discriminator = asyncapi
    ? "kind"
    : { propertyName: "kind", ...(random.chance(50) && { mapping }) };
  schemas.set(parent, {
    type: "object",
    properties: { kind: { type: "string" }, e: scalarSchema(random, dialect.old) },
    ...(random.chance(70) && { required: ["kind"] }),
    ...(random.chance(80) && { discriminator }),
    ...(random.chance(60) && { [random.pick(["oneOf", "anyOf"])]: refs }),
  });
  for (const child of children) {
    const own = objectSchema(dialect, names, 1);
    schemas.set(child, {
      ...(random.chance(50) && { type: "object" }),
      allOf: [{ $ref: refTo(parent) }, ...(random.chance(80) ? [own] : [])],
    });
  }
}

export function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Draws one schema. */
export function oddSchema(dialect: Dialect, names: readonly string[], depth: number): unknown {
  const { random, old } = dialect;
  const inner = (): unknown => oddSchema(dialect, names, depth + 1);
  const choice = random.below(depth > 2 ? 45 : 100);
  if (choice < 18) return nulled(dialect, scalarSchema(random, old));
  if (choice < 25) return nulled(dialect, formatted(random, old));
  if (choice < 30) return bare(random, old);
  // Schemas that only refer to each other would be refused.
  if (choice < 45 && depth > 0) return reference(dialect, names, depth);
  if (choice < 55) return nulled(dialect, arraySchema(dialect, names, depth));
  if (choice < 77) return nulled(dialect, objectSchema(dialect, names, depth));
  if (choice < 87) return union(dialect, names, depth);
  if (choice < 96) {
    const parts = Array.from({ length: random.below(3) + 1 }, inner);
    return nulled(dialect, { ...(random.chance(20) && { type: "object" }), allOf: parts });
  }
  return values(random, old);
}

/** Allows null, in one of the notations that authors use. */
function nulled({ random, old, asyncapi }: Dialect, drawn: Json): Json {
  if (!random.chance(15)) return drawn;
  if (old) return { ...drawn, nullable: true };
  const { type } = drawn;
  if (random.chance(50) && typeof type === "string") return { ...drawn, type: [type, "null"] };
  if (random.chance(10) && !asyncapi) return { ...drawn, nullable: true };
  return { [random.pick(["oneOf", "anyOf"])]: [drawn, { type: "null" }] };
}

/** A format on each type: the right type, and others. */
function formatted(random: Random, old: boolean): Json {
  const format = random.pick(
    "int32 int64 uint64 double float decimal date date-time byte binary uuid unknown".split(" "),
  );
  const type = random.pick(["integer", "number", "string", "boolean", undefined, "list"]);
  if (type === "list" && !old)
    return {
      type: random.pick([
        ["integer", "string"],
        ["number", "integer"],
        ["number", "null"],
        ["string", "integer", "null"],
      ]),
      format,
    };
  const bounds = random.pick<Json>([
    {},
    {},
    { minimum: 1 },
    { maximum: 100 },
    { multipleOf: 5 },
    { exclusiveMinimum: old ? true : 0, ...(old && { minimum: 0 }) },
  ]);
  return { ...(type !== undefined && type !== "list" && { type }), format, ...bounds };
}

/** Schemas that say little, or allow nothing. */
function bare(random: Random, old: boolean): unknown {
  const any: readonly unknown[] = [
    {},
    { type: "object" },
    { type: "object", additionalProperties: false },
    { type: "object", additionalProperties: true },
    { type: "object", additionalProperties: {} },
    { properties: {} },
    { type: "object", properties: {} },
    { additionalProperties: false },
    { required: ["id"] },
    { allOf: [{}] },
    { type: "array", items: {} },
    { oneOf: [{}] },
    { anyOf: [{ type: "object" }, {}] },
    { not: {} },
    { type: "object", maxProperties: 0 },
  ];
  const newer: readonly unknown[] = [
    true,
    false,
    { type: "array" },
    { anyOf: [] },
    { oneOf: [] },
    { allOf: [] },
    { enum: [] },
    { type: [] },
    { const: null },
    { type: "null" },
    { type: ["object", "null"] },
    { type: "array", items: false },
    { type: "array", prefixItems: [] },
    { patternProperties: { "^x": { type: "integer" } } },
    { patternProperties: {} },
    { propertyNames: { enum: ["a", "b"] }, type: "object" },
    { type: ["string", "number", "object", "array", "boolean", "null"] },
  ];
  return random.pick(old ? any : [...any, ...newer]);
}

/** A reference, with sibling keywords if the dialect has them. */
function reference(dialect: Dialect, names: readonly string[], depth: number): Json {
  const { random, old } = dialect;
  const $ref = refTo(random.pick(names));
  if (old || random.chance(50)) return random.chance(90) ? { $ref } : { allOf: [{ $ref }] };
  const beside = random.below(12);
  if (beside === 0) return { $ref, type: "object" };
  if (beside === 1) return { $ref, type: ["object", "null"] };
  if (beside === 2) return { $ref, description: "x", title: "t" };
  if (beside === 3) return { $ref, required: ["id"] };
  if (beside === 4) return { $ref, properties: { id: scalarSchema(random, false) } };
  if (beside === 5) return { $ref, additionalProperties: random.chance(50) };
  if (beside === 6) return { $ref, enum: ["a", 1, null, { id: 1 }].slice(0, 1 + random.below(4)) };
  if (beside === 7) return { $ref, ...union(dialect, names, depth + 2) };
  if (beside === 8) return { $ref, allOf: [oddSchema(dialect, names, depth + 1)] };
  if (beside === 9) return { $ref, ...scalarSchema(random, false) };
  if (beside === 10) return { $ref, items: { type: "string" } };
  return { $ref, ...objectSchema(dialect, names, depth + 2) };
}

function arraySchema(dialect: Dialect, names: readonly string[], depth: number): Json {
  const { random, old } = dialect;
  const inner = (): unknown => oddSchema(dialect, names, depth + 1);
  const limits = random.pick<Json>([
    {},
    {},
    { minItems: 1 },
    { maxItems: 2 },
    { minItems: 2, maxItems: 2 },
    { uniqueItems: true },
  ]);
  if (old || random.chance(75)) return { type: "array", items: inner(), ...limits };
  const prefixItems = Array.from({ length: 1 + random.below(2) }, inner);
  const items = random.pick<Json>([{}, { items: false }, { items: inner() }]);
  return { type: "array", prefixItems, ...items, ...limits };
}

function objectSchema(dialect: Dialect, names: readonly string[], depth: number): Json {
  const { random, old } = dialect;
  const inner = (): unknown => oddSchema(dialect, names, depth + 1);
  const properties: [string, unknown][] = [];
  const required = random.chance(15) ? ["undeclared"] : [];
  for (let count = random.below(4); count > 0; count -= 1) {
    const name = random.pick(memberNames);
    if (random.chance(50)) required.push(name);
    properties.push([name, described(dialect, inner())]);
  }
  const rest = random.below(12);
  return {
    ...(random.chance(85) && { type: "object" }),
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(rest === 0 && { additionalProperties: false }),
    ...(rest === 1 && { additionalProperties: inner() }),
    ...(rest === 2 && { additionalProperties: true }),
    ...(rest === 3 && !old && { patternProperties: { "^x-": inner() } }),
    ...(rest === 4 && !old && { unevaluatedProperties: false }),
    ...(rest === 5 && { not: { required: ["forbidden"] } }),
    ...(rest === 6 && !old && { dependentRequired: { id: ["name"] } }),
    ...(rest === 7 && { minProperties: 1 }),
  };
}

/** Adds keywords about a property: a direction or a default. */
function described({ random, old }: Dialect, drawn: unknown): unknown {
  if (typeof drawn !== "object" || drawn === null || (old && "$ref" in drawn)) return drawn;
  const said = random.below(20);
  if (said === 0) return { ...drawn, readOnly: true };
  if (said === 1) return { ...drawn, writeOnly: true };
  if (said === 2) return { ...drawn, deprecated: true, description: "Old */ text." };
  return said > 5 ? drawn : withDefault(random, drawn);
}

/** Gives a schema a default that is likely to match it. */
function withDefault(random: Random, drawn: object): unknown {
  const ready: readonly Json[] = [
    { type: "array", items: { type: "string", enum: ["on", "off"] }, default: ["on"] },
    { type: "array", items: { type: "integer", format: "int64" }, default: [1, 2] },
    {
      type: "object",
      properties: { mode: { type: "string", enum: ["on", "off"] } },
      required: ["mode"],
      default: { mode: "on" },
    },
    { type: "array", items: { type: "array", items: { enum: [1, 2] } }, default: [[1], [2, 1]] },
    { type: "string", format: "date-time", default: "2024-01-02T03:04:05Z" },
    { type: "string", format: "decimal", default: "1.50" },
    { type: "integer", format: "int64", default: 7 },
    {
      type: "object",
      additionalProperties: { type: "string", format: "date-time" },
      default: { at: "2024-01-02T03:04:05Z" },
    },
    { type: "array", items: { type: "string" }, default: [] },
    { type: "object", default: {} },
    { default: null },
  ];
  if (random.chance(60)) return random.pick(ready);
  const { type, enum: listed } = drawn as Json;
  if (Array.isArray(listed)) return { ...drawn, default: random.pick([...listed, "x"]) };
  const fits = new Map<unknown, unknown>([
    ["string", "x"],
    ["integer", 5],
    ["number", 1.5],
    ["boolean", true],
    ["object", {}],
    ["array", []],
  ]);
  return { ...drawn, default: fits.get(type) ?? null };
}

function union(dialect: Dialect, names: readonly string[], depth: number): Json {
  const { random, old, asyncapi } = dialect;
  const inner = (): unknown => oddSchema(dialect, names, depth + 1);
  const word = random.pick(["oneOf", "anyOf"]);
  const choice = random.below(4);
  if (choice === 0 && names.length > 1) {
    const refs = [...new Set(names)]
      .slice(0, 2 + random.below(2))
      .map((name) => ({ $ref: refTo(name) }));
    const discriminator = asyncapi ? "kind" : { propertyName: "kind" };
    return { [word]: refs, ...(random.chance(50) && { discriminator }) };
  }
  if (choice === 1) {
    const tagged = ["one", "two"].map((tag) => ({
      type: "object",
      properties: { kind: old ? { type: "string", enum: [tag] } : { const: tag }, value: inner() },
      required: ["kind"],
    }));
    return { [word]: tagged };
  }
  const branches = Array.from({ length: 1 + random.below(3) }, inner);
  return { ...(random.chance(15) && { type: "object" }), [word]: branches };
}

/** An enum of values of any kind. */
function values(random: Random, old: boolean): Json {
  const lists: readonly (readonly unknown[])[] = [
    ["a", "b", null],
    [1, 2.5],
    ["a", 1, true],
    [{ id: 1 }, { id: 2 }],
    [[], [1, "a"]],
    [null],
    [""],
    ["__proto__"],
  ];
  const type = random.pick([undefined, undefined, "string", "integer", "object"]);
  const list = random.pick(lists);
  if (!old && random.chance(30)) return { ...(type !== undefined && { type }), const: list[0] };
  return { ...(type !== undefined && { type }), enum: list };
}
