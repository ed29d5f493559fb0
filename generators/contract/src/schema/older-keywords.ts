// Keywords of older dialects, converted to their 2020-12 form.

import { isJsonArray, type JsonObject } from "@specwright/spec-loader";
import type { Dialect, Schema } from "../model/schema.ts";
import { holdsObject, member, members } from "../reading/place.ts";
import { reportRepairable } from "../reading/problems.ts";
import {
  below,
  type KeywordReader,
  reportKeyword,
  type SchemaReading,
  schema,
  schemaList,
  subschema,
} from "./keyword-reader.ts";

const readItemsSchema = schema("items");
const readItemsList = schemaList("prefixItems");

/** Reads `prefixItems`, which older drafts do not have. */
export const readPrefixItems: KeywordReader = (reading, keyword, value) => {
  if (/^(?:2019|draft)-/.test(reading.draft.dialect)) return;
  readItemsList(reading, keyword, value);
};

/** Reads `items`; an array of schemas (before 2020-12) is `prefixItems`, with `additionalItems` after it. */
export const readItems: KeywordReader = (reading, keyword, value) => {
  if (!isJsonArray(value)) return readItemsSchema(reading, keyword, value);
  readItemsList(reading, keyword, value);
  const rest = member(reading.place, "additionalItems");
  if (rest !== undefined) reading.draft.items = subschema(reading, rest);
};

/**
 * Reads `dependentRequired`, `dependentSchemas` and `dependencies`; the shape of each entry decides
 * its meaning.
 */
export function readDependencies(reading: SchemaReading, keyword: string, value: JsonObject): void {
  const { draft } = reading;
  const names = new Map<string, readonly string[]>(draft.dependentRequired);
  const schemas = new Map<string, Schema>(draft.dependentSchemas);
  for (const [key, place] of members({ ...below(reading, keyword, value), value })) {
    if (isJsonArray(place.value)) {
      names.set(
        key,
        place.value.filter((name) => typeof name === "string"),
      );
    } else if (holdsObject(place) || typeof place.value === "boolean") {
      schemas.set(key, subschema(reading, place));
    } else {
      reportKeyword(reading, keyword, "an object of name lists or schemas", place.value);
    }
  }
  if (names.size > 0) draft.dependentRequired = names;
  if (schemas.size > 0) draft.dependentSchemas = schemas;
}

/**
 * Reports whether `exclusiveMinimum` and `exclusiveMaximum` are booleans in a dialect, which modify
 * `minimum` and `maximum`.
 */
export function hasExclusiveFlags(dialect: Dialect): boolean {
  return dialect === "draft-04" || dialect === "openapi-3.0";
}

/**
 * Reports a boolean `exclusiveMinimum` or `exclusiveMaximum` in a dialect where it is a number. A
 * lenient reader takes it as the older dialects do.
 */
export function reportExclusiveFlag({ build, place }: SchemaReading, keyword: string): void {
  reportRepairable(
    build,
    "SCHEMA_KEYWORD",
    member(place, keyword) ?? place,
    `\`${keyword}\` must be a number, but is a boolean.`,
    "read as in OpenAPI 3.0, for the bound beside it",
  );
}

/** Converts a boolean `exclusiveMinimum` or `exclusiveMaximum` to a number. */
export function foldExclusiveBounds({ build, draft, place }: SchemaReading): void {
  if (!hasExclusiveFlags(draft.dialect) && !build.specification.lenient) return;
  if (place.value["exclusiveMinimum"] === true && draft.minimum !== undefined) {
    draft.exclusiveMinimum = draft.minimum;
    delete draft.minimum;
  }
  if (place.value["exclusiveMaximum"] === true && draft.maximum !== undefined) {
    draft.exclusiveMaximum = draft.maximum;
    delete draft.maximum;
  }
}
