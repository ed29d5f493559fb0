import type { JsonValue } from "@specwright/spec-loader";
import type { Node } from "../canonical/constraint.ts";
import type { SchemaGraph } from "../canonical/schema-graph.ts";

/** What is known of the values that some schemas accept and others reject. */
export type Outcome =
  /** There is none. */
  | { readonly kind: "empty" }
  /** There is this one. */
  | { readonly kind: "found"; readonly value: JsonValue }
  | { readonly kind: "unknown" };

/** There is no such value. */
export const empty: Outcome = { kind: "empty" };

/** It is not known whether there is such a value. */
export const unknown: Outcome = { kind: "unknown" };

/** Looks for values inside the one that is looked for. */
export interface Finder {
  readonly graph: SchemaGraph;
  inside(wanted: readonly Node[], refused: readonly Node[]): Outcome;
}
