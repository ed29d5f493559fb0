import { isJsonObject, type JsonObject, type Source } from "@specwright/spec-loader";
import type { Dialect, Schema } from "../model/schema.ts";
import { type Build, placeAt, rootPlace } from "../reading/build.ts";
import { readExtensions } from "../reading/fields.ts";
import { memberOf, type ObjectPlace, type Place } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { refHidesSiblings, type SchemaDraft, schemaAt } from "../reading/schema-graph.ts";
import { foldExclusiveBounds, foldNullable, foldOpenEnum, foldSameSign } from "./fold-keywords.ts";
import type { SchemaReading } from "./keyword-reader.ts";
import { annotationReaders, keywordReaders } from "./keywords.ts";

/** Reads a schema object into its draft, and converts older dialects to 2020-12. */
export function readSchemaObject(build: Build, draft: SchemaDraft, place: ObjectPlace): void {
  const reading: SchemaReading = { build, draft, place };
  draft.extensions = readExtensions(place);
  if (isDeprecatedByExtension(draft)) draft.deprecated = true;
  const alone = typeof place.value["$ref"] === "string" && refHidesSiblings(draft.dialect);
  const readers = alone ? annotationReaders : keywordReaders;
  if (alone) {
    keywordReaders.get("$ref")?.(reading, "$ref", place.value["$ref"] ?? null);
    reportHidden(reading);
  }
  const vocabularies = vocabulariesAt(build, place);
  if (vocabularies?.formatAssertion === true) draft.formatAssertion = true;
  const isOlder = isOlderDraft(draft.dialect);
  for (const keyword of Object.keys(place.value)) {
    if (vocabularies?.off.has(keyword) === true) continue;
    if (isOlder && newerKeywords.has(keyword)) {
      if (!alone) reportNewer(reading, keyword);
      continue;
    }
    readers.get(keyword)?.(reading, keyword, place.value[keyword] ?? null);
  }
  if (!alone) {
    foldExclusiveBounds(reading);
    foldOpenEnum(reading);
    foldSameSign(reading);
  }
  foldNullable(reading);
}

/** The keywords of 2019-09 and 2020-12 that restrict values and that earlier drafts do not have. */
const newerKeywords: ReadonlySet<string> = new Set([
  "prefixItems",
  "unevaluatedItems",
  "minContains",
  "maxContains",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
  "contentSchema",
  "$dynamicRef",
  "$recursiveRef",
]);

/**
 * Reports whether a dialect is draft-07 or earlier. The default dialect of AsyncAPI is based on draft-07.
 */
function isOlderDraft(dialect: Dialect): boolean {
  return dialect === "asyncapi" || dialect.startsWith("draft-");
}

function reportNewer({ build, draft, place }: SchemaReading, keyword: string): void {
  const name =
    draft.dialect === "asyncapi" ? "AsyncAPI, which is based on draft-07," : draft.dialect;
  const message = `${name} does not have the keyword \`${keyword}\`.`;
  reportProblem(build, "KEYWORD_NEWER", memberOf(place, keyword) ?? place, message);
}

function isDeprecatedByExtension(draft: SchemaDraft): boolean {
  const value = draft.extensions.get("x-deprecated");
  return value === true || (typeof value === "object" && value !== null);
}

function reportHidden({ build, draft, place }: SchemaReading): void {
  const hidden = Object.keys(place.value).filter(
    (keyword) =>
      keyword !== "$ref" && keywordReaders.has(keyword) && !annotationReaders.has(keyword),
  );
  if (hidden.length === 0) return;
  const names = hidden.map((keyword) => `\`${keyword}\``).join(", ");
  reportProblem(
    build,
    "REF_SIBLINGS_IGNORED",
    place,
    `In ${draft.dialect}, keywords beside a \`$ref\` are ignored: ${names}.`,
  );
}

/** Reads the schema at a place and all schemas that it refers to. */
export function readSchema(build: Build, place: Place, dialect: Dialect = build.dialect): Schema {
  const schema = schemaAt(build, place, dialect);
  readUnread(build);
  return schema;
}

/** Reads schemas until the queue is empty. */
export function readUnread(build: Build): void {
  const { unread } = build.schemas;
  for (let next = unread.pop(); next !== undefined; next = unread.pop()) {
    readSchemaObject(build, next.draft, next.place);
  }
}

// The active vocabularies (JSON Schema 2020-12 §8.1.2). A custom metaschema can omit a vocabulary, or make
// `format` an assertion.

/** How a metaschema changes the keywords of a schema. */
export interface Vocabularies {
  /** The keywords that have no effect. */
  readonly off: ReadonlySet<string>;
  readonly formatAssertion: boolean;
}

const prefix = "https://json-schema.org/draft/2020-12/vocab/";

const validation: ReadonlySet<string> = new Set([
  "type",
  "const",
  "enum",
  "multipleOf",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "maxContains",
  "minContains",
  "maxProperties",
  "minProperties",
  "required",
  "dependentRequired",
]);
const unevaluated: ReadonlySet<string> = new Set(["unevaluatedItems", "unevaluatedProperties"]);

/**
 * Finds the metaschema that the schema at a place declares, and returns how it changes the keywords.
 * Returns undefined for standard metaschemas.
 */
export function vocabulariesAt(build: Build, place: Source): Vocabularies | undefined {
  // A fast test, because few documents have a custom metaschema.
  if (!hasMetaschemas(build)) return undefined;
  const { file } = place;
  for (let { pointer } = place; ; pointer = pointer.slice(0, pointer.lastIndexOf("/"))) {
    const uri = textAt(build, { file, pointer }, "$schema");
    if (uri !== undefined) return readVocabularies(build, { file, pointer }, uri);
    if (pointer === "") break;
  }
  return undefined;
}

function hasMetaschemas({ specification: { files }, memo }: Build): boolean {
  const known = memo.get("metaschemas");
  if (typeof known === "boolean") return known;
  const found = [...files.values()].some(
    ({ root }) => isJsonObject(root) && isJsonObject(root["$vocabulary"] ?? null),
  );
  memo.set("metaschemas", found);
  return found;
}

function textAt(build: Build, source: Source, key: string): string | undefined {
  const value = (source.pointer === "" ? rootPlace(build, source.file) : placeAt(build, source))
    ?.value;
  const text = value !== undefined && isJsonObject(value) ? value[key] : undefined;
  return typeof text === "string" ? text : undefined;
}

function readVocabularies(build: Build, from: Source, uri: string): Vocabularies | undefined {
  const resolution = build.specification.resolve(from, uri);
  if (!resolution.found || !isJsonObject(resolution.value)) return undefined;
  const { $vocabulary } = resolution.value;
  if ($vocabulary === undefined || !isJsonObject($vocabulary)) return undefined;
  const off = new Set<string>();
  if (!listsVocabulary($vocabulary, "validation"))
    for (const keyword of validation) off.add(keyword);
  if (!listsVocabulary($vocabulary, "unevaluated"))
    for (const keyword of unevaluated) off.add(keyword);
  return { off, formatAssertion: listsVocabulary($vocabulary, "format-assertion") };
}

/**
 * Reports whether a metaschema lists a vocabulary. A known vocabulary is active even if the metaschema
 * marks it as optional.
 */
function listsVocabulary(vocabulary: JsonObject, name: string): boolean {
  return Object.hasOwn(vocabulary, prefix + name);
}
