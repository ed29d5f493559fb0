// Converts keywords after all keywords of a schema object were read: keywords of older dialects to those of
// 2020-12, `nullable`, and keywords that the model combines into one field.

import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  setMember,
} from "@specwright/spec-loader";
import { describingFields } from "../model/annotations.ts";
import type { Dialect, Schema } from "../model/schema.ts";
import { holdsObject, listMembers, memberOf } from "../reading/place.ts";
import { reportRepairable } from "../reading/problems.ts";
import type { SchemaDraft } from "../reading/schema-graph.ts";
import {
  type KeywordReader,
  keywordPlace,
  readSubschema,
  reportKeyword,
  type SchemaReading,
  schemaListReader,
  schemaReader,
} from "./keyword-reader.ts";

const readItemsSchema = schemaReader("items");
const readItemsList = schemaListReader("prefixItems");

/** Reads `prefixItems`, which older drafts do not have. */
export const readPrefixItems: KeywordReader = (reading, keyword, value) => {
  if (/^(?:2019|draft)-/.test(reading.draft.dialect)) return;
  readItemsList(reading, keyword, value);
};

/**
 * Reads `items`. Before 2020-12, an array of schemas in `items` has the meaning of `prefixItems`.
 * `additionalItems` then applies to all items after these.
 */
export const readItems: KeywordReader = (reading, keyword, value) => {
  if (!isJsonArray(value)) return readItemsSchema(reading, keyword, value);
  readItemsList(reading, keyword, value);
  const rest = memberOf(reading.place, "additionalItems");
  if (rest !== undefined) reading.draft.items = readSubschema(reading, rest);
};

/**
 * Reads `dependentRequired`, `dependentSchemas` and `dependencies`. An entry that is a list names required
 * properties; any other entry is a schema.
 */
export function readDependencies(reading: SchemaReading, keyword: string, value: JsonObject): void {
  const { draft } = reading;
  const names = new Map<string, readonly string[]>(draft.dependentRequired);
  const schemas = new Map<string, Schema>(draft.dependentSchemas);
  for (const [key, place] of listMembers({ ...keywordPlace(reading, keyword, value), value })) {
    if (isJsonArray(place.value)) {
      names.set(
        key,
        place.value.filter((name) => typeof name === "string"),
      );
    } else if (holdsObject(place) || typeof place.value === "boolean") {
      schemas.set(key, readSubschema(reading, place));
    } else {
      reportKeyword(
        reading,
        keyword,
        "an object whose values are schemas or arrays of names",
        place.value,
      );
    }
  }
  if (names.size > 0) draft.dependentRequired = names;
  if (schemas.size > 0) draft.dependentSchemas = schemas;
}

/**
 * Reports whether `exclusiveMinimum` and `exclusiveMaximum` are booleans in a dialect. A boolean makes
 * `minimum` or `maximum` exclusive.
 */
export function hasExclusiveFlags(dialect: Dialect): boolean {
  return dialect === "draft-04" || dialect === "openapi-3.0";
}

/** Reports a boolean `exclusiveMinimum` or `exclusiveMaximum` in a dialect that requires a number. */
export function reportExclusiveFlag({ build, place }: SchemaReading, keyword: string): void {
  reportRepairable(
    build,
    "SCHEMA_KEYWORD",
    memberOf(place, keyword) ?? place,
    `\`${keyword}\` must be a number, but is a boolean.`,
    "read as in OpenAPI 3.0: it makes the bound beside it exclusive",
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

/**
 * Allows null if `nullable` is true. If the schema has a type, adds null to the types and the enum. OpenAPI
 * 3.0.3 ignores `nullable` next to `$ref`, `allOf`, `anyOf` or `oneOf`, and other dialects do not have the
 * keyword. But the authors of such documents intend to allow null, so the schema becomes `anyOf` of the
 * original and null.
 */
export function foldNullable({ build, draft, place }: SchemaReading): void {
  if (place.value["nullable"] !== true) return;
  if (draft.dialect !== "openapi-3.0" || draft.ref !== undefined)
    build.schemas.nullables.push(memberOf(place, "nullable") ?? place);
  if (
    draft.ref !== undefined ||
    draft.const !== undefined ||
    draft.allOf !== undefined ||
    draft.anyOf !== undefined ||
    draft.oneOf !== undefined
  ) {
    wrapInUnion(draft);
    return;
  }
  if (draft.types !== undefined && !draft.types.includes("null")) {
    draft.types = [...draft.types, "null"];
  }
  if (draft.enum !== undefined && !draft.enum.includes(null)) draft.enum = [...draft.enum, null];
}

function wrapInUnion(draft: SchemaDraft): void {
  const raw: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(draft.raw)) {
    if (key !== "nullable" && !key.startsWith("x-")) setMember(raw, key, value);
  }
  const inner: SchemaDraft = { ...draft, raw, extensions: new Map() };
  for (const field of describingFields) delete inner[field];
  for (const field of Object.keys(draft) as (keyof SchemaDraft)[]) {
    if (field in inner && !["kind", "source", "dialect", "raw", "extensions"].includes(field)) {
      delete draft[field];
    }
  }
  draft.anyOf = [
    inner,
    {
      kind: "schema",
      source: draft.source,
      dialect: draft.dialect,
      raw: { type: "null" },
      extensions: new Map(),
      types: ["null"],
    },
  ];
}

// An open enum lists known values and accepts any other string. The standard way to write it is `anyOf` of
// the known values and a plain string, because every JSON Schema validator understands this.

/**
 * Converts `anyOf: [{ enum: [...] }, { type: string }]` to an `enum` with the flag `openEnum`. The
 * extension `x-open-enum: true` next to an `enum` also sets this flag, but other tools do not understand
 * the extension.
 */
export function foldOpenEnum({ draft, place }: SchemaReading): void {
  if (draft.enum !== undefined) {
    if (draft.extensions.get("x-open-enum") === true) draft.openEnum = true;
    return;
  }
  const { anyOf } = place.value;
  if (!isJsonArray(anyOf) || anyOf.length !== 2 || draft.const !== undefined) return;
  const known = anyOf.find((branch) => isJsonObject(branch) && Object.hasOwn(branch, "enum"));
  const every = anyOf.find((branch) => branch !== known);
  if (!hasOnlyKeywords(known, "enum", "type") || !hasOnlyKeywords(every, "type")) return;
  const { enum: values, type = "string" } = known;
  if (!isJsonArray(values) || values.length === 0 || every["type"] !== "string") return;
  if (type !== "string" || !values.every((value) => typeof value === "string")) return;
  if (draft.types !== undefined && !draft.types.includes("string")) return;
  delete draft.anyOf;
  draft.types = ["string"];
  draft.enum = values;
  draft.openEnum = true;
}

const annotations: ReadonlySet<string> = new Set(["title", "description", "$comment"]);

/** Reports whether an object restricts values only by the given keywords. */
export function hasOnlyKeywords(
  branch: JsonValue | undefined,
  ...keywords: string[]
): branch is JsonObject {
  if (!isJsonObject(branch)) return false;
  return Object.keys(branch).every(
    (key) => keywords.includes(key) || annotations.has(key) || key.startsWith("x-"),
  );
}

// The parts of some values must have the same sign, such as the two numbers of a decimal. JSON Schema needs
// two alternatives for this rule: all numbers are at least 0, or all numbers are at most 0.

/**
 * Converts `anyOf: [{ properties: { a: { minimum: 0 }, b: { minimum: 0 } } }, ...]`, with `maximum` in the
 * second branch, to the field `sameSign`, a list of the members. All members must be required.
 */
export function foldSameSign({ draft, place }: SchemaReading): void {
  const { anyOf } = place.value;
  if (!isJsonArray(anyOf) || anyOf.length !== 2) return;
  const [above, below] = anyOf;
  const names = namesBoundBy("minimum", above);
  if (names.length !== 2 || String(names) !== String(namesBoundBy("maximum", below))) return;
  if (!names.every((name) => draft.required?.includes(name))) return;
  delete draft.anyOf;
  draft.sameSign = names;
}

/** Lists the members that a schema restricts only by the bound 0, sorted by name. */
function namesBoundBy(
  bound: "minimum" | "maximum",
  branch: JsonValue | undefined,
): readonly string[] {
  if (!hasOnlyKeywords(branch, "properties")) return [];
  const { properties } = branch;
  if (!isJsonObject(properties)) return [];
  const isBound = (value: JsonValue | undefined) =>
    hasOnlyKeywords(value, bound) && value[bound] === 0;
  const names = Object.keys(properties).sort();
  return names.every((name) => isBound(properties[name])) ? names : [];
}
