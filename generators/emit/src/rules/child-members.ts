// Finds the members that child schemas declare, if the parent schema has a discriminator.

import type { Contract, ObjectSchema, Schema } from "@specwright/contract";
import { objectSchemas } from "./reach.ts";

const childrenOf = new WeakMap<Contract, ReadonlyMap<Schema, readonly ObjectSchema[]>>();

/**
 * Lists the members that the descendants of a schema declare. Returns undefined if the schema has no
 * descendants, or if a descendant can allow members that it does not name.
 */
export function childMembers(contract: Contract, parent: Schema): readonly string[] | undefined {
  let children = childrenOf.get(contract);
  if (children === undefined) {
    children = readChildren(contract);
    childrenOf.set(contract, children);
  }
  // The loops also visit the items that they add to the sets.
  const family = new Set<Schema>([parent]);
  for (const schema of family) for (const child of children.get(schema) ?? []) family.add(child);
  if (family.size === 1) return undefined;
  const names = new Set<string>();
  for (const schema of family) {
    if (schema === parent || schema.kind === "boolean") continue;
    // A descendant can have other parents, and these declare members too.
    for (const part of schema.allOf ?? []) family.add(referenceTarget(part));
    if (otherKeywords.some((keyword) => mayDeclare(schema[keyword]))) return undefined;
    for (const name of schema.properties?.keys() ?? []) names.add(name);
    for (const name of schema.required ?? []) names.add(name);
  }
  return [...names];
}

const otherKeywords = [
  "ref",
  "dynamicRef",
  "anyOf",
  "oneOf",
  "if",
  "dependentSchemas",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
] as const;

/** Reports whether a keyword can allow members. The value `false` allows none. */
function mayDeclare(value: ObjectSchema[(typeof otherKeywords)[number]]): boolean {
  if (value === undefined) return false;
  return !("kind" in value && value.kind === "boolean" && !value.value);
}

function readChildren(contract: Contract): ReadonlyMap<Schema, readonly ObjectSchema[]> {
  const children = new Map<Schema, ObjectSchema[]>();
  for (const schema of objectSchemas(contract)) {
    for (const part of schema.allOf ?? []) {
      const parent = referenceTarget(part);
      children.set(parent, children.get(parent) ?? []);
      children.get(parent)?.push(schema);
    }
  }
  return children;
}

function referenceTarget(part: Schema): Schema {
  return part.kind === "boolean" ? part : (part.ref?.target ?? part);
}
