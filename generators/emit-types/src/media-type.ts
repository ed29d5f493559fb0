// Media Type Objects: the type of a body.

import type { MediaType, Schema } from "@specwright/contract";
import { dereference, isFile, mediaKind, propertyKey, stringLiteral } from "@specwright/emit-kit";
import { intersectionOf } from "./combine-types.ts";
import { propertyMembers } from "./object-type.ts";
import { isSameType } from "./type-equality.ts";
import { type TypeExpression, typeName, unknownType } from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** The type of a body, and the media types that share it. */
export interface ContentType {
  readonly mediaTypes: readonly string[];
  readonly body: TypeExpression;
}

/** Groups the media types of a body by their type, in order. */
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
    case "form":
      return formType(reader, media);
    case "json":
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

/** Returns the type of a form: that of its schema, with `Blob` for files. */
function formType(reader: TypeReader, media: MediaType): TypeExpression {
  if (media.schema === undefined) return unknownType;
  const type =
    media.declaration === undefined
      ? reader.use(media.schema, "inside")
      : typeName(reader.name(media.declaration));
  const schema = dereference(media.schema);
  if (schema.kind === "boolean" || type.kind !== "name") return type;
  const files = propertyMembers(reader, schema).flatMap((part) => {
    const [name] =
      [...(schema.properties ?? [])].find(([each]) => propertyKey(each) === part.key) ?? [];
    const file = name === undefined ? undefined : fileType(schema.properties?.get(name));
    return name === undefined || file === undefined
      ? []
      : [{ name, member: { ...part, type: file } }];
  });
  if (files.length === 0) return type;
  const names = files.map((file) => stringLiteral(file.name)).join(" | ");
  return intersectionOf([
    typeName(`Omit<${type.text}, ${names}>`),
    { kind: "object", members: files.map((file) => file.member) },
  ]);
}

/** Returns the type of a part that is a file or a list of files. */
function fileType(schema: Schema | undefined): TypeExpression | undefined {
  if (schema === undefined) return undefined;
  const file = typeName("Blob");
  if (isFile(schema)) return file;
  const target = dereference(schema);
  if (target.kind === "boolean" || target.items === undefined) return undefined;
  const isList = target.types?.includes("array") === true && isFile(target.items);
  return isList ? { kind: "array", item: file } : undefined;
}
