// Schemas that are worth a closer look, which takes longer to load than most documents to generate.

import {
  type Contract,
  conjuncts,
  mayMatchBoth,
  type ObjectSchema,
  type Schema,
  schemasOf,
  unionTag,
} from "@specwright/contract";

/** Larger unions are not compared: the pairs grow with the square. */
const mostAlternatives = 20;

/**
 * Lists the schemas that may refuse every value, or usual ones: an `allOf` with a closed part, and a
 * `oneOf` without a tag, where a value of one alternative may fit another.
 */
export function suspectSchemas(contract: Contract): readonly Schema[] {
  return [...schemasOf(contract).keys()].filter(
    (schema) => schema.kind === "schema" && (hasClosedPart(schema) || mayOverlap(schema)),
  );
}

function hasClosedPart(schema: ObjectSchema): boolean {
  if (schema.allOf === undefined) return false;
  return [...conjuncts(schema)].some((part) => {
    const others = part.kind === "schema" ? part.additionalProperties : undefined;
    return others?.kind === "boolean" && !others.value;
  });
}

function mayOverlap({ oneOf: branches = [], discriminator }: ObjectSchema): boolean {
  if (branches.length < 2 || branches.length > mostAlternatives) return false;
  if (unionTag(branches, discriminator) !== undefined) return false;
  return branches.some((first, at) =>
    branches.some((second, other) => at !== other && mayMatchBoth(first, second)),
  );
}
