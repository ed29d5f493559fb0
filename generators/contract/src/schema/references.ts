// `$ref`, `$dynamicRef` and `$recursiveRef`: the reference is kept, and linked to the schema object
// of its target.

import type { Source } from "@specwright/spec-loader";
import type { Dialect, SchemaReference } from "../model/schema.ts";
import { type Build, placeAt, rootPlace } from "../reading/build.ts";
import { dialectOfDocument } from "../reading/dialect.ts";
import type { Place } from "../reading/place.ts";
import { knownSchema, schemaAt } from "../reading/schema-graph.ts";
import { type KeywordReader, reportKeyword, type SchemaReading } from "./keyword-reader.ts";

/** Reads `$ref`. */
export const readRef: KeywordReader = (reading, keyword, value) => {
  if (typeof value !== "string") return reportKeyword(reading, keyword, "a string", value);
  const reference = referenceTo(reading, value);
  if (reference !== undefined) reading.draft.ref = reference;
};

/**
 * Reads `$dynamicRef`, and its predecessor `$recursiveRef`; the target is the one that applies if
 * nothing overrides it.
 */
export const readDynamicRef: KeywordReader = (reading, keyword, value) => {
  if (typeof value !== "string") return reportKeyword(reading, keyword, "a string", value);
  const reference = referenceTo(reading, value);
  if (reference === undefined) return;
  const { target } = reference;
  const anchor = target.kind === "schema" ? target.raw["$dynamicAnchor"] : undefined;
  // Only the target of a dynamic anchor depends on the path of evaluation.
  const isDynamic = typeof anchor === "string" && value.endsWith(`#${anchor}`);
  reading.draft.dynamicRef = isDynamic ? { ...reference, dynamicAnchor: anchor } : reference;
  if (isDynamic) reading.build.schemas.dynamicAnchors.add(anchor);
};

/**
 * Returns the dialect of the target of a reference, because another file may use another dialect.
 */
export function dialectAcross(build: Build, from: Source, to: Place, inherited: Dialect): Dialect {
  if (to.file === from.file) return inherited;
  const root = rootPlace(build, to.file);
  return (root === undefined ? undefined : dialectOfDocument(root.value)) ?? inherited;
}

function referenceTo(
  { build, draft, place }: SchemaReading,
  text: string,
): SchemaReference | undefined {
  const resolution = build.specification.resolve(draft.source, text);
  if (!resolution.found) return undefined;
  let target = knownSchema(build, resolution.source);
  if (target === undefined) {
    const to = placeAt(build, resolution.source);
    if (to === undefined) return undefined;
    target = schemaAt(build, to, dialectAcross(build, place, to, draft.dialect));
  }
  build.schemas.targets.add(target);
  return { text, target };
}
