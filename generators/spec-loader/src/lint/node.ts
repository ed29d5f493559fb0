import type { Source } from "../diagnostics/diagnostic.ts";
import { type JsonObject, memberOf } from "../json/json-value.ts";

/** An object that the lint rules check. */
export interface LintNode {
  /** The kind of the object in the grammar, such as `Operation`. */
  readonly kind: string;
  readonly object: JsonObject;
  readonly path: readonly string[];
  readonly source: Source;
}

/** Reports whether one of the fields contains text that is not only white space. */
export function hasText(object: JsonObject, ...fields: readonly string[]): boolean {
  return fields.some((field) => {
    const text = memberOf(object, field);
    return typeof text === "string" && text.trim() !== "";
  });
}
