// Parts of one value of which one allows no other members: `additionalProperties` knows only the
// `properties` beside it, not those of other parts of an `allOf`.

import { conjuncts, type ObjectSchema, type Schema } from "@specwright/contract";

/** A member that one part of a schema declares or requires, and another part never allows. */
export interface RefusedMember {
  readonly name: string;
  readonly isRequired: boolean;
  /** The part that allows no other members. */
  readonly by: ObjectSchema;
}

/** Lists the members that no value of a schema can have although it declares or requires them. */
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
