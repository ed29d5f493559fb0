// The kinds of bodies in generated code.

import { isJsonMediaType, mediaTypeEssence } from "../from-openapi/media-type-name.ts";
import { sequentialFormat } from "../from-openapi/sequential-items.ts";

/**
 * How a body is transmitted: validated JSON or XML, text, form fields, bytes, or validated items one
 * after another.
 */
export type MediaKind = "json" | "xml" | "text" | "form" | "bytes" | "sequential";

/** Returns how to handle bodies of a media type (`application/problem+json; charset=utf-8`). */
export function mediaKind(mediaType: string): MediaKind {
  const name = mediaTypeEssence(mediaType);
  if (sequentialFormat(name) !== undefined) return "sequential";
  if (isJsonMediaType(name)) return "json";
  if (name.startsWith("text/")) return "text";
  if (name === "multipart/form-data" || name === "application/x-www-form-urlencoded") return "form";
  return "bytes";
}
