import { isJsonArray, isJsonObject } from "@specwright/spec-loader";
// Every keyword of JSON Schema from 2020-12 back to draft-04, OpenAPI and AsyncAPI for which the
// model has a field. `$defs` and `definitions` only contain the targets of references.

import type { TypeName } from "../model/schema.ts";
import { readDiscriminator } from "./discriminator.ts";
import {
  count,
  flag,
  type KeywordReader,
  number,
  reportKeyword,
  schema,
  schemaList,
  schemaMap,
  text,
} from "./keyword-reader.ts";
import {
  hasExclusiveFlags,
  readDependencies,
  readItems,
  readPrefixItems,
  reportExclusiveFlag,
} from "./older-keywords.ts";
import { readProperties } from "./properties.ts";
import { readDynamicRef, readRef } from "./references.ts";

const typeNames: readonly string[] = [
  "null",
  "boolean",
  "integer",
  "number",
  "string",
  "array",
  "object",
] satisfies TypeName[];

function isTypeName(name: unknown): name is TypeName {
  return typeof name === "string" && typeNames.includes(name);
}

const readType: KeywordReader = (reading, keyword, value) => {
  const names = isJsonArray(value) ? value : [value];
  if (!names.every((name) => typeof name === "string")) {
    reportKeyword(reading, keyword, "the name of a type or an array of them", value);
  }
  // The loader reports unknown type names; they restrict nothing.
  const types = names.filter(isTypeName);
  if (types.length > 0) reading.draft.types = types;
};

const readNames: KeywordReader = (reading, keyword, value) => {
  // Draft-03 and many hand-written documents have `required: true` on a property, which has no
  // meaning.
  const names = isJsonArray(value) ? value.filter((name) => typeof name === "string") : [];
  if (!isJsonArray(value) || names.length < value.length) {
    reportKeyword(reading, keyword, "an array of property names", value);
  }
  if (names.length > 0 || isJsonArray(value)) reading.draft.required = names;
};

const readDependentRequired: KeywordReader = (reading, keyword, value) => {
  if (!isJsonObject(value)) return reportKeyword(reading, keyword, "an object", value);
  return readDependencies(reading, keyword, value);
};

const readConst: KeywordReader = (reading, _keyword, value) => {
  reading.draft.const = { value };
};

const readDefault: KeywordReader = (reading, _keyword, value) => {
  reading.draft.default = value;
};

const readEnum: KeywordReader = (reading, keyword, value) => {
  if (isJsonArray(value)) reading.draft.enum = value;
  else reportKeyword(reading, keyword, "an array", value);
};

const readExamples: KeywordReader = (reading, _keyword, value) => {
  // An object of named examples belongs next to a schema, but some documents have it inside.
  const examples = isJsonArray(value)
    ? value
    : isJsonObject(value)
      ? Object.values(value)
      : [value];
  reading.draft.examples = [...(reading.draft.examples ?? []), ...examples];
};

const readExample: KeywordReader = (reading, _keyword, value) => {
  reading.draft.examples = [value, ...(reading.draft.examples ?? [])];
};

const readBound =
  (field: "exclusiveMinimum" | "exclusiveMaximum"): KeywordReader =>
  (reading, keyword, value) => {
    // The boolean form is converted once both bounds are known.
    if (typeof value === "boolean") {
      if (!hasExclusiveFlags(reading.draft.dialect)) reportExclusiveFlag(reading, keyword);
      return;
    }
    number(field)(reading, keyword, value);
  };

const rawObject =
  (field: "xml" | "externalDocs"): KeywordReader =>
  (reading, keyword, value) => {
    if (isJsonObject(value)) reading.draft[field] = value;
    else reportKeyword(reading, keyword, "an object", value);
  };

/** The reader of each annotation, which remains valid next to a `$ref` in every dialect. */
export const annotationReaders: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>(
  [
    ["title", text("title")],
    ["description", text("description")],
    ["$comment", text("comment")],
    ["default", readDefault],
    ["examples", readExamples],
    ["example", readExample],
    ["deprecated", flag("deprecated")],
    ["readOnly", flag("readOnly")],
    ["writeOnly", flag("writeOnly")],
    ["xml", rawObject("xml")],
    ["externalDocs", rawObject("externalDocs")],
  ],
);

/** The reader of each keyword. */
export const keywordReaders: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ...annotationReaders,
  ["$id", text("id")],
  ["$anchor", text("anchor")],
  ["$dynamicAnchor", text("dynamicAnchor")],
  ["$ref", readRef],
  ["$dynamicRef", readDynamicRef],
  ["$recursiveRef", readDynamicRef],
  ["type", readType],
  ["const", readConst],
  ["enum", readEnum],
  ["format", text("format")],
  ["minimum", number("minimum")],
  ["maximum", number("maximum")],
  ["exclusiveMinimum", readBound("exclusiveMinimum")],
  ["exclusiveMaximum", readBound("exclusiveMaximum")],
  ["multipleOf", number("multipleOf")],
  ["minLength", count("minLength")],
  ["maxLength", count("maxLength")],
  ["pattern", text("pattern")],
  ["contentEncoding", text("contentEncoding")],
  ["contentMediaType", text("contentMediaType")],
  ["contentSchema", schema("contentSchema")],
  ["prefixItems", readPrefixItems],
  ["items", readItems],
  ["contains", schema("contains")],
  ["minContains", count("minContains")],
  ["maxContains", count("maxContains")],
  ["minItems", count("minItems")],
  ["maxItems", count("maxItems")],
  ["uniqueItems", flag("uniqueItems")],
  ["unevaluatedItems", schema("unevaluatedItems")],
  ["properties", readProperties],
  ["patternProperties", schemaMap("patternProperties")],
  ["additionalProperties", schema("additionalProperties")],
  ["propertyNames", schema("propertyNames")],
  ["required", readNames],
  ["minProperties", count("minProperties")],
  ["maxProperties", count("maxProperties")],
  ["dependentRequired", readDependentRequired],
  ["dependentSchemas", readDependentRequired],
  ["dependencies", readDependentRequired],
  ["unevaluatedProperties", schema("unevaluatedProperties")],
  ["allOf", schemaList("allOf")],
  ["anyOf", schemaList("anyOf")],
  ["oneOf", schemaList("oneOf")],
  ["not", schema("not")],
  ["if", schema("if")],
  ["then", schema("then")],
  ["else", schema("else")],
  ["discriminator", readDiscriminator],
]);
