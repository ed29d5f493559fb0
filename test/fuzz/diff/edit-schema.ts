// Edits of a schema at one place, as between two versions of a document.

import type { JsonValue } from "@specwright/spec-loader";
import type { Random } from "../generate/random.ts";
import { randomSchema } from "./random-schemas.ts";

/** Keywords with the same kind of value and nearly the same meaning. */
const similar: Readonly<Record<string, string>> = {
  minimum: "exclusiveMinimum",
  exclusiveMinimum: "minimum",
  maximum: "exclusiveMaximum",
  exclusiveMaximum: "maximum",
  anyOf: "oneOf",
  oneOf: "anyOf",
  allOf: "anyOf",
  items: "contains",
  contains: "items",
  additionalProperties: "unevaluatedProperties",
  unevaluatedProperties: "additionalProperties",
  minItems: "maxItems",
  minLength: "maxLength",
  minProperties: "maxProperties",
};

type Members = Record<string, unknown>;

/** Returns a copy of a schema with one keyword changed, renamed, added or removed. */
export function editSchema(random: Random, schema: JsonValue): JsonValue {
  const copy = { schema: structuredClone(schema) };
  const places: (readonly [Members, string])[] = [];
  collect(copy, places);
  const [members, key] = random.pick(places);
  const value = members[key];
  const other = similar[key];
  const way = random.below(5);
  if (way === 0 && typeof value === "number") members[key] = value + 1;
  else if (way === 0 && key === "enum" && Array.isArray(value) && value.length > 1) value.pop();
  else if (way <= 1 && other !== undefined && !(other in members)) {
    members[other] = value;
    delete members[key];
  } else if (way === 2) add(random, members, key);
  else if (way === 3 && schemas.has(key)) members[key] = { allOf: [value] };
  else if (members !== copy) delete members[key];
  return JSON.parse(JSON.stringify(copy.schema));
}

/** Keywords whose value is a schema. */
const schemas: ReadonlySet<string> = new Set(["schema", "items", "additionalProperties", "not"]);

/** Adds a property, a required name or a mark to the schema at a place. */
function add(random: Random, members: Members, key: string): void {
  const value = members[key];
  const name = random.pick(["a", "b", "ab", "c"]);
  if (key === "properties" && typeof value === "object") {
    members[key] = { ...value, [name]: randomSchema(random) };
  } else if (key === "required" && Array.isArray(value))
    members[key] = [...new Set([...value, name])];
  else if ("type" in members) members[random.pick(["readOnly", "writeOnly"])] = true;
}

/** Lists every keyword of a schema and its subschemas; leaves out values in an enum. */
function collect(value: unknown, places: (readonly [Members, string])[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, places);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [key, each] of Object.entries(value)) {
    places.push([value as Members, key]);
    if (key !== "enum" && key !== "const") collect(each, places);
  }
}
