// Returns the type of a request or response body from its media types.

import {
  bodyKind,
  dereference,
  type Encoding,
  fileKind,
  isFilePart,
  type MediaType,
  mediaTypeEssence,
  type ObjectSchema,
  type PartPosition,
  type PartPositions,
  parameterType,
  partPositions,
  type Schema,
  textDeclaration,
  withoutNull,
} from "@specwright/contract";
import { propertyKey, stringLiteral } from "../print/literal.ts";
import { indexMember, propertyMembers, requiredMembers } from "./object-type.ts";
import {
  intersectionType,
  isSameType,
  type Member,
  type TypeExpression,
  typeMember,
  typeName,
  unionType,
  unknownType,
} from "./type-expression.ts";
import type { TypeReader } from "./type-reader.ts";

/** The type of a body, and the media types that have this type. */
interface ContentType {
  readonly mediaTypes: readonly string[];
  readonly body: TypeExpression;
}

/** Groups the media types of a body by type, in the order of the document. */
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

/** Returns the type of a stream of items. A request can also pass the items as an array. */
function itemsType(item: TypeExpression, direction: "request" | "response"): TypeExpression {
  const asynchronous: TypeExpression = {
    kind: "generic",
    name: "AsyncIterable",
    arguments: [item],
  };
  if (direction === "response") return asynchronous;
  return unionType([asynchronous, { kind: "generic", name: "Iterable", arguments: [item] }]);
}

// The types of URL-encoded and multipart bodies. Each is the type of the schema, except for files and for
// parts with headers.

/**
 * Returns the type of a form. It is the type of the schema, except for two kinds of members: a file is a
 * `Blob` or bytes, and a part with headers is `{ value, headers }`.
 */
function formType(reader: TypeReader, media: MediaType): TypeExpression {
  if (media.schema === undefined) return unknownType;
  const type =
    media.declaration === undefined
      ? reader.use(media.schema, "inside")
      : typeName(reader.name(media.declaration));
  const parts = objectParts(media.schema);
  const isSimple = parts.every(
    (part) => unionBranches(part).length === 0 && otherMemberSchemas(part).length === 0,
  );
  if (!isSimple) return replacedType(reader, media, media.schema, new Set()) ?? type;
  if (type.kind !== "name") return type;
  const replaced = new Map(parts.flatMap((schema) => replacedMembers(reader, media, schema)));
  if (replaced.size === 0) return type;
  const names = [...replaced.keys()].map(stringLiteral).join(" | ");
  return intersectionType([
    typeName(`Omit<${type.text}, ${names}>`),
    { kind: "object", members: [...replaced.values()] },
  ]);
}

/** Lists the object schemas that declare the members of a form: its schema, and the parts of `allOf`. */
function objectParts(schema: Schema, seen: Set<Schema> = new Set()): readonly ObjectSchema[] {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return [];
  seen.add(target);
  return [target, ...composedSchemas(target).flatMap((part) => objectParts(part, seen))];
}

function composedSchemas({ ref, allOf = [] }: ObjectSchema): readonly Schema[] {
  return ref === undefined ? allOf : [ref.target, ...allOf];
}

function unionBranches({ anyOf = [], oneOf = [] }: ObjectSchema): readonly Schema[] {
  return [...oneOf, ...anyOf];
}

/** Lists the schemas of members that the form does not name. */
function otherMemberSchemas({
  patternProperties,
  additionalProperties,
}: ObjectSchema): readonly Schema[] {
  const patterns = [...(patternProperties?.values() ?? [])];
  const others = additionalProperties === undefined ? [] : [additionalProperties];
  return [...patterns, ...others].filter((each) => each.kind === "schema");
}

/**
 * Returns the type of a form that has alternatives or unnamed members. Returns undefined if the type of the
 * schema can be used unchanged.
 */
function replacedType(
  reader: TypeReader,
  media: MediaType,
  schema: Schema,
  seen: ReadonlySet<Schema>,
): TypeExpression | undefined {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return undefined;
  const within = new Set([...seen, target]);
  const typeOf = (part: Schema): TypeExpression | undefined =>
    replacedType(reader, media, part, within);
  const parts = [...composedSchemas(target), ...unionBranches(target)];
  const members = replacedMembers(reader, media, target);
  const index = replacedIndex(reader, media, target);
  if (members.length === 0 && index === undefined && parts.every((part) => !typeOf(part)))
    return undefined;
  const used = (part: Schema): TypeExpression => typeOf(part) ?? reader.use(part, "inside");
  const unions = [target.oneOf, target.anyOf].filter((union) => union !== undefined);
  return intersectionType([
    ...(target.properties || index ? [ownMembers(reader, target, new Map(members), index)] : []),
    ...composedSchemas(target).map(used),
    ...unions.map((union) => unionType(union.map(used))),
  ]);
}

/**
 * Returns the type of the members that a schema itself declares. Files and parts with headers have the
 * types of a form.
 */
function ownMembers(
  reader: TypeReader,
  schema: ObjectSchema,
  replaced: ReadonlyMap<string, Member>,
  index: Member | undefined,
): TypeExpression {
  const byKey = new Map([...replaced].map(([name, each]) => [propertyKey(name), each]));
  const own = [
    ...propertyMembers(reader, schema),
    ...requiredMembers(reader, schema, [schema]),
  ].map((each) => byKey.get(each.key ?? "") ?? each);
  const others = index ?? indexMember(reader, schema, own);
  if (others === undefined) return { kind: "object", members: own };
  // An index signature has to include the types of all members.
  const types = own.flatMap(({ type, optional }) =>
    optional ? [type, typeName("undefined")] : [type],
  );
  return {
    kind: "object",
    members: [...own, { ...others, type: unionType([others.type, ...types]) }],
  };
}

/** Returns the index signature for unnamed members, if they can be files. */
function replacedIndex(
  reader: TypeReader,
  media: MediaType,
  schema: ObjectSchema,
): Member | undefined {
  const others = otherMemberSchemas(schema);
  if (others.every((each) => fileKind(each) === undefined)) return undefined;
  const type = unionType(others.map((each) => fileType(reader, media, each, undefined)));
  return { key: null, optional: false, type };
}

/** Lists the members of a form whose types are not the types of their schemas. */
function replacedMembers(
  reader: TypeReader,
  media: MediaType,
  schema: ObjectSchema,
): readonly (readonly [name: string, member: Member])[] {
  const replaced = [...(schema.properties ?? [])].flatMap(([name, property]) => {
    const how = media.encoding.get(name);
    const kind = fileKind(property, how?.contentType);
    if (kind === undefined && !hasHeaders(how)) return [];
    return [{ name, property, how, kind, key: propertyKey(name) }];
  });
  // Most forms have no such members, so the type of the schema is used.
  if (replaced.length === 0) return [];
  return propertyMembers(reader, schema).flatMap((part) => {
    const found = replaced.find(({ key }) => key === part.key);
    if (found === undefined) return [];
    const { name, property, how, kind } = found;
    if (kind !== undefined && !hasHeaders(how)) {
      const type = fileType(reader, media, property, how?.contentType);
      return [[name, { ...part, type }] as const];
    }
    const isList =
      kind === undefined ? parameterType({ schema: property }).array : kind === "files";
    const value =
      kind === undefined ? valueType(reader, part, property, isList) : typeName(fileName(media));
    const item = partType(reader, value, how);
    return [[name, { ...part, type: isList ? { kind: "array", item } : item }] as const];
  });
}

/**
 * Returns the name of the type of a file. In a URL-encoded form it is bytes, because reading the bytes of a
 * Blob is asynchronous.
 */
function fileName({ mediaType }: MediaType): string {
  const isUrlEncoded = mediaTypeEssence(mediaType) === "application/x-www-form-urlencoded";
  return isUrlEncoded ? "Uint8Array" : "Blob";
}

/** Returns the type of a field that is or can be a file. */
function fileType(
  reader: TypeReader,
  media: MediaType,
  schema: Schema,
  contentType: string | undefined,
): TypeExpression {
  const file = typeName(fileName(media));
  const kind = fileKind(schema, contentType);
  const target = dereference(schema);
  const parts = target.kind === "boolean" ? [] : withoutNull(target);
  if (kind === undefined) return reader.use(schema, "inside");
  if (parts.length > 0 && (kind === "some" || kind === "one or more"))
    return unionType(parts.map((part) => fileType(reader, media, part, contentType)));
  return kind === "files" ? { kind: "array", item: file } : file;
}

/**
 * Returns the type of a property. If each item of an array is a separate part, the type applies to the
 * items.
 */
function valueType(
  reader: TypeReader,
  { type }: Member,
  schema: Schema,
  isList: boolean,
): TypeExpression {
  if (!isList) return type;
  if (type.kind === "array") return type.item;
  const target = dereference(schema);
  const items = target.kind === "schema" ? target.items : undefined;
  return items === undefined ? unknownType : reader.use(items, "inside");
}

/**
 * Returns the type of a multipart body whose parts have no names, only positions: an array, a tuple, or a
 * stream of items.
 */
function partsType(reader: TypeReader, media: MediaType, positions: PartPositions): TypeExpression {
  const { prefix, rest, isStream } = positions;
  const typeAt = (position: PartPosition): TypeExpression => {
    const isFile = isFilePart(position);
    const value = isFile ? typeName("Blob") : reader.use(position.schema, "inside");
    return partType(reader, value, position.encoding);
  };
  const all = [...prefix, ...(rest === undefined ? [] : [rest])];
  if (isStream) return unionType(all.map(typeAt));
  const isPlain = all.every((each) => !isFilePart(each) && !hasHeaders(each.encoding));
  if (isPlain && media.declaration !== undefined) return typeName(reader.name(media.declaration));
  const list = media.schema && dereference(media.schema);
  const least = list?.kind === "schema" ? (list.minItems ?? 0) : 0;
  if (prefix.length === 0 && rest !== undefined) return { kind: "array", item: typeAt(rest) };
  const items = prefix.map((each, index) => ({ type: typeAt(each), optional: index >= least }));
  return { kind: "tuple", items, ...(rest && { rest: typeAt(rest) }) };
}

function hasHeaders(encoding: Encoding | undefined): boolean {
  return encoding?.headersDeclaration !== undefined;
}

/** Returns the type of a part: the value, or an object with the value and the headers. */
function partType(
  reader: TypeReader,
  value: TypeExpression,
  encoding: Encoding | undefined,
): TypeExpression {
  const { headers = [], headersDeclaration } = encoding ?? {};
  if (headersDeclaration === undefined) return value;
  const isRequired = headers.some(({ required }) => required);
  return {
    kind: "object",
    members: [
      typeMember("value", false, value),
      typeMember("headers", !isRequired, typeName(reader.name(headersDeclaration))),
    ],
  };
}
