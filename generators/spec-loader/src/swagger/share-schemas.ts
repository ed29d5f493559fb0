import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";

/**
 * Copies the schema of each response to all media types of the response. In Swagger 2.0, a response has a
 * single schema. The converter drops this schema for a media type that only an example mentions.
 */
export function shareSchemas(openapi: JsonValue): void {
  if (!isJsonObject(openapi)) return;
  const components = memberOf(openapi, "components");
  if (isJsonObject(components)) shareIn(memberOf(components, "responses"));
  for (const item of objectValues(memberOf(openapi, "paths"))) {
    for (const operation of objectValues(item)) {
      if (isJsonObject(operation)) shareIn(memberOf(operation, "responses"));
    }
  }
}

function shareIn(responses: JsonValue | undefined): void {
  for (const response of objectValues(responses)) {
    const content = isJsonObject(response) ? memberOf(response, "content") : undefined;
    const mediaTypes = objectValues(content).filter(isJsonObject);
    const schema = mediaTypes
      .map((each) => memberOf(each, "schema"))
      .find((each) => each !== undefined);
    if (schema === undefined) continue;
    for (const mediaType of mediaTypes) {
      if (memberOf(mediaType, "schema") === undefined) setMember(mediaType, "schema", schema);
    }
  }
}

function objectValues(value: JsonValue | undefined): readonly JsonValue[] {
  return value !== undefined && (isJsonObject(value) || isJsonArray(value))
    ? Object.values(value)
    : [];
}
