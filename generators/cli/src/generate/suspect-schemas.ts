// Finds the schemas that need a thorough check. For most documents, generation is faster than loading the
// module for that check.

import {
  type Contract,
  leadingTo,
  mayMatchBoth,
  type ObjectSchema,
  type Schema,
  schemasOf,
  unionTag,
} from "@specwright/contract";

/**
 * The maximum number of alternatives in a union. The check compares each pair, so its cost is quadratic.
 */
const mostAlternatives = 20;

/**
 * Lists schemas that may reject every value, or values that should be valid. These are an `allOf` with a
 * part that forbids additional properties, and a `oneOf` without a tag in which one value may match two
 * alternatives.
 */
export function suspectSchemas(contract: Contract): readonly Schema[] {
  const schemas = [...schemasOf(contract).keys()].filter((schema) => schema.kind === "schema");
  const closed = schemas.filter(isClosed);
  const around =
    closed.length === 0
      ? new Set<Schema>()
      : leadingTo(closed, new Map(schemas.map((schema) => [schema, ownParts(schema)])));
  return schemas.filter(
    (schema) => (schema.allOf !== undefined && around.has(schema)) || mayOverlap(schema),
  );
}

function isClosed({ additionalProperties }: ObjectSchema): boolean {
  return additionalProperties?.kind === "boolean" && !additionalProperties.value;
}

/** Lists the schemas that a value must match in addition to the given schema. */
function ownParts({ ref, allOf = [] }: ObjectSchema): readonly Schema[] {
  return ref === undefined ? allOf : [ref.target, ...allOf];
}

function mayOverlap({ oneOf: branches = [], discriminator }: ObjectSchema): boolean {
  if (branches.length < 2 || branches.length > mostAlternatives) return false;
  if (unionTag(branches, discriminator) !== undefined) return false;
  return branches.some((first, at) =>
    branches.some((second, other) => at !== other && mayMatchBoth(first, second)),
  );
}
