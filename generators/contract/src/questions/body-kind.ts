import { type MediaKind, mediaKind, mediaTypeEssence } from "../from-openapi/media-type.ts";
import type { Encoding, MediaType } from "../model/operation.ts";
import type { Declaration, Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import { isRestrictedText } from "../schema/restricted-text.ts";
import { formFields } from "./form-fields.ts";
import { isNothing, possibleTypes } from "./schema-facts.ts";
import { fileKind, isFile } from "./schema-reading.ts";
import { xmlShape } from "./xml-shape.ts";

/** How a body is transmitted: according to its media type, or as parts. */
export type BodyKind = MediaKind | "parts";

/**
 * Returns how a body is transmitted. Usually the media type determines this. For a range that includes
 * JSON, such as `*\/*`, the schema can make the body bytes or text. An XML body is transmitted as a value
 * if the schema describes its encoding. In a multipart body, parts have positions if the schema describes
 * an array or items. Parts have names, as in a form, if the schema describes an object.
 */
export function bodyKind(media: MediaType): BodyKind {
  const { mediaType, schema } = media;
  if (mediaType.includes("*") && schema !== undefined && isFile(schema)) return "bytes";
  if (mediaType.startsWith("*") && schema !== undefined && isOnlyText(schema)) return "text";
  if (partPositions(media) !== undefined) return "parts";
  const kind = mediaKind(mediaType);
  if (kind === "form") return kind;
  if (!isMultipart(mediaType)) return xmlShape(media) === undefined ? kind : "xml";
  if (schema === undefined) return "bytes";
  const isForm = objectProperties(schema) !== undefined || formFields(schema).named.size > 0;
  return isForm ? "form" : "bytes";
}

function isOnlyText(schema: Schema): boolean {
  const types = possibleTypes(schema);
  return types.size === 1 && types.has("string");
}

// The parts of multipart bodies in which position, not a name, identifies a part (OpenAPI 3.2, "Encoding By
// Position").

/** One part of a multipart body, by its position. */
export interface PartPosition {
  readonly schema: Schema;
  readonly encoding?: Encoding;
}

/** The parts of a multipart body by position. */
export interface PartPositions {
  /** The parts with an individual schema or encoding, in order. */
  readonly prefix: readonly PartPosition[];
  /** The schema and encoding of all other parts; absent if no other parts are allowed. */
  readonly rest?: PartPosition;
  /** Whether the parts are a stream of items instead of one array. */
  readonly isStream: boolean;
}

/** Reports whether a media type is a multipart type without wildcards. */
export function isMultipart(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType);
  return essence.startsWith("multipart/") && !essence.endsWith("*");
}

/**
 * Returns the parts of a multipart body if their positions identify them, because the body has an
 * `itemSchema` or the schema describes an array. Returns undefined for any other body.
 */
export function partPositions(media: MediaType): PartPositions | undefined {
  const { mediaType, schema, itemSchema, prefixEncoding, itemEncoding } = media;
  if (!isMultipart(mediaType)) return undefined;
  if (itemSchema !== undefined) {
    const prefix = prefixEncoding.map((encoding) => ({ schema: itemSchema, encoding }));
    return { prefix, rest: partPosition(itemSchema, itemEncoding), isStream: true };
  }
  const list = schema && dereference(schema);
  if (list === undefined || list.kind === "boolean") return undefined;
  const { types, items, prefixItems = [], maxItems = Number.POSITIVE_INFINITY } = list;
  const isList = types === undefined ? (items ?? list.prefixItems) : types.join() === "array";
  if (!isList) return undefined;
  const anything: Schema = { kind: "boolean", source: list.source, value: true };
  const length = Math.min(Math.max(prefixItems.length, prefixEncoding.length), maxItems);
  const prefix = Array.from({ length }, (_, index) =>
    partPosition(prefixItems[index] ?? items ?? anything, prefixEncoding[index] ?? itemEncoding),
  );
  const isClosed = isNothing(items) || maxItems <= length;
  return {
    prefix,
    ...(!isClosed && { rest: partPosition(items ?? anything, itemEncoding) }),
    isStream: false,
  };
}

function partPosition(schema: Schema, encoding: Encoding | undefined): PartPosition {
  return encoding === undefined ? { schema } : { schema, encoding };
}

/**
 * Reports whether a part is a file. A part whose schema has no type is a file, unless its content type is
 * text or JSON.
 */
export function isFilePart({ schema, encoding }: PartPosition): boolean {
  return fileKind(schema, encoding?.contentType ?? "application/octet-stream") === "file";
}

/**
 * Collects the properties of an object schema, including the properties of its `allOf` parts. Returns
 * undefined if the schema does not describe an object.
 */
export function objectProperties(schema: Schema): ReadonlyMap<string, Schema> | undefined {
  const gathered = new Map<string, Schema>();
  return gatherProperties(schema, gathered, new Set()) ? gathered : undefined;
}

function gatherProperties(
  schema: Schema,
  gathered: Map<string, Schema>,
  seen: Set<Schema>,
): boolean {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return false;
  seen.add(target);
  const parts = (target.allOf ?? []).map((part) => gatherProperties(part, gathered, seen));
  for (const [name, property] of target.properties ?? []) gathered.set(name, property);
  return (
    target.properties !== undefined ||
    target.types?.includes("object") === true ||
    parts.includes(true)
  );
}

/** Returns the schema of additional properties; undefined if the document does not describe any. */
export function additionalProperties(
  schema: Schema,
  seen: Set<Schema> = new Set(),
): Schema | undefined {
  const target = dereference(schema);
  if (target.kind === "boolean" || seen.has(target)) return undefined;
  seen.add(target);
  const { additionalProperties: own, patternProperties, allOf, properties } = target;
  if (own !== undefined && !isNothing(own)) return own;
  const [pattern] = patternProperties?.values() ?? [];
  if (pattern !== undefined) return pattern;
  const [first] = (allOf ?? []).flatMap((part) => additionalProperties(part, seen) ?? []);
  if (first !== undefined) return first;
  const isFree = own === undefined && properties === undefined && allOf === undefined;
  return isFree && target.types?.includes("object")
    ? { kind: "boolean", source: target.source, value: true }
    : undefined;
}

/** Returns the declaration that validates a text body; undefined if any text is valid. */
export function textDeclaration({ schema, declaration }: MediaType): Declaration | undefined {
  return schema !== undefined && isRestrictedText(schema) ? declaration : undefined;
}
