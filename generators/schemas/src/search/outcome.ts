import type { JsonValue } from "@specwright/spec-loader";
import type { Node } from "../canonical/constraint.ts";
import type { SchemaGraph } from "../canonical/schema-graph.ts";

/** The result of a search for a value that some nodes accept and other nodes reject. */
export type Outcome =
  /** No such value exists. */
  | { readonly kind: "empty" }
  /** A value was found. */
  | { readonly kind: "found"; readonly value: JsonValue }
  | { readonly kind: "unknown" };

/** The outcome if no such value exists. */
export const empty: Outcome = { kind: "empty" };

/** The outcome if it is not known whether such a value exists. */
export const unknown: Outcome = { kind: "unknown" };

/** Searches for the values of properties and items, and for property names. */
export interface Finder {
  readonly graph: SchemaGraph;
  inside(wanted: readonly Node[], refused: readonly Node[]): Outcome;
}
