// Unions whose branches differ in the value of one property: told apart by it instead of by trying.

import type { ObjectSchema, Schema } from "@specwright/contract";
import { assertions, listedValues } from "./schema-facts.ts";

/** Says which value of which property selects which branch. */
export interface UnionTag {
  readonly property: string;
  /** From tag value to branch. */
  readonly branches: ReadonlyMap<string, Schema>;
  /** False when the values come from a `discriminator` only, not from the branches. */
  readonly isConstant: boolean;
}

/** Finds the tag of a union: a required property with its own constants in each branch, else a written discriminator. */
export function unionTag(
  branches: readonly Schema[],
  discriminator: ObjectSchema["discriminator"],
): UnionTag | undefined {
  const [first] = branches;
  if (first === undefined || branches.length < 2) return undefined;
  const named = discriminator?.propertyName;
  const candidates = [...(named === undefined ? [] : [named]), ...tagNames(first, new Set())];
  for (const property of candidates) {
    const found = constantTags(branches, property);
    if (found !== undefined) return { property, branches: found, isConstant: true };
  }
  if (discriminator === undefined) return undefined;
  const { propertyName, mapping } = discriminator;
  const targets = new Set([...mapping.values()]);
  const isMapped = branches.every((branch) => targets.has(resolve(branch)));
  return isMapped ? { property: propertyName, branches: mapping, isConstant: false } : undefined;
}

function constantTags(
  branches: readonly Schema[],
  property: string,
): ReadonlyMap<string, Schema> | undefined {
  const found = new Map<string, Schema>();
  for (const branch of branches) {
    const values = tagValues(branch, property, new Set());
    if (values === undefined || !requires(branch, property, new Set())) return undefined;
    for (const value of values) {
      if (found.has(value)) return undefined;
      found.set(value, branch);
    }
  }
  return found;
}

/** Lists the required properties of a branch that have constants, in document order. */
function tagNames(schema: Schema, seen: Set<Schema>): readonly string[] {
  if (schema.kind === "boolean" || seen.has(schema)) return [];
  seen.add(schema);
  const own = [...(schema.properties ?? [])].filter(
    ([, property]) => constants(property) !== undefined,
  );
  return [...own.map(([name]) => name), ...parts(schema).flatMap((part) => tagNames(part, seen))];
}

function tagValues(
  schema: Schema,
  property: string,
  seen: Set<Schema>,
): readonly string[] | undefined {
  if (schema.kind === "boolean" || seen.has(schema)) return undefined;
  seen.add(schema);
  const own = schema.properties?.get(property);
  const values = own === undefined ? undefined : constants(own);
  if (values !== undefined) return values;
  for (const part of parts(schema)) {
    const inherited = tagValues(part, property, seen);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

function requires(schema: Schema, property: string, seen: Set<Schema>): boolean {
  if (schema.kind === "boolean" || seen.has(schema)) return false;
  seen.add(schema);
  if (schema.required?.includes(property) && isObject(schema)) return true;
  return parts(schema).some((part) => requires(part, property, seen));
}

function isObject({ types }: ObjectSchema): boolean {
  return types === undefined || (types.length === 1 && types[0] === "object");
}

function parts({ ref, allOf = [] }: ObjectSchema): readonly Schema[] {
  return ref === undefined ? allOf : [ref.target, ...allOf];
}

function constants(schema: Schema): readonly string[] | undefined {
  const target = resolve(schema);
  if (target.kind === "boolean" || target.extensions.get("x-open-enum") === true) return undefined;
  const values = listedValues(target);
  const strings = values?.filter((value) => typeof value === "string");
  return values !== undefined && values.length > 0 && strings?.length === values.length
    ? strings
    : undefined;
}

/** Follows references that stand alone. */
function resolve(schema: Schema): Schema {
  let current = schema;
  for (let steps = 0; steps < 100; steps += 1) {
    if (current.kind === "boolean" || current.ref === undefined || assertions(current).size > 1)
      return current;
    current = current.ref.target;
  }
  return current;
}
