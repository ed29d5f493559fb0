import { isJsonObject } from "@specwright/spec-loader";
import type { Schema } from "../model/schema.ts";
import { type KeywordReader, reportKeyword } from "./keyword-reader.ts";

/**
 * Reads `discriminator`: the object of OpenAPI or the property name of AsyncAPI.
 * `linkDiscriminators` adds its mapping once all schemas are known.
 */
export const readDiscriminator: KeywordReader = (reading, keyword, value) => {
  const propertyName = isJsonObject(value) ? value["propertyName"] : value;
  if (typeof propertyName !== "string") {
    return reportKeyword(reading, keyword, "an object with `propertyName`", value);
  }
  const mapping = new Map<string, Schema>();
  const hasDefault = isJsonObject(value) && value["defaultMapping"] !== undefined;
  reading.draft.discriminator = { propertyName, mapping, ...(hasDefault && { hasDefault }) };
  reading.build.schemas.discriminators.push({
    schema: reading.draft,
    place: reading.place,
    propertyName,
    mapping,
  });
};
