// The schemas of a contract as JSON Schema 2020-12, for other validators.

import { type Contract, type Schema, schemaChildren } from "@specwright/contract";

type Json = Record<string, unknown>;

/** Returns a schema with all declarations under `$defs`, by their position in the contract. */
export function jsonSchemaOf(contract: Contract): Json {
  const positions = new Map(contract.declarations.map(({ schema }, index) => [schema, index]));
  const defs = contract.declarations.map(({ schema }) => convert(schema, positions, true));
  return { $id: "contract:", $defs: Object.fromEntries(defs.entries()) };
}

function convert(
  schema: Schema,
  positions: ReadonlyMap<Schema, number>,
  isDeclared = false,
): Json | boolean {
  if (schema.kind === "boolean") return schema.value;
  const position = positions.get(schema);
  if (position !== undefined && !isDeclared) return { $ref: `#/$defs/${position}` };
  const json: Json = {};
  for (const keyword of copied) if (schema[keyword] !== undefined) json[keyword] = schema[keyword];
  if (schema.types !== undefined) json["type"] = schema.types;
  if (schema.const !== undefined) json["const"] = schema.const.value;
  if (schema.enum !== undefined && schema.openEnum !== true) json["enum"] = schema.enum;
  if (schema.ref !== undefined) json["$ref"] = `#/$defs/${positions.get(schema.ref.target)}`;
  if (schema.dependentRequired !== undefined)
    json["dependentRequired"] = Object.fromEntries(schema.dependentRequired);
  for (const { keyword, key, schema: child } of schemaChildren(schema)) {
    const converted = convert(child, positions);
    if (key === undefined) json[keyword] = converted;
    else if (typeof key === "number") json[keyword] = [...((json[keyword] as []) ?? []), converted];
    else json[keyword] = { ...(json[keyword] as Json), [key]: converted };
  }
  return plain(json) as Json;
}

const copied = [
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minContains",
  "maxContains",
  "minItems",
  "maxItems",
  "uniqueItems",
  "required",
  "minProperties",
  "maxProperties",
] as const;

/** Converts big integers to numbers, because other validators do not support them. */
export function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}
