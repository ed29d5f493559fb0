// The named schemas of a document. A declaration is created when it is first needed. Its name,
// component and recursion are determined when all declarations are known.

import type { Source } from "@specwright/spec-loader";
import type { Declaration, DeclarationOrigin, Schema } from "../model/schema.ts";
import { isPureReference, type PureReference } from "../model/walk-schemas.ts";
import { pointerSegments } from "./place.ts";

/** A declaration before its name is determined. */
export interface DeclarationDraft {
  name: string;
  origin: DeclarationOrigin;
  readonly schema: Schema;
  recursive: boolean;
  component: number;
}

/** The candidates for the name of a declaration, best first, and their priority. */
export interface NameClaim {
  readonly draft: DeclarationDraft;
  names: readonly string[];
  strength: number;
}

/** The declarations of a build by schema. */
export type Declarations = Map<Schema, NameClaim>;

/** An object that contains a table of declarations. */
export interface DeclarationHolder {
  readonly declarations: Declarations;
}

/**
 * A stronger claim to a name wins: first the key of a component, then a composed name, and last a name that
 * is derived from a place.
 */
const strengths = { component: 2, composed: 1, place: 0 } as const;

/** Creates an empty table of declarations. */
export function createDeclarations(): Declarations {
  return new Map();
}

/** Declares a component. Its key becomes its name. */
export function declareComponent(
  holder: DeclarationHolder,
  schema: Schema,
  key: string,
): Declaration {
  return addClaim(holder, schema, "schema", [key], strengths.component);
}

/** Declares a schema. Its names are composed from its use, best first. */
export function declareComposed(
  holder: DeclarationHolder,
  schema: Schema,
  origin: DeclarationOrigin,
  names: readonly string[],
): Declaration {
  return addClaim(holder, schema, origin, names, strengths.composed);
}

/**
 * Declares the target of a reference. Its name is derived from its place, unless a stronger claim exists.
 */
export function declareTarget(holder: DeclarationHolder, schema: Schema): Declaration {
  return addClaim(holder, schema, "schema", namesOfTarget(schema), strengths.place);
}

/**
 * If a schema only refers to a different schema, returns the declaration of that schema. Otherwise declares
 * the schema with the composed names.
 */
export function declareUse(
  holder: DeclarationHolder,
  schema: Schema,
  origin: DeclarationOrigin,
  names: readonly string[],
): Declaration {
  return isAlias(schema)
    ? declareTarget(holder, schema.ref.target)
    : declareComposed(holder, schema, origin, names);
}

/**
 * Reports whether a schema only refers to a different schema. A schema with an `$id` does not count,
 * because the `$id` can change the dynamic references of the target.
 */
export function isAlias(schema: Schema): schema is PureReference {
  return isPureReference(schema) && schema.id === undefined;
}

function addClaim(
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

/** Segments of a pointer that are part of the document's structure, and unsuitable for names. */
const structural: ReadonlySet<string> = new Set([
  "components",
  "schemas",
  "$defs",
  "definitions",
  "properties",
  "payload",
  "schema",
]);

/**
 * Lists names for the target of a reference, best first. A dynamic anchor is not used as a name, because
 * many resources declare the same dynamic anchor.
 */
export function namesOfTarget(schema: Schema): readonly string[] {
  const names = namesFromPlace(schema.source);
  const isAnchored = schema.kind === "schema" && schema.dynamicAnchor !== undefined;
  return isAnchored && isDefinition(schema.source) ? names.slice(1) : names;
}

/**
 * Lists names for a schema that are derived from its place, best first: the key of a definition; the
 * meaningful segments of the pointer; these segments after the name of the file; the whole place.
 */
function namesFromPlace(source: Source): string[] {
  const segments = pointerSegments(source.pointer);
  const file = fileStem(source.file);
  const words = segments.filter((segment) => !structural.has(segment)).join(" ") || file;
  const names = [words, `${file} ${words}`, `${source.file}#${source.pointer}`];
  const key = segments.at(-1);
  return isDefinition(source) && key !== undefined && key !== "" ? [key, ...names] : names;
}

function isDefinition({ pointer }: Source): boolean {
  const container = pointerSegments(pointer).at(-2);
  return container === "$defs" || container === "definitions";
}

/**
 * Returns the key of the component that contains a place, such as `NotFound` for
 * `#/components/responses/NotFound/content`.
 */
export function componentOf(source: Source): string | undefined {
  const segments = pointerSegments(source.pointer);
  return segments[0] === "components" && segments.length > 3 ? segments[2] : undefined;
}

/** Returns the name of a file without its folders and its extension. */
function fileStem(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
