// Reduces a document to what affects types, with sorted keys: openapi-typescript reads nothing else,
// and text that it does not read cannot reach its output.

import { compareText, type JsonValue } from "@specwright/spec-loader";

/** Returns the part of an OpenAPI document that affects types. Integers of any size are numbers. */
export function typesDocument(document: JsonValue): JsonValue {
  return convert(document, "");
}

/** Converts the value of a key; the keys of a map of names are "" to their members. */
function convert(value: JsonValue, key: string): JsonValue {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string") return documentation.has(key) ? harmless(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) return value.map((item) => convert(item, ""));
  const isMap = nameMaps.has(key);
  const names = Object.keys(value)
    .filter((name) => (isMap ? !isExtension(name, key) : !isLeftOut(name)))
    .sort(compareText);
  return Object.fromEntries(
    names.map((name) => [name, convert(value[name] ?? null, isMap ? "" : name)]),
  );
}

// Keywords whose keys are names and not keywords.
const nameMaps: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "schemas",
  "responses",
  "parameters",
  "requestBodies",
  "headers",
  "securitySchemes",
  "links",
  "callbacks",
  "pathItems",
  "paths",
  "webhooks",
  "content",
  "mapping",
]);

const documentation: ReadonlySet<string> = new Set(["description", "summary", "title", "format"]);

// Examples and extensions may contain data that looks like a reference. A discriminator would
// replace the tag of the schema by the schema's name.
const leftOut: ReadonlySet<string> = new Set([
  "default",
  "example",
  "examples",
  "discriminator",
  "pattern",
]);

/** Reports whether a key is an extension, in maps that may contain names as well. */
function isExtension(name: string, key: string): boolean {
  return name.startsWith("x-") && (key === "paths" || key === "responses" || key === "callbacks");
}

function isLeftOut(name: string): boolean {
  return leftOut.has(name) || name.startsWith("x-");
}

/** Removes from documentation everything that could end a comment or start a tag. */
function harmless(text: string): string {
  return text.replace(/\*\//g, "*\\/").replace(/(?<![\p{L}\p{N}\\])@/gu, "\\@");
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
