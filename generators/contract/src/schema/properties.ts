import { isJsonArray, isJsonObject } from "@specwright/spec-loader";
import type { Schema } from "../model/schema.ts";
import { writtenKeys } from "../reading/build.ts";
import { member, members } from "../reading/place.ts";
import { below, type KeywordReader, reportKeyword, subschema } from "./keyword-reader.ts";

/**
 * Reads `properties`: the required ones first, in the order of `required`, then the others by code
 * point. Their order in the document is stored separately.
 */
export const readProperties: KeywordReader = (reading, keyword, value) => {
  if (!isJsonObject(value)) return reportKeyword(reading, keyword, "an object", value);
  const place = { ...below(reading, keyword, value), value };
  const properties = new Map<string, Schema>();
  const { required } = reading.place.value;
  for (const name of isJsonArray(required) ? required : []) {
    const property = typeof name === "string" ? member(place, name) : undefined;
    if (typeof name === "string" && property !== undefined) {
      properties.set(name, subschema(reading, property));
    }
  }
  for (const [name, property] of members(place)) {
    if (!properties.has(name)) properties.set(name, subschema(reading, property));
  }
  reading.draft.properties = properties;
  const written = writtenKeys(reading.build, place);
  if (written !== undefined) reading.draft.propertyOrder = written;
};
