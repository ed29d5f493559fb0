// Media Type Objects: the type of a body.

import type { MediaType } from "@specwright/contract";
import { mediaKind } from "@specwright/emit-kit";
import { isSameType, type TypeExpression, typeName, unknownType } from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** Is the type of a body, and the media types that share it. */
export interface ContentType {
  readonly mediaTypes: readonly string[];
  readonly body: TypeExpression;
}

/** Gathers the media types of a body by the type they give it, in their order. */
export function contentTypes(reader: TypeReader, content: readonly MediaType[]): ContentType[] {
  const gathered: { mediaTypes: string[]; body: TypeExpression }[] = [];
  for (const media of content) {
    const body = bodyType(reader, media);
    const alike = gathered.find((each) => isSameType(each.body, body));
    if (alike === undefined) gathered.push({ mediaTypes: [media.mediaType], body });
    else alike.mediaTypes.push(media.mediaType);
  }
  return gathered;
}

function bodyType(reader: TypeReader, media: MediaType): TypeExpression {
  const kind = mediaKind(media.mediaType);
  switch (kind) {
    case "json":
    case "form":
      if (media.declaration !== undefined) return typeName(reader.name(media.declaration));
      return media.schema === undefined ? unknownType : reader.use(media.schema, "inside");
    case "text":
      return typeName("string");
    case "bytes":
      return typeName("Uint8Array");
    case "stream":
      return typeName("ReadableStream<Uint8Array>");
    default:
      return kind satisfies never;
  }
}
