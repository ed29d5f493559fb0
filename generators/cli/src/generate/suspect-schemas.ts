// Finds schemas that need a closer check. That check takes longer to load than generation from most
// documents.

import {
  type Contract,
  leadingTo,
  mayMatchBoth,
  type ObjectSchema,
  type Schema,
  schemasOf,
  unionTag,
} from "@specwright/contract";

/** Larger unions are not compared: the number of pairs grows quadratically. */
const mostAlternatives = 20;

/**
 * Lists the schemas that may reject every value, or common values: an `allOf` with a closed part,
 * and a `oneOf` without a tag, where a value of one alternative may match another.
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

/** Lists the schemas that always apply together with a schema. */
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
