// Prints forms as descriptors: the type of each field, and how its Encoding Object says to encode it.

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

/** The headers of a response or of a part. */
export type HeaderCarrier = Pick<Encoding, "headers" | "headersDeclaration">;

/** Prints the headers of a response or of a part, and how to encode each. */
export type PrintHeaders = (carrier: HeaderCarrier | undefined) => readonly Field[];

/** Prints the named fields of a form, and one description for all other fields. */
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

/**
 * Lists what a descriptor says about a field. Without a name, it describes the fields that the document
 * does not name.
 */
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

/** How the value of a field is written, as for a query parameter. */
interface FieldStyle {
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/**
 * Returns the style of a field; undefined if the content type of the field determines its encoding. In
 * OpenAPI 3.0, only URL-encoded forms have styles. Since 3.1, multipart/form-data also has them. Other
 * multipart bodies never do.
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

/** Prints the part that has no name, only a position. */
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

/** Reports whether the body is a form in which a style determines the encoding of a field. */
export function hasStyledFields(context: EmitContext, { content }: RequestBody): boolean {
  return content.some((media) =>
    [...formFields(media.schema).named].some(
      ([name, schema]) =>
        fieldStyle(context, media, media.encoding.get(name), schema) !== undefined,
    ),
  );
}

/** Returns the content types of a field, if they differ from the default for the type of its value. */
function contentTypeOf(
  { contract }: EmitContext,
  { mediaType }: MediaType,
  encoding: Encoding | undefined,
  schema: Schema,
): string | undefined {
  const declared = encoding?.contentType ?? "";
  if (declared.trim() !== "") return declared;
  const kind = fileKind(schema);
  // With `*/*` as a default, a file keeps its own type, and a text needs none.
  if (kind === "some") return "*/*";
  if (isUrlEncoded(mediaType) || isOpenApi30(contract) || kind !== undefined) return undefined;
  return defaultContentType(schema);
}

/** Returns the default content type since OpenAPI 3.1, for encoded bytes and for values of any type. */
function defaultContentType(schema: Schema): string | undefined {
  const item = itemSchema(schema);
  const isEncoded = item.kind === "schema" && item.contentEncoding !== undefined;
  if (isEncoded) return "application/octet-stream";
  const isUnknown = possibleTypes(item).has("object") && possibleTypes(item).has("string");
  // With `*/*` in the list, a file keeps its own type.
  return isUnknown ? "application/octet-stream, */*" : undefined;
}

function isOnlyJson(contentType: string): boolean {
  return contentType.split(",").every((type) => !type.includes("*") && mediaKind(type) === "json");
}

/** Returns the schema of a part. If the schema is an array, each item is a part. */
function itemSchema(schema: Schema): Schema {
  const target = dereference(schema);
  return target.kind === "schema" && target.items !== undefined
    ? dereference(target.items)
    : target;
}
