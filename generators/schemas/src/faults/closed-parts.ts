// Finds properties that a part of an `allOf` rejects. A part with `additionalProperties: false` only allows
// the `properties` of the same part.

import { conjuncts, type ObjectSchema, type Schema } from "@specwright/contract";

/**
 * A property that one part of a schema declares or requires, although a different part does not allow it.
 */
export interface RefusedMember {
  readonly name: string;
  readonly isRequired: boolean;
  /** The part that does not allow the property. */
  readonly by: ObjectSchema;
}

/** Lists the properties that a schema declares or requires, although no valid value can have them. */
export function refusedMembers(schema: Schema): readonly RefusedMember[] {
  if (schema.kind === "boolean" || (schema.allOf ?? schema.ref) === undefined) return [];
  const parts = [...conjuncts(schema)].filter((part) => part.kind === "schema");
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const declared = new Set(parts.flatMap(({ properties }) => [...(properties?.keys() ?? [])]));
  return parts
    .filter(isClosed)
    .flatMap((by) =>
      [...new Set([...required, ...declared])]
        .filter((name) => by.properties?.has(name) !== true)
        .map((name) => ({ name, isRequired: required.has(name), by })),
    );
}

function isClosed({ additionalProperties, patternProperties }: ObjectSchema): boolean {
  const isFalse = additionalProperties?.kind === "boolean" && !additionalProperties.value;
  return isFalse && patternProperties === undefined;
}
