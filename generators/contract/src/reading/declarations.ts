// The named schemas of a document. A declaration is created when it is first needed; its name,
// component and recursion are determined once all are known.

import type { Declaration, DeclarationOrigin, Schema } from "../model/schema.ts";
import { isPureReference } from "../model/walk-schemas.ts";
import { namesFromPlace } from "./place-names.ts";

/** A declaration before its name is determined. */
export interface DeclarationDraft {
  name: string;
  origin: DeclarationOrigin;
  readonly schema: Schema;
  recursive: boolean;
  component: number;
}

/** The possible names of a declaration, best first, and their priority. */
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

/**
 * A component keeps its key; a composed name has lower priority, and one derived from a place the
 * lowest.
 */
const strengths = { component: 2, composed: 1, place: 0 } as const;

/** Creates an empty table of declarations. */
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

/** Declares a schema with names composed from its use, best first. */
export function declareComposed(
  holder: DeclarationHolder,
  schema: Schema,
  origin: DeclarationOrigin,
  names: readonly string[],
): Declaration {
  return claim(holder, schema, origin, names, strengths.composed);
}

/**
 * Declares the target of a reference; its name is derived from its place unless it has a better
 * one.
 */
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
