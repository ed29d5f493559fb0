// Media Type Objects: the type of a body.

import { bodyKind, type MediaType, partPositions, textDeclaration } from "@specwright/contract";
import { unionOf } from "./combine-types.ts";
import { formType, partsType } from "./form-type.ts";
import { isSameType } from "./type-equality.ts";
import { type TypeExpression, typeName, unknownType } from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** The type of a body, and the media types that share it. */
export interface ContentType {
  readonly mediaTypes: readonly string[];
  readonly body: TypeExpression;
}

/** Groups the media types of a body by their type, in order. */
export function contentTypes(
  reader: TypeReader,
  content: readonly MediaType[],
  direction: "request" | "response",
): ContentType[] {
  const gathered: { mediaTypes: string[]; body: TypeExpression }[] = [];
  for (const media of content) {
    const body = bodyType(reader, media, direction);
    const alike = gathered.find((each) => isSameType(each.body, body));
    if (alike === undefined) gathered.push({ mediaTypes: [media.mediaType], body });
    else alike.mediaTypes.push(media.mediaType);
  }
  return gathered;
}

function bodyType(
  reader: TypeReader,
  media: MediaType,
  direction: "request" | "response",
): TypeExpression {
  const kind = bodyKind(media);
  switch (kind) {
    case "form":
      return formType(reader, media);
    case "json":
    case "xml":
      if (media.declaration !== undefined) return typeName(reader.name(media.declaration));
      return media.schema === undefined ? unknownType : reader.use(media.schema, "inside");
    case "text": {
      const declaration = textDeclaration(media);
      return typeName(declaration === undefined ? "string" : reader.name(declaration));
    }
    case "bytes":
      return typeName("Uint8Array");
    case "sequential":
      return itemsType(itemType(reader, media), direction);
    case "parts": {
      const positions = partPositions(media);
      if (positions === undefined) return unknownType;
      const type = partsType(reader, media, positions);
      return positions.isStream ? itemsType(type, direction) : type;
    }
    default:
      return kind satisfies never;
  }
}

function itemType(reader: TypeReader, { items }: MediaType): TypeExpression {
  return items?.declaration === undefined ? unknownType : typeName(reader.name(items.declaration));
}

/** Returns the type of items one after another; those of a request may be in an array. */
function itemsType(item: TypeExpression, direction: "request" | "response"): TypeExpression {
  const asynchronous: TypeExpression = { kind: "iterable", name: "AsyncIterable", item };
  if (direction === "response") return asynchronous;
  return unionOf([asynchronous, { kind: "iterable", name: "Iterable", item }]);
}
