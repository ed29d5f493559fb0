import { isXmlMediaType, mediaKind } from "../from-openapi/media-type.ts";
import type { Message } from "../model/channel.ts";

/** Reports whether the frames of a message contain bytes, and neither JSON nor text. */
export function isBinaryMessage({ contentType }: Pick<Message, "contentType">): boolean {
  return mediaKind(contentType) === "bytes" && !isXmlMediaType(contentType);
}
