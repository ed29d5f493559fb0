import type { JsonValue } from "@specwright/spec-loader";
import type { Node } from "../canonical/constraint.ts";
import type { SchemaGraph } from "../canonical/schema-graph.ts";

/** The result of a search for a value that some schemas accept and others reject. */
export type Outcome =
  /** No such value exists. */
  | { readonly kind: "empty" }
  /** This value was found. */
  | { readonly kind: "found"; readonly value: JsonValue }
  | { readonly kind: "unknown" };

/** No such value exists. */
export const empty: Outcome = { kind: "empty" };

/** It is not known whether such a value exists. */
export const unknown: Outcome = { kind: "unknown" };

/** Searches for nested values: properties, items and names. */
export interface Finder {
  readonly graph: SchemaGraph;
  inside(wanted: readonly Node[], refused: readonly Node[]): Outcome;
}
