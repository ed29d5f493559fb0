// The parts of multipart bodies that have no names (OpenAPI 3.2, "Encoding By Position").

import { mediaTypeEssence } from "../from-openapi/media-type-name.ts";
import type { Encoding, MediaType } from "../model/operation.ts";
import type { Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import { isNothing } from "./schema-facts.ts";
import { fileKind } from "./schema-reading.ts";

/** What a part is by its position. */
export interface PartPosition {
  readonly schema: Schema;
  readonly encoding?: Encoding;
}

/** The parts of a multipart body by position. */
export interface PartPositions {
  /** The first parts. */
  readonly prefix: readonly PartPosition[];
  /** All other parts; absent if there are none. */
  readonly rest?: PartPosition;
  /** Whether the parts are a stream of items, and not one array. */
  readonly isStream: boolean;
}

/** Reports whether a media type is a multipart one, and no range. */
export function isMultipart(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType);
  return essence.startsWith("multipart/") && !essence.endsWith("*");
}

/**
 * Returns the parts of a multipart body by position: those of `itemSchema` or of an array; undefined
 * for any other body.
 */
export function partPositions(media: MediaType): PartPositions | undefined {
  const { mediaType, schema, itemSchema, prefixEncoding, itemEncoding } = media;
  if (!isMultipart(mediaType)) return undefined;
  if (itemSchema !== undefined) {
    const prefix = prefixEncoding.map((encoding) => ({ schema: itemSchema, encoding }));
    return { prefix, rest: position(itemSchema, itemEncoding), isStream: true };
  }
  const list = schema && dereference(schema);
  if (list === undefined || list.kind === "boolean") return undefined;
  const { types, items, prefixItems = [], maxItems = Number.POSITIVE_INFINITY } = list;
  const isList = types === undefined ? (items ?? list.prefixItems) : types.join() === "array";
  if (!isList) return undefined;
  const anything: Schema = { kind: "boolean", source: list.source, value: true };
  const length = Math.min(Math.max(prefixItems.length, prefixEncoding.length), maxItems);
  const prefix = Array.from({ length }, (_, index) =>
    position(prefixItems[index] ?? items ?? anything, prefixEncoding[index] ?? itemEncoding),
  );
  const isClosed = isNothing(items) || maxItems <= length;
  return {
    prefix,
    ...(!isClosed && { rest: position(items ?? anything, itemEncoding) }),
    isStream: false,
  };
}

function position(schema: Schema, encoding: Encoding | undefined): PartPosition {
  return encoding === undefined ? { schema } : { schema, encoding };
}

/** Reports whether a part is a file. One of any type is, unless its content type is text or JSON. */
export function isFilePart({ schema, encoding }: PartPosition): boolean {
  return fileKind(schema, encoding?.contentType ?? "application/octet-stream") === "file";
}
