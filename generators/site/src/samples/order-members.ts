import { orderedProperties, type Schema } from "@specwright/contract";
import { schemaParts } from "@specwright/schemas";
import { isJsonArray, isJsonObject, type JsonValue } from "@specwright/spec-loader";
import type { Reference } from "../reference/reference.ts";

const maxDepth = 12;

/**
 * Sorts the members of a value in the order of its schema. In a contract, the members of examples are
 * sorted by name.
 */
export function orderMembers(
  value: JsonValue,
  schema: Schema | undefined,
  reference: Reference,
  depth = 0,
): JsonValue {
  if (schema === undefined || typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return value;
  const { parts } = schemaParts(schema, reference.contract);
  const branches = parts.flatMap(({ oneOf = [], anyOf = [] }) => [...oneOf, ...anyOf]);
  const all = [
    ...parts,
    ...branches.flatMap((each) => schemaParts(each, reference.contract).parts),
  ];
  if (isJsonArray(value)) {
    const items = all.find((part) => part.items !== undefined)?.items;
    return value.map((each) => orderMembers(each, items, reference, depth + 1));
  }
  if (!isJsonObject(value)) return value;
  const properties = new Map<string, Schema>();
  for (const part of all) {
    for (const [name, property] of orderedProperties(part)) {
      if (!properties.has(name)) properties.set(name, property);
    }
  }
  const names = [...properties.keys()].filter((name) => Object.hasOwn(value, name));
  const others = Object.keys(value).filter((name) => !properties.has(name));
  return Object.fromEntries(
    [...names, ...others].map((name) => [
      name,
      orderMembers(value[name] ?? null, properties.get(name), reference, depth + 1),
    ]),
  );
}
