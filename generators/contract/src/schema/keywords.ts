// The readers of all keywords for which the model has a field, from JSON Schema 2020-12 back to draft-04,
// OpenAPI and AsyncAPI. `$defs` and `definitions` have no reader, because they only contain the targets of
// references.

import { isJsonArray, isJsonObject, readPattern, type Source } from "@specwright/spec-loader";
import type { Dialect, Schema, SchemaReference, TypeName } from "../model/schema.ts";
import { type Build, placeAt, rootPlace, writtenKeys } from "../reading/build.ts";
import { listMembers, memberOf, type Place } from "../reading/place.ts";
import { dialectOfDocument, knownSchema, schemaAt } from "../reading/schema-graph.ts";
import {
  hasExclusiveFlags,
  readDependencies,
  readItems,
  readPrefixItems,
  reportExclusiveFlag,
} from "./fold-keywords.ts";
import {
  countReader,
  flagReader,
  type KeywordReader,
  keywordPlace,
  numberReader,
  readSubschema,
  reportKeyword,
  type SchemaReading,
  schemaListReader,
  schemaMapReader,
  schemaReader,
  textReader,
} from "./keyword-reader.ts";

/**
 * Reads `discriminator`: an object in OpenAPI, or the name of a property in AsyncAPI. `linkDiscriminators`
 * adds the mapping after all schemas were read.
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

/**
 * Reads `properties`. Required properties come first, in the order of `required`; all others follow in code
 * point order. `propertyOrder` keeps the order of the document.
 */
export const readProperties: KeywordReader = (reading, keyword, value) => {
  if (!isJsonObject(value)) return reportKeyword(reading, keyword, "an object", value);
  const place = { ...keywordPlace(reading, keyword, value), value };
  const properties = new Map<string, Schema>();
  const { required } = reading.place.value;
  for (const name of isJsonArray(required) ? required : []) {
    const property = typeof name === "string" ? memberOf(place, name) : undefined;
    if (typeof name === "string" && property !== undefined) {
      properties.set(name, readSubschema(reading, property));
    }
  }
  for (const [name, property] of listMembers(place)) {
    if (!properties.has(name)) properties.set(name, readSubschema(reading, property));
  }
  reading.draft.properties = properties;
  const written = writtenKeys(reading.build, place);
  if (written !== undefined) reading.draft.propertyOrder = written;
};

// The readers of `$ref`, `$dynamicRef` and `$recursiveRef` keep the reference, and link it to the schema
// object of the target.

export const readRef: KeywordReader = (reading, keyword, value) => {
  if (typeof value !== "string") return reportKeyword(reading, keyword, "a string", value);
  const reference = referenceTo(reading, value);
  if (reference !== undefined) reading.draft.ref = reference;
};

/**
 * Reads `$dynamicRef` and its predecessor `$recursiveRef`. An outer resource can later override the target.
 */
export const readDynamicRef: KeywordReader = (reading, keyword, value) => {
  if (typeof value !== "string") return reportKeyword(reading, keyword, "a string", value);
  const reference = referenceTo(reading, value);
  if (reference === undefined) return;
  const { target } = reference;
  const anchor = target.kind === "schema" ? target.raw["$dynamicAnchor"] : undefined;
  // A reference is dynamic only if its target declares the dynamic anchor. Otherwise, no outer resource can
  // override the target.
  const isDynamic = typeof anchor === "string" && value.endsWith(`#${anchor}`);
  reading.draft.dynamicRef = isDynamic ? { ...reference, dynamicAnchor: anchor } : reference;
  if (isDynamic) reading.build.schemas.dynamicAnchors.add(anchor);
};

/**
 * Returns the dialect of the target of a reference. The target can be in a file with a different dialect.
 */
export function dialectAcross(build: Build, from: Source, to: Place, inherited: Dialect): Dialect {
  if (to.file === from.file) return inherited;
  const root = rootPlace(build, to.file);
  return (root === undefined ? undefined : dialectOfDocument(root.value)) ?? inherited;
}

function referenceTo(
  { build, draft, place }: SchemaReading,
  text: string,
): SchemaReference | undefined {
  const resolution = build.specification.resolve(draft.source, text);
  if (!resolution.found) return undefined;
  let target = knownSchema(build, resolution.source);
  if (target === undefined) {
    const to = placeAt(build, resolution.source);
    if (to === undefined) return undefined;
    target = schemaAt(build, to, dialectAcross(build, place, to, draft.dialect));
  }
  build.schemas.targets.add(target);
  return { text, target };
}

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
  // Unknown type names have no effect. The loader reports them.
  const types = names.filter(isTypeName);
  if (types.length > 0) reading.draft.types = types;
};

const readNames: KeywordReader = (reading, keyword, value) => {
  // Draft-03 and many hand-written documents have `required: true` on a property. This has no effect.
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
  // An object of named examples belongs beside a schema, but some documents write it inside the schema.
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

/** Returns the ECMA-262 form of a pattern. A pattern without such a form is kept, but has no effect. */
function ecmaPattern(pattern: string): string {
  return readPattern(pattern).pattern ?? pattern;
}

const readPatternKeyword: KeywordReader = (reading, keyword, value) => {
  if (typeof value === "string") reading.draft.pattern = ecmaPattern(value);
  else reportKeyword(reading, keyword, "a string", value);
};

const readBound =
  (field: "exclusiveMinimum" | "exclusiveMaximum"): KeywordReader =>
  (reading, keyword, value) => {
    // Booleans are converted later, when both bounds are known.
    if (typeof value === "boolean") {
      if (!hasExclusiveFlags(reading.draft.dialect)) reportExclusiveFlag(reading, keyword);
      return;
    }
    numberReader(field)(reading, keyword, value);
  };

const rawObject =
  (field: "xml" | "externalDocs"): KeywordReader =>
  (reading, keyword, value) => {
    if (isJsonObject(value)) reading.draft[field] = value;
    else reportKeyword(reading, keyword, "an object", value);
  };

/** The reader of each annotation. Annotations are read beside a `$ref`, whatever the dialect. */
export const annotationReaders: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>(
  [
    ["title", textReader("title")],
    ["description", textReader("description")],
    ["$comment", textReader("comment")],
    ["default", readDefault],
    ["examples", readExamples],
    ["example", readExample],
    ["deprecated", flagReader("deprecated")],
    ["readOnly", flagReader("readOnly")],
    ["writeOnly", flagReader("writeOnly")],
    ["xml", rawObject("xml")],
    ["externalDocs", rawObject("externalDocs")],
  ],
);

/** The reader of each keyword. */
export const keywordReaders: ReadonlyMap<string, KeywordReader> = new Map<string, KeywordReader>([
  ...annotationReaders,
  ["$id", textReader("id")],
  ["$anchor", textReader("anchor")],
  ["$dynamicAnchor", textReader("dynamicAnchor")],
  ["$ref", readRef],
  ["$dynamicRef", readDynamicRef],
  ["$recursiveRef", readDynamicRef],
  ["type", readType],
  ["const", readConst],
  ["enum", readEnum],
  ["format", textReader("format")],
  ["minimum", numberReader("minimum")],
  ["maximum", numberReader("maximum")],
  ["exclusiveMinimum", readBound("exclusiveMinimum")],
  ["exclusiveMaximum", readBound("exclusiveMaximum")],
  ["multipleOf", numberReader("multipleOf")],
  ["minLength", countReader("minLength")],
  ["maxLength", countReader("maxLength")],
  ["pattern", readPatternKeyword],
  ["contentEncoding", textReader("contentEncoding")],
  ["contentMediaType", textReader("contentMediaType")],
  ["contentSchema", schemaReader("contentSchema")],
  ["prefixItems", readPrefixItems],
  ["items", readItems],
  ["contains", schemaReader("contains")],
  ["minContains", countReader("minContains")],
  ["maxContains", countReader("maxContains")],
  ["minItems", countReader("minItems")],
  ["maxItems", countReader("maxItems")],
  ["uniqueItems", flagReader("uniqueItems")],
  ["unevaluatedItems", schemaReader("unevaluatedItems")],
  ["properties", readProperties],
  ["patternProperties", schemaMapReader("patternProperties", ecmaPattern)],
  ["additionalProperties", schemaReader("additionalProperties")],
  ["propertyNames", schemaReader("propertyNames")],
  ["required", readNames],
  ["minProperties", countReader("minProperties")],
  ["maxProperties", countReader("maxProperties")],
  ["dependentRequired", readDependentRequired],
  ["dependentSchemas", readDependentRequired],
  ["dependencies", readDependentRequired],
  ["unevaluatedProperties", schemaReader("unevaluatedProperties")],
  ["allOf", schemaListReader("allOf")],
  ["anyOf", schemaListReader("anyOf")],
  ["oneOf", schemaListReader("oneOf")],
  ["not", schemaReader("not")],
  ["if", schemaReader("if")],
  ["then", schemaReader("then")],
  ["else", schemaReader("else")],
  ["discriminator", readDiscriminator],
]);
