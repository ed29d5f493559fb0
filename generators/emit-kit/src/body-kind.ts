import type { MediaType } from "@specwright/contract";
import { type MediaKind, mediaKind } from "./media-kind.ts";
import { isFile } from "./schema-reading.ts";
import { xmlShape } from "./xml-shape.ts";

/**
 * Returns how to handle a body: by its media type, but a range such as `*\/*`, which includes JSON,
 * is bytes if the schema says so, and XML is a value if the schema says how it is written.
 */
export function bodyKind(media: Pick<MediaType, "mediaType" | "schema">): MediaKind {
  const { mediaType, schema } = media;
  if (mediaType.includes("*") && schema !== undefined && isFile(schema)) return "bytes";
  return xmlShape(media) === undefined ? mediaKind(mediaType) : "xml";
}
