// Decides which alternative of a union a client finds for a value. An open object accepts the properties of
// every other alternative. Without this file, one open alternative would hide the changes of all others.

import { dereference, type ObjectSchema, type Schema } from "@specwright/contract";
import { declaredProperties } from "./declared-properties.ts";
import type { SchemaPair } from "./schema-pairs.ts";
import { viewOf } from "./schema-view.ts";

/**
 * Copies the unions of pairs with closed alternatives, so that an open alternative does not hide a change
 * of a different alternative.
 */
export class ClosedAlternatives {
  /** The closed unions that receivers know, by direction. */
  readonly #readers = {
    request: new Map<SchemaPair, ObjectSchema>(),
    response: new Map<SchemaPair, ObjectSchema>(),
  };

  /**
   * Returns two schemas to compare. The sent schema is the alternative with only its declared properties.
   * The received schema is the receiver's union, whose alternatives also allow the properties of their
   * partners. Returns undefined if the receiver has no union.
   */
  of(
    union: SchemaPair,
    alternative: Pick<SchemaPair, "base" | "revision">,
    partners: readonly SchemaPair[],
    direction: "request" | "response",
  ): Pick<SchemaPair, "base" | "revision"> | undefined {
    const [sent, read] = sidesOf(direction);
    const [outer, around] = [viewOf(union[read]), viewOf(union[sent])];
    const isOne = unionAlternatives(around).some((each) => isSame(each, alternative[sent]));
    if (unionAlternatives(outer).length < 2 || !isOne) return undefined;
    // Properties next to the union apply to every alternative.
    const shared = [outer, around].flatMap((each) => [...(each.properties ?? [])]);
    const known = this.#readers[direction].get(union);
    const reader = known ?? {
      ...any,
      anyOf: unionAlternatives(outer).map((each) => {
        const partner = partners.find((pair) => isSame(pair[read], each));
        return closed(each, partner?.[sent], shared);
      }),
    };
    this.#readers[direction].set(union, reader);
    // The schema that contains the union also restricts the types of a value.
    const { types } = around;
    const alone = closed(alternative[sent], undefined, shared);
    const sender = types === undefined ? alone : { ...any, types, allOf: [alone] };
    return direction === "request"
      ? { base: sender, revision: reader }
      : { base: reader, revision: sender };
  }
}

/** For a direction, returns the side whose values are sent and the side that the receiver knows. */
function sidesOf(direction: "request" | "response") {
  return direction === "request"
    ? (["base", "revision"] as const)
    : (["revision", "base"] as const);
}

/** Returns the alternatives of a union. Returns an empty list for a schema without a union. */
export function unionAlternatives({ anyOf = [], oneOf = [] }: ObjectSchema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

function isSame(left: Schema, right: Schema): boolean {
  return dereference(left) === dereference(right);
}

/** How many levels of nested objects are closed in an alternative. */
const depth = 3;

const any: ObjectSchema = {
  kind: "schema",
  source: { file: "", pointer: "" },
  dialect: "2020-12",
  raw: {},
  extensions: new Map(),
};
const nothing: Schema = { kind: "boolean", source: any.source, value: false };

/**
 * Returns a copy of a schema that allows only properties of the schema itself, of its partner and of
 * `shared`.
 */
function closed(
  schema: Schema,
  partner: Schema | undefined,
  shared: readonly (readonly [string, Schema])[] = [],
  left = depth,
): Schema {
  const [view, others] = [viewOf(schema), partner && viewOf(partner)];
  const declared = declaredProperties(view);
  const { items } = view;
  if (left === 0 || (declared.size === 0 && items === undefined)) return schema;
  const theirs = others && declaredProperties(others);
  const properties = new Map<string, Schema>(
    [...(theirs?.keys() ?? [])].map((name) => [name, any] as const),
  );
  for (const [name] of shared) properties.set(name, any);
  for (const [name, each] of declared) {
    properties.set(name, closed(each, theirs?.get(name), [], left - 1));
  }
  return {
    ...any,
    allOf: [schema],
    ...(items && { items: closed(items, others?.items, [], left - 1) }),
    ...(declared.size > 0 && { properties }),
    ...(declared.size > 0 && !declaresAdditional(view) && { additionalProperties: nothing }),
  };
}

/** Reports whether a schema states which additional properties it allows. */
function declaresAdditional(schema: ObjectSchema): boolean {
  return (
    schema.additionalProperties !== undefined ||
    schema.unevaluatedProperties !== undefined ||
    schema.patternProperties !== undefined ||
    (schema.allOf ?? []).some((each) => declaresAdditional(viewOf(each)))
  );
}
