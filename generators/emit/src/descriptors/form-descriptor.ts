// Forms as descriptors: the type of each field, and the encoding that its Encoding Object defines.

import {
  dereference,
  type Encoding,
  fileKind,
  formFields,
  isFilePart,
  type MediaType,
  mediaKind,
  mediaTypeEssence,
  objectProperties,
  type PartPosition,
  parameterType,
  possibleTypes,
  type RequestBody,
  type Schema,
} from "@specwright/contract";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import type { Printable } from "../print/printable.ts";
import { type Field, printObject } from "./object-literal.ts";
import { isOpenApi30, isUncorrected } from "./openapi-version.ts";
import { objectFields, printReserved } from "./parameter-descriptor.ts";

/** A response or a part, which has headers. */
export type HeaderCarrier = Pick<Encoding, "headers" | "headersDeclaration">;

/** Prints the headers of a part, and their encodings. */
export type PrintHeaders = (carrier: HeaderCarrier | undefined) => readonly Field[];

/** Prints the fields of a form by name, and the description of all others. */
export function printFields(
  context: EmitContext,
  media: MediaType,
  printHeaders: PrintHeaders,
): readonly Field[] {
  const { named, required, others } = formFields(media.schema);
  const printed = [...named].map(
    ([name, schema]): Field => [
      name,
      printObject([
        ...formField(context, media, name, schema, required.has(name)),
        ...printHeaders(media.encoding.get(name)),
      ]),
    ],
  );
  return [
    ["fields", printed.length === 0 ? undefined : printObject(printed)],
    ["others", others && printObject(formField(context, media, undefined, others, false))],
  ];
}

/** Lists the facts about a field; without a name, about fields that the document does not name. */
function formField(
  context: EmitContext,
  media: MediaType,
  name: string | undefined,
  schema: Schema,
  isRequired: boolean,
): readonly Field[] {
  const text = parameterType({ schema }, context);
  const encoding = name === undefined ? undefined : media.encoding.get(name);
  const kind = fileKind(schema, encoding?.contentType);
  const styled =
    kind === undefined && name !== undefined
      ? fieldStyle(context, media, encoding, schema)
      : undefined;
  const contentType =
    styled === undefined ? contentTypeOf(context, media, encoding, schema) : undefined;
  const isMany = kind === "one or more";
  const isFile = kind === "file" || kind === "files" || isMany;
  const array = isMany || text.array;
  const one = isMany ? "file" : text.one;
  const isJson = text.type === "string" && contentType !== undefined && isOnlyJson(contentType);
  const style = styled === undefined ? [] : styleFields(context, schema, styled);
  const canBeMissing = array || style.some(([key]) => key === "properties" || key === "nested");
  return [
    ["type", stringLiteral(isFile ? "file" : isJson ? "json" : text.type)],
    ["array", array ? "true" : undefined],
    ["one", one && stringLiteral(one)],
    ["required", isRequired && canBeMissing ? "true" : undefined],
    ...style,
    ["contentType", contentType && stringLiteral(contentType)],
  ];
}

/** How a form writes a field. */
interface FieldStyle {
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/**
 * Returns the style of a field; undefined if its content type determines the encoding. In OpenAPI
 * 3.0, parts of multipart forms have no style; parts of other multipart bodies never have one.
 */
function fieldStyle(
  { contract }: EmitContext,
  { mediaType }: MediaType,
  encoding: Encoding | undefined,
  schema: Schema,
): FieldStyle | undefined {
  const hasStyles = isFormData(mediaType) ? !isOpenApi30(contract) : isUrlEncoded(mediaType);
  if (!hasStyles) return undefined;
  const { style, explode, allowReserved, contentType } = encoding ?? {};
  if (style === undefined && explode === undefined && allowReserved === undefined) {
    const isOld = isUrlEncoded(mediaType) && isUncorrected(contract) && contentType === undefined;
    return isOld && isObject(schema)
      ? { style: "form", explode: true, allowReserved: false }
      : undefined;
  }
  const own = style ?? "form";
  return {
    style: own,
    explode: explode ?? own === "form",
    allowReserved: allowReserved ?? false,
  };
}

function isFormData(mediaType: string): boolean {
  return mediaTypeEssence(mediaType) === "multipart/form-data";
}

function isUrlEncoded(mediaType: string): boolean {
  return mediaTypeEssence(mediaType) === "application/x-www-form-urlencoded";
}

function isObject(schema: Schema): boolean {
  return objectProperties(schema) !== undefined && !possibleTypes(schema).has("array");
}

function styleFields(
  context: EmitContext,
  schema: Schema,
  { style, explode, allowReserved }: FieldStyle,
): readonly Field[] {
  return [
    ...objectFields(context, { schema, style }),
    ["style", stringLiteral(style)],
    ["explode", explode === (style === "form") ? undefined : String(explode)],
    ["allowReserved", printReserved(context.contract, { allowReserved, in: "query" })],
  ];
}

/** Prints the part at a position. */
export function printPosition(
  context: EmitContext,
  position: PartPosition,
  printHeaders: PrintHeaders,
): Printable {
  const { schema, encoding } = position;
  const declared = encoding?.contentType?.trim() ?? "";
  const isFile = isFilePart(position);
  const contentType =
    declared === "" ? (isFile ? undefined : defaultContentType(schema)) : declared;
  const { type, array } = parameterType({ schema }, context);
  const isJson =
    array || (type === "string" && contentType !== undefined && isOnlyJson(contentType));
  return printObject([
    ["type", stringLiteral(isFile ? "file" : isJson ? "json" : type)],
    ["contentType", contentType && stringLiteral(contentType)],
    ...printHeaders(encoding),
  ]);
}

/** Reports whether a body is a form with a field whose encoding is a style. */
export function hasStyledFields(context: EmitContext, { content }: RequestBody): boolean {
  return content.some((media) =>
    [...formFields(media.schema).named].some(
      ([name, schema]) =>
        fieldStyle(context, media, media.encoding.get(name), schema) !== undefined,
    ),
  );
}

/** Returns the types of a field's content, if they differ from the default for its value. */
function contentTypeOf(
  { contract }: EmitContext,
  { mediaType }: MediaType,
  encoding: Encoding | undefined,
  schema: Schema,
): string | undefined {
  const declared = encoding?.contentType ?? "";
  if (declared.trim() !== "") return declared;
  const kind = fileKind(schema);
  // This is a default, so that a file keeps its type and a text needs no type.
  if (kind === "some") return "*/*";
  if (isUrlEncoded(mediaType) || isOpenApi30(contract) || kind !== undefined) return undefined;
  return defaultContentType(schema);
}

/** Returns the content type of encoded bytes and of values of unknown type, since OpenAPI 3.1. */
function defaultContentType(schema: Schema): string | undefined {
  const item = itemSchema(schema);
  const isEncoded = item.kind === "schema" && item.contentEncoding !== undefined;
  if (isEncoded) return "application/octet-stream";
  const isUnknown = possibleTypes(item).has("object") && possibleTypes(item).has("string");
  // This is a default, so that a file keeps its own type.
  return isUnknown ? "application/octet-stream, */*" : undefined;
}

function isOnlyJson(contentType: string): boolean {
  return contentType.split(",").every((type) => !type.includes("*") && mediaKind(type) === "json");
}

/** Returns the schema of a part: the item, if each item is a part. */
function itemSchema(schema: Schema): Schema {
  const target = dereference(schema);
  return target.kind === "schema" && target.items !== undefined
    ? dereference(target.items)
    : target;
}
