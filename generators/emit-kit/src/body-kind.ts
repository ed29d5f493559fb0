import type { MediaType } from "@specwright/contract";
import { type MediaKind, mediaKind } from "./media-kind.ts";
import { objectProperties } from "./object-properties.ts";
import { isOtherMultipart, partPositions } from "./part-positions.ts";

/** How a body is transmitted: as its media type says, or as parts by name or by position. */
export type BodyKind = MediaKind | "parts";

/**
 * Returns how a body is transmitted. The parts of a multipart body have positions if its schema is
 * one of an array or of items, and names, as in a form, if it is one of an object.
 */
export function bodyKind(media: MediaType): BodyKind {
  if (!isOtherMultipart(media.mediaType)) return mediaKind(media.mediaType);
  if (partPositions(media) !== undefined) return "parts";
  const hasNames = media.schema !== undefined && objectProperties(media.schema) !== undefined;
  return hasNames ? "form" : "bytes";
}
