import type { Source } from "../diagnostics/diagnostic.ts";
import { type JsonObject, memberOf } from "../json/json-value.ts";

/** Is an object of the document as the lint rules see it. */
export interface LintNode {
  /** The grammar's name for it, such as `Operation`. */
  readonly kind: string;
  readonly object: JsonObject;
  readonly path: readonly string[];
  readonly source: Source;
}

/** Tells whether one of the fields holds text that says something. */
export function hasText(object: JsonObject, ...fields: readonly string[]): boolean {
  return fields.some((field) => {
    const text = memberOf(object, field);
    return typeof text === "string" && text.trim() !== "";
  });
}
