import type { ObjectSchema } from "@specwright/contract";

/** Reports whether other schemas judge the same value, whose keywords count as evaluation. */
export function hasApplicators(schema: ObjectSchema): boolean {
  return (
    schema.ref !== undefined ||
    schema.dynamicRef !== undefined ||
    schema.allOf !== undefined ||
    schema.anyOf !== undefined ||
    schema.oneOf !== undefined ||
    schema.if !== undefined ||
    // Folded from an `anyOf` with `properties`.
    schema.sameSign !== undefined ||
    schema.dependentSchemas !== undefined
  );
}
