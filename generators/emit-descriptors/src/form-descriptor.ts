// Forms as descriptors: the type of each field, and how its Encoding Object says to write it.

import {
  dereference,
  type MediaType,
  mediaTypeEssence,
  type RequestBody,
  type Schema,
} from "@specwright/contract";
import {
  type EmitContext,
  fileKind,
  mediaKind,
  type Printable,
  parameterType,
  possibleTypes,
  stringLiteral,
} from "@specwright/emit-kit";
import { type Field, printObject } from "./object-literal.ts";
import { objectProperties } from "./object-properties.ts";
import { isOpenApi30, isUncorrected } from "./openapi-version.ts";
import { objectFields, printReserved } from "./parameter-descriptor.ts";

/** Prints the fields of a form by name; undefined if its schema is not one of an object. */
export function printFields(context: EmitContext, media: MediaType): Printable | undefined {
  const properties = media.schema && objectProperties(media.schema);
  if (properties === undefined) return undefined;
  return printObject(
    [...properties].map(([name, schema]) => [name, printField(context, media, name, schema)]),
  );
}

function printField(
  context: EmitContext,
  media: MediaType,
  name: string,
  schema: Schema,
): Printable {
  const { type, array } = parameterType({ schema }, context);
  const kind = fileKind(schema);
  const styled = kind === undefined ? styleOf(context, media, name, schema) : undefined;
  const contentType =
    styled === undefined ? contentTypeOf(context, media, name, schema) : undefined;
  const isJson = type === "string" && contentType !== undefined && isOnlyJson(contentType);
  return printObject([
    ["type", stringLiteral(kind === undefined ? (isJson ? "json" : type) : "file")],
    ["array", array ? "true" : undefined],
    ...(styled === undefined ? [] : styleFields(context, schema, styled)),
    ["contentType", contentType && stringLiteral(contentType)],
  ]);
}

/** How a form writes a field. */
interface FieldStyle {
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
}

/**
 * Returns the style of a field; absent if the type of the content decides how it is written. In
 * OpenAPI 3.0, parts of multipart forms have no style.
 */
function styleOf(
  { contract }: EmitContext,
  { mediaType, encoding }: MediaType,
  name: string,
  schema: Schema,
): FieldStyle | undefined {
  if (!isUrlEncoded(mediaType) && isOpenApi30(contract)) return undefined;
  const { style, explode, allowReserved, contentType } = encoding.get(name) ?? {};
  if (style === undefined && explode === undefined && allowReserved === undefined) {
    const isOld = isUrlEncoded(mediaType) && isUncorrected(contract) && contentType === undefined;
    return isOld && isObject(schema)
      ? { style: "form", explode: true, allowReserved: false }
      : undefined;
  }
  const own = typeof style === "string" ? style : "form";
  return {
    style: own,
    explode: typeof explode === "boolean" ? explode : own === "form",
    allowReserved: allowReserved === true,
  };
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

/** Reports whether a body has a form with fields that a style writes. */
export function hasStyledFields(context: EmitContext, { content }: RequestBody): boolean {
  return content.some((media) =>
    [...((media.schema && objectProperties(media.schema)) ?? [])].some(
      ([name, schema]) => styleOf(context, media, name, schema) !== undefined,
    ),
  );
}

/** Returns the types of a field's content if they differ from those that its value suggests. */
function contentTypeOf(
  { contract }: EmitContext,
  { mediaType, encoding }: MediaType,
  name: string,
  schema: Schema,
): string | undefined {
  const declared = encoding.get(name)?.["contentType"];
  if (typeof declared === "string" && declared.trim() !== "") return declared;
  if (isUrlEncoded(mediaType) || isOpenApi30(contract) || fileKind(schema) !== undefined) {
    return undefined;
  }
  // From 3.1, encoded bytes and values of unknown type are bytes by default.
  const item = itemOf(schema);
  const isEncoded = item.kind === "schema" && item.contentEncoding !== undefined;
  const isUnknown = possibleTypes(item).has("object") && possibleTypes(item).has("string");
  return isEncoded || isUnknown ? "application/octet-stream" : undefined;
}

function isOnlyJson(contentType: string): boolean {
  return contentType.split(",").every((type) => !type.includes("*") && mediaKind(type) === "json");
}

/** Returns the schema of a part: that of an item, if each item is one. */
function itemOf(schema: Schema): Schema {
  const target = dereference(schema);
  return target.kind === "schema" && target.items !== undefined
    ? dereference(target.items)
    : target;
}
