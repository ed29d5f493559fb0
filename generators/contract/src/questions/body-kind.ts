import type { MediaType } from "../model/operation.ts";
import { type MediaKind, mediaKind } from "./media-kind.ts";
import { objectProperties } from "./object-properties.ts";
import { isMultipart, partPositions } from "./part-positions.ts";
import { isFile } from "./schema-reading.ts";
import { xmlShape } from "./xml-shape.ts";

/** How a body is transmitted: as its media type says, or as parts by name or by position. */
export type BodyKind = MediaKind | "parts";

/**
 * Returns how a body is transmitted: by its media type, but a range such as `*\/*`, which includes JSON,
 * is bytes if the schema says so, and XML is a value if the schema says how it is written. The parts of
 * a multipart body have positions if its schema is one of an array or of items, and names, as in a form,
 * if it is one of an object.
 */
export function bodyKind(media: MediaType): BodyKind {
  const { mediaType, schema } = media;
  if (mediaType.includes("*") && schema !== undefined && isFile(schema)) return "bytes";
  if (partPositions(media) !== undefined) return "parts";
  const kind = mediaKind(mediaType);
  if (kind === "form") return kind;
  if (!isMultipart(mediaType)) return xmlShape(media) === undefined ? kind : "xml";
  return schema !== undefined && objectProperties(schema) !== undefined ? "form" : "bytes";
}
