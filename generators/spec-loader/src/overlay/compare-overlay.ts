import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.ts";
import type { SpecFile } from "../specification.ts";
import { compareObjects } from "./compare-values.ts";

/**
 * Returns the overlay (OpenAPI Overlay 1.1) that changes the value of one file into the value of another
 * file. Comments are ignored. Returns `undefined` if the values are equal. `baseReference` becomes the
 * `extends` of the overlay.
 *
 * @throws TypeError if one of the files is not an object.
 */
export function compareOverlay(
  base: SpecFile,
  wanted: SpecFile,
  baseReference: string,
): JsonObject | undefined {
  if (!isJsonObject(base.root) || !isJsonObject(wanted.root)) {
    throw new TypeError("a document is not an object");
  }
  const actions = compareObjects(base.root, wanted.root);
  if (actions.length === 0) return undefined;
  return {
    overlay: "1.1.0",
    info: { title: `Changes of ${base.file} to ${wanted.file}`, version: "1.0.0" },
    extends: baseReference,
    actions: actions.map((action): JsonValue => ({ ...action })),
  };
}
