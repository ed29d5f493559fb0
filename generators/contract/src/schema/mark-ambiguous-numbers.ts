// Numbers that have strings as alternatives: as strings in TypeScript, the two would be the same.

import type { ObjectSchema, Schema } from "../model/schema.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";

/** Marks the schemas of numbers that are in a union with strings which may look like numbers. */
export function markAmbiguousNumbers(schemas: Iterable<Schema>): void {
  for (const schema of schemas) {
    if (schema.kind === "boolean" || !hasAlternatives(schema)) continue;
    const alternatives = inPlace(schema);
    if (!alternatives.some(mayBeDigits)) continue;
    // The schemas of a contract are drafts until the contract is built.
    for (const each of alternatives.filter(isNumeric) as SchemaDraft[]) each.keepsNumber = true;
  }
}

function hasAlternatives({ types = [], anyOf, oneOf }: ObjectSchema): boolean {
  return (anyOf ?? oneOf) !== undefined || types.length > 1;
}

/** Lists a schema and those that it consists of for the same value. */
function inPlace(schema: ObjectSchema): readonly ObjectSchema[] {
  const found = new Set([schema]);
  // The set grows during the iteration.
  for (const { ref, allOf = [], anyOf = [], oneOf = [] } of found) {
    const parts = [...allOf, ...anyOf, ...oneOf, ...(ref === undefined ? [] : [ref.target])];
    for (const part of parts) if (part.kind === "schema") found.add(part);
  }
  return [...found];
}

function isNumeric({ types }: ObjectSchema): boolean {
  return types?.some((type) => type === "integer" || type === "number") === true;
}

function mayBeDigits({ types, const: constant, enum: members }: ObjectSchema): boolean {
  const values = constant === undefined ? members : [constant.value];
  if (values !== undefined)
    return values.some((value) => typeof value === "string" && /^-?\d/.test(value));
  return types?.includes("string") === true;
}
