// Removes from a document what a filter left out of its contract.

import type { Contract, HttpOperation } from "@specwright/contract";
import { type JsonObject, type JsonValue, pathItemMethods } from "@specwright/spec-loader";

/**
 * Returns a document without the operations that its contract does not have, and without the
 * components that were used by these only. The same document if the contract has all.
 */
export function filteredDocument(document: JsonValue, contract: Contract): JsonValue {
  if (!isObject(document)) return document;
  const paths = keepOperations(document, "paths", contract.operations);
  const webhooks = keepOperations(document, "webhooks", contract.webhooks);
  if (paths === document["paths"] && webhooks === document["webhooks"]) return document;
  const kept: JsonObject = {
    ...document,
    ...(paths !== undefined && { paths }),
    ...(webhooks !== undefined && { webhooks }),
  };
  return { ...kept, components: usedComponents(kept) };
}

const methods: ReadonlySet<string> = new Set(pathItemMethods);

function keepOperations(
  document: JsonObject,
  field: "paths" | "webhooks",
  operations: readonly HttpOperation[],
): JsonValue | undefined {
  const items = document[field];
  if (!isObject(items)) return items;
  const kept = new Set(operations.map(({ method, path }) => `${method.toLowerCase()} ${path}`));
  let isWhole = true;
  const all = Object.entries(items).flatMap(([path, written]) => {
    const item = followed(document, written);
    if (!isObject(item)) return [[path, written] as const];
    const own = Object.keys(item).filter((key) => methods.has(key));
    const taken = own.filter((method) => kept.has(`${method} ${path}`));
    if (taken.length === own.length) return [[path, written] as const];
    isWhole = false;
    const rest = Object.entries(item).filter(([key]) => !methods.has(key) || taken.includes(key));
    return taken.length === 0 ? [] : [[path, Object.fromEntries(rest)] as const];
  });
  return isWhole ? items : Object.fromEntries(all);
}

/** Returns the components to which the rest of a document refers, directly or by others. */
function usedComponents(document: JsonObject): JsonObject {
  const { components, ...rest } = document;
  if (!isObject(components)) return {};
  const used = new Set(referencesIn(rest));
  // The set grows during the iteration.
  for (const reference of used) {
    for (const next of referencesIn(valueAt(document, reference))) used.add(next);
  }
  const isUsed = (kind: string, name: string): boolean => {
    const pointer = `#/components/${kind}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [...used].some((each) => each === pointer || each.startsWith(`${pointer}/`));
  };
  const kinds = Object.entries(components).map(([kind, map]) => {
    if (!isObject(map) || kind === "securitySchemes") return [kind, map] as const;
    const entries = Object.entries(map).filter(([name]) => isUsed(kind, name));
    return [kind, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(kinds);
}

function referencesIn(value: JsonValue | undefined): readonly string[] {
  const found: string[] = [];
  const open = [value];
  // The list grows during the iteration.
  for (const each of open) {
    if (typeof each !== "object" || each === null) continue;
    if (isObject(each) && typeof each["$ref"] === "string") found.push(decoded(each["$ref"]));
    open.push(...Object.values(each));
  }
  return found;
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

function followed(document: JsonObject, value: JsonValue): JsonValue | undefined {
  if (!isObject(value) || typeof value["$ref"] !== "string") return value;
  return valueAt(document, decoded(value["$ref"]));
}

function valueAt(document: JsonObject, reference: string): JsonValue | undefined {
  let current: JsonValue | undefined = document;
  for (const part of reference.split("/").slice(1)) {
    if (typeof current !== "object" || current === null) return undefined;
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    current = Object.entries(current).find(([key]) => key === name)?.[1];
  }
  return current;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
