// Helpers of the spec tests: read a document without losing digits, follow JSON pointers, and visit every
// node.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parse } from "yaml";

/** A value of YAML or JSON; integers keep every digit. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export const specsFolder: string = new URL("../../specs/", import.meta.url).pathname;

export const docsFolder: string = new URL("../../docs/", import.meta.url).pathname;

/** Reads a spec by its path in `specs`; integers are bigint. */
export function readSpec(path: string): Json {
  return parse(readFileSync(join(specsFolder, path), "utf8"), { intAsBigInt: true }) as Json;
}

/** Returns the contract documents by their path in `specs`: YAML files, except vectors. */
export function listSpecs(): readonly string[] {
  if (!existsSync(specsFolder)) return [];
  return readdirSync(specsFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name))
    .map((entry) => relative(specsFolder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("vectors/"))
    .sort();
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an object, or an empty one for anything else. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns an array, or an empty one for anything else. */
export function asArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/**
 * Follows an RFC 6901 pointer, including any `$ref` on the way; returns undefined if it does not
 * resolve.
 */
export function followPointer(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const token of pointer.split("/").slice(1)) {
    const key = decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
    value = child(value, key) ?? child(resolveReference(root, value), key);
    if (value === undefined) return undefined;
  }
  return value;
}

/** Follows the `$ref` of a value if it has one within the document. */
export function resolveReference(root: Json, value: Json | undefined): Json | undefined {
  const ref = isObject(value) ? value["$ref"] : undefined;
  return typeof ref === "string" && ref.startsWith("#/")
    ? resolveReference(root, followPointer(root, ref.slice(1)))
    : value;
}

/** Returns the values of an enum, or the known values of an open one. */
export function enumValues(schema: Json | undefined): readonly Json[] {
  const { enum: values, anyOf } = asObject(schema);
  return asArray(values ?? asArray(anyOf).map((branch) => asObject(branch)["enum"])[0]);
}

/** Converts bigint to number for validators that do not support it. Digits beyond 2^53 are lost. */
export function toDoubles(value: Json): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map((item: Json) => toDoubles(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toDoubles(item)]));
}

/**
 * Visits every object with its pointer, except in examples, defaults and constants, which are data.
 */
export function walkJson(
  value: Json,
  visit: (node: JsonObject, pointer: string) => void,
  pointer = "",
): void {
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly Json[]).entries()) {
      walkJson(item, visit, `${pointer}/${index}`);
    }
  } else if (isObject(value)) {
    visit(value, pointer);
    const named = /\/(properties|patternProperties|schemas)$/.test(pointer);
    for (const [key, item] of Object.entries(value)) {
      if (!named && data.has(key)) continue;
      walkJson(item, visit, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    }
  }
}

const data: ReadonlySet<string> = new Set(["example", "examples", "default", "const", "enum"]);

function child(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value))
    return /^(0|[1-9]\d*)$/.test(key) ? (value as readonly Json[])[Number(key)] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns the names of all fields that a schema describes. */
export function fieldsOf(schema: Json): readonly string[] {
  const fields: string[] = [];
  walkJson(schema, (node, pointer) => {
    if (pointer.endsWith("/properties"))
      fields.push(...Object.keys(node).filter((name) => !/^[x$]-?/.test(name)));
  });
  return fields;
}
