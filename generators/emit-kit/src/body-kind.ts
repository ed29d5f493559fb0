import type { MediaType } from "@specwright/contract";
import { type MediaKind, mediaKind } from "./media-kind.ts";
import { isFile } from "./schema-reading.ts";

/**
 * Returns how to handle a body: by its media type, but a range such as `*\/*`, which includes JSON,
 * is bytes if the schema says so.
 */
export function bodyKind({
  mediaType,
  schema,
}: Pick<MediaType, "mediaType" | "schema">): MediaKind {
  const isBinary = mediaType.includes("*") && schema !== undefined && isFile(schema);
  return isBinary ? "bytes" : mediaKind(mediaType);
}
