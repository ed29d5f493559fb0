// Media Type Objects: the type of a body.

import type { MediaType, ObjectSchema, Schema } from "@specwright/contract";
import { mediaTypeEssence } from "@specwright/contract";
import { dereference, fileKind, mediaKind, propertyKey, stringLiteral } from "@specwright/emit-kit";
import { intersectionOf, unionOf } from "./combine-types.ts";
import { propertyMembers } from "./object-type.ts";
import { isSameType } from "./type-equality.ts";
import { type Member, type TypeExpression, typeName, unknownType } from "./type-expression.ts";
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
    case "sequential":
      return itemsType(reader, media, direction);
    default:
      return kind satisfies never;
  }
}

/** Returns the type of items one after another; those of a request may be in an array. */
function itemsType(
  reader: TypeReader,
  { items }: MediaType,
  direction: "request" | "response",
): TypeExpression {
  const item = items?.declaration === undefined ? "unknown" : reader.name(items.declaration);
  const asynchronous = typeName(`AsyncIterable<${item}>`);
  return direction === "response"
    ? asynchronous
    : unionOf([asynchronous, typeName(`Iterable<${item}>`)]);
}

/** Returns the type of a form: that of its schema, with `Blob` or bytes for files. */
function formType(reader: TypeReader, media: MediaType): TypeExpression {
  if (media.schema === undefined) return unknownType;
  const type =
    media.declaration === undefined
      ? reader.use(media.schema, "inside")
      : typeName(reader.name(media.declaration));
  if (type.kind !== "name") return type;
  const isUrlEncoded = mediaTypeEssence(media.mediaType) === "application/x-www-form-urlencoded";
  // The bytes of a Blob are not at hand when a URL-encoded form is written.
  const file = typeName(isUrlEncoded ? "Uint8Array" : "Blob");
  const files = new Map(
    partsOf(media.schema).flatMap((schema) => fileMembers(reader, schema, file)),
  );
  if (files.size === 0) return type;
  const names = [...files.keys()].map(stringLiteral).join(" | ");
  return intersectionOf([
    typeName(`Omit<${type.text}, ${names}>`),
    { kind: "object", members: [...files.values()] },
  ]);
}

/** Lists the object schemas of a form: the schema itself and those of `allOf`. */
function partsOf(schema: Schema, seen: Set<Schema> = new Set()): readonly ObjectSchema[] {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return [];
  seen.add(target);
  return [target, ...(target.allOf ?? []).flatMap((part) => partsOf(part, seen))];
}

function fileMembers(
  reader: TypeReader,
  schema: ObjectSchema,
  file: TypeExpression,
): readonly (readonly [name: string, member: Member])[] {
  const files = [...(schema.properties ?? [])].flatMap(([name, property]) => {
    const kind = fileKind(property);
    return kind === undefined ? [] : [{ name, kind, key: propertyKey(name) }];
  });
  // Most forms have none, and their members need not be printed again.
  if (files.length === 0) return [];
  return propertyMembers(reader, schema).flatMap((part) => {
    const property = files.find(({ key }) => key === part.key);
    if (property === undefined) return [];
    const { name, kind } = property;
    const type: TypeExpression = kind === "file" ? file : { kind: "array", item: file };
    return [[name, { ...part, type }] as const];
  });
}
