// The named schemas of a document. A declaration is made as soon as something needs it; its name,
// component and recursion are settled when all are known.

import type { Declaration, DeclarationOrigin, Schema } from "../model/schema.ts";
import { isPureReference } from "../schema/walk-schemas.ts";
import { namesFromPlace } from "./place-names.ts";

/** A declaration before its name is settled. */
export interface DeclarationDraft {
  name: string;
  origin: DeclarationOrigin;
  readonly schema: Schema;
  recursive: boolean;
  component: number;
}

/** The names that a declaration could have, best first, and how strong its claim is. */
export interface NameClaim {
  readonly draft: DeclarationDraft;
  names: readonly string[];
  strength: number;
}

/** The declarations of a build by schema. */
export type Declarations = Map<Schema, NameClaim>;

/** Whatever holds a table of declarations. */
export interface DeclarationHolder {
  readonly declarations: Declarations;
}

/** A component keeps its key; a composed name gives way to it; a name made of a place comes last. */
const strengths = { component: 2, composed: 1, place: 0 } as const;

/** Starts an empty table of declarations. */
export function createDeclarations(): Declarations {
  return new Map();
}

/** Declares a component by its key. */
export function declareComponent(
  holder: DeclarationHolder,
  schema: Schema,
  key: string,
): Declaration {
  return claim(holder, schema, "schema", [key], strengths.component);
}

/** Declares a schema by names composed of what it is used for, best first. */
export function declareComposed(
  holder: DeclarationHolder,
  schema: Schema,
  origin: DeclarationOrigin,
  names: readonly string[],
): Declaration {
  return claim(holder, schema, origin, names, strengths.composed);
}

/** Declares what a reference points at; its name comes from its place unless it gets a better one. */
export function declareTarget(holder: DeclarationHolder, schema: Schema): Declaration {
  return claim(holder, schema, "schema", namesFromPlace(schema.source), strengths.place);
}

/**
 * Returns the declaration of the target if a schema only refers to another, or else one with the
 * composed names.
 */
export function declareUse(
  holder: DeclarationHolder,
  schema: Schema,
  origin: DeclarationOrigin,
  names: readonly string[],
): Declaration {
  return isPureReference(schema)
    ? declareTarget(holder, schema.ref.target)
    : declareComposed(holder, schema, origin, names);
}

function claim(
  holder: DeclarationHolder,
  schema: Schema,
  origin: DeclarationOrigin,
  names: readonly string[],
  strength: number,
): Declaration {
  const known = holder.declarations.get(schema);
  if (known === undefined) {
    const draft = { name: names[0] ?? "", origin, schema, recursive: false, component: 0 };
    holder.declarations.set(schema, { draft, names, strength });
    return draft;
  }
  if (strength > known.strength) {
    known.draft.origin = origin;
    known.names = names;
    known.strength = strength;
  }
  return known.draft;
}
