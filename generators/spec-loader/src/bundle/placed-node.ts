import type { Source } from "../diagnostics/diagnostic.ts";
import type { JsonObject } from "../json/json-value.ts";

/** An object of the grammar and its place. */
export interface PlacedNode {
  readonly kind: string;
  readonly object: JsonObject;
  readonly place: Source;
}
