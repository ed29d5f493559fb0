// Which schemas lead to which.

import type { Contract, ObjectSchema, Schema } from "@specwright/contract";
import { partsInPlace } from "./rules/rule-scope.ts";

/** Names ways from schema to schema: all there are, or those on which a schema decodes what it looks at. */
export type Way = "anywhere" | "decoded" | "decoded in place";

/** Finds the schemas of a contract from which some wanted one is reached. */
export function leadingTo(
  contract: Contract,
  isWanted: (schema: ObjectSchema) => boolean,
  way: Way,
): ReadonlySet<Schema> {
  const parents = new Map<Schema, Schema[]>();
  const found = new Set<Schema>();
  const seen = new Set<Schema>(contract.declarations.map(({ schema }) => schema));
  const addParent = (part: Schema, parent: Schema): void => {
    const known = parents.get(part);
    if (known === undefined) parents.set(part, [parent]);
    else known.push(parent);
  };
  // Both sets grow while they are walked.
  for (const schema of seen) {
    if (schema.kind === "boolean") continue;
    if (isWanted(schema)) found.add(schema);
    const { not, if: when, contains, propertyNames } = schema;
    const isDecoding = (part: Schema): boolean =>
      way === "anywhere" || ![not, when, contains, propertyNames].includes(part);
    for (const part of partsInPlace(schema)) {
      seen.add(part);
      if (isDecoding(part)) addParent(part, schema);
    }
    for (const part of partsInside(schema)) {
      seen.add(part);
      if (way !== "decoded in place" && isDecoding(part)) addParent(part, schema);
    }
  }
  for (const schema of found) for (const parent of parents.get(schema) ?? []) found.add(parent);
  return found;
}

/** Lists the schemas of members and items. */
function partsInside(schema: ObjectSchema): readonly Schema[] {
  const { properties, patternProperties, prefixItems = [] } = schema;
  const { additionalProperties, unevaluatedProperties, propertyNames } = schema;
  const { items, unevaluatedItems, contains } = schema;
  const parts = [additionalProperties, unevaluatedProperties, propertyNames];
  return [
    ...(properties?.values() ?? []),
    ...(patternProperties?.values() ?? []),
    ...prefixItems,
    ...[...parts, items, unevaluatedItems, contains].filter((part) => part !== undefined),
  ];
}
