// Finds properties that a reader sets to their defaults. A schema with such a property has two types: one
// for readers and one for senders.

import type { JsonValue } from "@specwright/spec-loader";
import type { Contract } from "../model/contract.ts";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { conjuncts, leadingTo } from "../schema/schema-sets.ts";
import { schemasOf } from "./operation-schemas.ts";

/** The default of one property, and the schemas that define the default. */
export interface PropertyDefault {
  /** The value in JSON. */
  readonly value: JsonValue;
  /** The schema of the property. */
  readonly property: Schema;
  /**
   * The schema with the keyword `default`: the schema of the property, or a schema that always applies
   * together with it.
   */
  readonly holder: ObjectSchema;
}

/** The defaults that the readers of a contract apply. */
export interface Defaults {
  /** The schemas whose type for readers differs from the type for senders. */
  readonly differing: ReadonlySet<Schema>;
  /** Lists the defaults that a reader adds to an object, by property name. */
  of(schema: ObjectSchema): ReadonlyMap<string, PropertyDefault>;
}

const none: ReadonlyMap<string, PropertyDefault> = new Map();

/** No defaults: readers apply none. */
export const noDefaults: Defaults = { differing: new Set(), of: () => none };

/**
 * Finds the defaults of optional properties. A required property is always sent, so its default has no
 * effect. In a merge patch (RFC 7396), an absent property means "no change", so defaults do not apply.
 * Defaults for which `isApplied` returns false do not apply either.
 */
export function findDefaults(
  contract: Contract,
  isApplied: (found: PropertyDefault) => boolean = () => true,
): Defaults {
  const changed: Schema[] = [];
  // The key of this map is the field `properties`, because emitters print copies of a schema that share
  // `properties` but differ in other keywords.
  const applied = new Map<ObjectSchema["properties"], ReadonlyMap<string, PropertyDefault>>();
  const types = new Map<Schema, readonly Schema[]>();
  const patches = schemasOfMergePatches(contract);
  for (const schema of schemasOf(contract).keys()) {
    types.set(schema, partsOfType(schema));
    if (schema.kind === "boolean" || patches.has(schema)) continue;
    const defaults = objectDefaults(schema, isApplied);
    if (defaults.size === 0) continue;
    changed.push(schema);
    applied.set(schema.properties, defaults);
  }
  if (changed.length === 0) return noDefaults;
  return {
    differing: leadingTo(changed, types),
    of: ({ properties }) => applied.get(properties) ?? none,
  };
}

/** Lists the schemas that the bodies of merge patches refer to, directly or indirectly. */
function schemasOfMergePatches(contract: Contract): ReadonlySet<Schema> {
  const operations = [...contract.operations, ...contract.webhooks];
  // The list grows during the iteration.
  for (const { callbacks } of operations) operations.push(...[...callbacks.values()].flat());
  const found = new Set<Schema>();
  for (const { requestBody } of operations) {
    for (const { mediaType, schema } of requestBody?.content ?? []) {
      if (schema !== undefined && isMergePatch.test(mediaType)) found.add(schema);
    }
  }
  for (const schema of found) for (const part of partsOfType(schema)) found.add(part);
  return found;
}

const isMergePatch = /^application\/merge-patch\+json\s*(?:;|$)/i;

function objectDefaults(
  { properties, required = [], leftOut }: ObjectSchema,
  isApplied: (found: PropertyDefault) => boolean,
): ReadonlyMap<string, PropertyDefault> {
  const found = new Map<string, PropertyDefault>();
  for (const [name, property] of properties ?? []) {
    const isFilled = !required.includes(name) && leftOut?.has(name) !== true;
    const preset = isFilled ? defaultOf(property) : undefined;
    if (preset !== undefined && isApplied(preset)) found.set(name, preset);
  }
  return found;
}

/**
 * Returns the default of a property: the default of its own schema, or else of the schema that it refers
 * to.
 */
export function defaultOf(property: Schema): PropertyDefault | undefined {
  for (const holder of conjuncts(property)) {
    if (holder.kind === "boolean" || holder.default === undefined) continue;
    return { value: holder.default, property, holder };
  }
  return undefined;
}

/** Lists the schemas from which the type of a schema is composed. */
function partsOfType(schema: Schema): readonly Schema[] {
  if (schema.kind === "boolean") return [];
  const { ref, dynamicRef, allOf, anyOf, oneOf, items, prefixItems } = schema;
  const { properties, patternProperties, additionalProperties } = schema;
  const single = [ref?.target, dynamicRef?.target, items, additionalProperties];
  const lists = [
    allOf,
    anyOf,
    oneOf,
    prefixItems,
    properties?.values(),
    patternProperties?.values(),
  ];
  return [...single, ...lists.flatMap((each) => [...(each ?? [])])].filter(
    (part) => part !== undefined,
  );
}
