// The Swagger 2.0 converter drops `collectionFormat` of form fields, and the digits of large integers. Both
// are put into values that the converter keeps, and are restored after the conversion.

import type { Problem } from "../diagnostics/problem.ts";
import { joinPointer } from "../json/json-pointer.ts";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
  setMember,
} from "../json/json-value.ts";

/**
 * An extension for the format of a list. The converter copies extensions of a form field to its property.
 */
const FORMAT = "x-specwright-collection-format";
const INTEGER = "specwright-integer:";

/**
 * Returns a copy of a Swagger document for the converter, with both kinds of values in the form that it
 * keeps.
 */
export function carriedCopy(root: JsonObject): JsonObject {
  const paths = memberOf(root, "paths");
  return {
    ...plainObject(root),
    ...(isJsonObject(paths) && {
      paths: mapMembers(paths, (item) =>
        isJsonObject(item)
          ? mapMembers(item, (part, key) => (key === "parameters" ? markAll(part) : markIn(part)))
          : withoutDigits(item),
      ),
    }),
    ...(memberOf(root, "parameters") !== undefined && {
      parameters: markAll(memberOf(root, "parameters") ?? null),
    }),
  };
}

function markIn(operation: JsonValue): JsonValue {
  if (!isJsonObject(operation)) return withoutDigits(operation);
  return mapMembers(operation, (part, key) =>
    key === "parameters" ? markAll(part) : withoutDigits(part),
  );
}

function markAll(parameters: JsonValue): JsonValue {
  if (isJsonArray(parameters)) return parameters.map(markFormat);
  return isJsonObject(parameters) ? mapMembers(parameters, markFormat) : withoutDigits(parameters);
}

/** Moves `collectionFormat` of a form field into an extension. The default in Swagger 2.0 is `csv`. */
function markFormat(parameter: JsonValue): JsonValue {
  const copy = withoutDigits(parameter);
  if (!isJsonObject(copy) || copy["in"] !== "formData" || copy["type"] !== "array") return copy;
  const { collectionFormat = "csv", ...others } = copy;
  if (!["csv", "ssv", "pipes", "multi"].includes(String(collectionFormat))) return copy;
  return { ...others, [FORMAT]: collectionFormat };
}

function withoutDigits(value: JsonValue): JsonValue {
  if (typeof value === "bigint") return `${INTEGER}${value}`;
  if (isJsonArray(value)) return value.map(withoutDigits);
  return isJsonObject(value) ? plainObject(value) : value;
}

function plainObject(object: JsonObject): JsonObject {
  return mapMembers(object, withoutDigits);
}

function mapMembers(
  object: JsonObject,
  map: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(object)) {
    setMember(copy, key, map(memberOf(object, key) ?? null, key));
  }
  return copy;
}

/**
 * A converted document with its formats and digits restored. `problems` are about parts that OpenAPI 3.0
 * cannot express.
 */
export interface CarriedOver {
  readonly openapi: JsonValue;
  readonly problems: readonly Problem[];
}

/** Restores the formats of form lists and the digits of integers in a converted document. */
export function restoreCarried(file: string, converted: JsonValue): CarriedOver {
  const problems: Problem[] = [];
  return { openapi: restoreValue(converted, ""), problems };

  function restoreValue(value: JsonValue, pointer: string): JsonValue {
    if (typeof value === "string" && value.startsWith(INTEGER)) {
      return BigInt(value.slice(INTEGER.length));
    }
    if (isJsonArray(value)) {
      return value.map((item, index) => restoreValue(item, joinPointer(pointer, String(index))));
    }
    if (!isJsonObject(value)) return value;
    const copy: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      if (key === FORMAT) continue;
      const below = joinPointer(pointer, key);
      const member = memberOf(value, key) ?? null;
      const restored = restoreValue(member, below);
      setMember(copy, key, isForm(key) ? encodeLists(key, member, restored, below) : restored);
    }
    return copy;
  }

  /**
   * Adds the formats of the lists in a form to its media type. Reports the formats in a multipart form,
   * because OpenAPI 3.0 cannot express them.
   */
  function encodeLists(
    mediaType: string,
    marked: JsonValue,
    restored: JsonValue,
    pointer: string,
  ): JsonValue {
    const formats = listFormats(marked);
    if (formats.length === 0 || !isJsonObject(restored)) return restored;
    if (!mediaType.startsWith("multipart/")) {
      return { ...restored, encoding: Object.fromEntries(formats.map(encodingOf)) };
    }
    for (const [name, format] of formats) {
      const message = `the list "${name}" of a multipart form has the format ${format}, which OpenAPI 3.0 cannot express; each item becomes a part`;
      problems.push({ code: "COLLECTION_FORMAT_LOST", source: { file, pointer }, message });
    }
    return restored;
  }
}

function isForm(key: string): boolean {
  return key === "application/x-www-form-urlencoded" || key === "multipart/form-data";
}

/**
 * Lists the form fields that contain a whole list, with their formats. Skips `multi`, which repeats the
 * field for each item.
 */
function listFormats(media: JsonValue): readonly (readonly [name: string, format: string])[] {
  const schema = isJsonObject(media) ? memberOf(media, "schema") : undefined;
  const properties = isJsonObject(schema) ? memberOf(schema, "properties") : undefined;
  if (!isJsonObject(properties)) return [];
  return Object.keys(properties).flatMap((name) => {
    const property = memberOf(properties, name);
    const format = isJsonObject(property) ? memberOf(property, FORMAT) : undefined;
    return typeof format === "string" && format !== "multi" ? [[name, format] as const] : [];
  });
}

const styles: Readonly<Record<string, string>> = {
  csv: "form",
  ssv: "spaceDelimited",
  pipes: "pipeDelimited",
};

function encodingOf([name, format]: readonly [name: string, format: string]): [string, JsonObject] {
  return [name, { style: styles[format] ?? "form", explode: false }];
}
