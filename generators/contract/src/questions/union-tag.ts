// Unions with a tag: a property with different values in each branch, so that the value selects the branch.

import type { JsonValue } from "@specwright/spec-loader";
import type { ObjectSchema, Schema } from "../model/schema.ts";
import { type TagValue, tagValue } from "../tags/tag-value.ts";
import { assertions, foldConstants, listedValues, possibleTypes } from "./schema-facts.ts";
import { integerKind } from "./schema-reading.ts";

/** A value that selects a branch of a union. */
export type Tag = TagValue;

/** The tag of a union: the name of a property, and the branch that each value of the property selects. */
export interface UnionTag {
  readonly property: string;
  /** The branch that each tag value selects. */
  readonly branches: ReadonlyMap<Tag, Schema>;
  /**
   * Whether the branches themselves have the values as constants. If false, the values come from a
   * `discriminator`.
   */
  readonly isConstant: boolean;
}

/**
 * Finds the tag of a union: a required property with different constants in each branch, or else
 * the property of a `discriminator`.
 */
export function unionTag(
  branches: readonly Schema[],
  discriminator: ObjectSchema["discriminator"],
): UnionTag | undefined {
  const [first] = branches;
  if (first === undefined || branches.length < 2) return undefined;
  const named = discriminator?.propertyName;
  const candidates = [...(named === undefined ? [] : [named]), ...tagNames(first)];
  for (const property of candidates) {
    const found = constantTags(branches, property);
    if (found !== undefined) return { property, branches: found, isConstant: true };
  }
  if (discriminator === undefined || discriminator.hasDefault === true) return undefined;
  const { propertyName, mapping } = discriminator;
  const targets = new Set([...mapping.values()]);
  const isMapped = branches.every((branch) => targets.has(followReferences(branch)));
  if (!isMapped) return undefined;
  const values = [...mapping].map(([text, branch]): [Tag, Schema] => [
    tagValue(text, branch, propertyName),
    branch,
  ]);
  return { property: propertyName, branches: new Map(values), isConstant: false };
}

function constantTags(
  branches: readonly Schema[],
  property: string,
): ReadonlyMap<Tag, Schema> | undefined {
  const found = new Map<Tag, Schema>();
  const texts = new Set<string>();
  for (const branch of branches) {
    const values = tagValues(branch, property);
    // A value without the tag must not match any branch.
    if (values === undefined || !requiresProperty(branch, property)) return undefined;
    if (![...possibleTypes(branch)].every((type) => type === "object")) return undefined;
    for (const value of values) {
      if (texts.has(String(value))) return undefined;
      texts.add(String(value));
      found.set(value, branch);
    }
  }
  return found;
}

/** Lists the required properties of a branch that have constants, in document order. */
function tagNames(schema: Schema): readonly string[] {
  return partsInOrder(schema).flatMap(({ properties }) =>
    [...(properties ?? [])]
      .filter(([, property]) => tagConstants(property) !== undefined)
      .map(([name]) => name),
  );
}

function tagValues(schema: Schema, property: string): readonly Tag[] | undefined {
  for (const { properties } of partsInOrder(schema)) {
    const own = properties?.get(property);
    const values = own === undefined ? undefined : tagConstants(own);
    if (values !== undefined) return values;
  }
  return undefined;
}

function requiresProperty(schema: Schema, property: string): boolean {
  return partsInOrder(schema).some(({ required }) => required?.includes(property) === true);
}

/**
 * Lists a schema, and the schemas that apply to the same value because of its `$ref` and `allOf`. The order
 * is depth first, as in the document.
 */
function partsInOrder(schema: Schema): readonly ObjectSchema[] {
  const found = new Set<ObjectSchema>();
  const open = [schema];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.kind === "boolean" || found.has(each)) continue;
    found.add(each);
    if (each.allOf !== undefined) open.push(...each.allOf.toReversed());
    if (each.ref !== undefined) open.push(each.ref.target);
  }
  return [...found];
}

function tagConstants(schema: Schema): readonly Tag[] | undefined {
  const target = followReferences(schema);
  if (target.kind === "boolean" || target.openEnum === true || !mayList(target)) return undefined;
  const values = listedValues(foldConstants(target));
  const tags = values?.filter(isTag);
  return tags !== undefined && tags.length > 0 && tags.length === values?.length ? tags : undefined;
}

function mayList({ const: constant, enum: members, oneOf, anyOf }: ObjectSchema): boolean {
  return (constant ?? members ?? oneOf ?? anyOf) !== undefined;
}

/**
 * Reports whether emitters print the tag of an object schema as a literal or an enum.
 * `z.discriminatedUnion` requires this.
 */
export function hasLiteralTag({ properties }: ObjectSchema, name: string): boolean {
  const property = properties?.get(name);
  const target = property === undefined ? undefined : followReferences(property);
  if (target === undefined || target.kind === "boolean") return false;
  const plain = ["const", "enum", "types", "format"];
  const isPlain = [...assertions(foldConstants(target))].every((keyword) =>
    plain.includes(keyword),
  );
  return isPlain && (target.types === undefined || integerKind(target) === "number");
}

function isTag(value: JsonValue): value is Tag {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Follows references as long as the schema has no other keyword that restricts values. */
function followReferences(schema: Schema): Schema {
  let current = schema;
  for (let steps = 0; steps < 100; steps += 1) {
    if (current.kind === "boolean" || current.ref === undefined || assertions(current).size > 1)
      return current;
    current = current.ref.target;
  }
  return current;
}
