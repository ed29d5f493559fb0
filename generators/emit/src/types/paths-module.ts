// Writes `paths.ts`: the types for openapi-fetch and similar clients, which openapi-typescript prints.

import type { Contract, HttpOperation } from "@specwright/contract";
import {
  bundleSpecification,
  compareText,
  type JsonObject,
  type JsonValue,
  pathItemMethods,
} from "@specwright/spec-loader";
import type { EmitContext } from "../print/emitter.ts";
import { code } from "../print/printable.ts";
import { typesDiagnostics } from "./diagnostics.ts";
import { findCompiler } from "./openapi-typescript/compiler.ts";
import { decodeReference, printableDocument, valueAt } from "./printable-document.ts";

/**
 * Writes `paths.ts`, if the specification was passed. Reports a document that openapi-typescript rejects,
 * and reports if no TypeScript compiler with a JavaScript API is installed.
 */
export async function emitPaths(context: EmitContext): Promise<void> {
  const { contract, specification } = context;
  if (specification === undefined) return;
  const report = (code: "PATHS_FAILED" | "PATHS_REFUSED", message: string): void => {
    const source = { file: contract.file, pointer: "" };
    const { severity, fix } = typesDiagnostics[code];
    context.report({ code, severity, fix, message, source });
  };
  if (findCompiler() === undefined) {
    report(
      "PATHS_FAILED",
      "the `paths` types need TypeScript 5 or 6, or ts-morph, but none of them is installed",
    );
    return;
  }
  try {
    // This import loads the compiler, so it is delayed until it is needed.
    const { printPaths } = await import("./openapi-typescript/print-paths.ts");
    const { document } = bundleSpecification(specification, { pointersOnly: true });
    const filtered = filteredDocument(document, contract);
    const printable = isObject(filtered) ? printableDocument(filtered) : filtered;
    const text = printPaths(typesDocument(printable));
    context.typescript("paths.ts").print(code`${text}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report("PATHS_REFUSED", `openapi-typescript rejected the document: ${reason}`);
  }
}

// Reduces a document to the parts that affect types, and sorts their keys. openapi-typescript reads only
// these parts, so no other text of the document can reach its output.

/** Returns the parts of an OpenAPI document that affect types. Integers of any size become numbers. */
function typesDocument(document: JsonValue): JsonValue {
  return convertValue(document, "");
}

/** Converts the value of a key. For a member of a map from names to objects, `key` is "". */
function convertValue(value: JsonValue, key: string): JsonValue {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string") return documentation.has(key) ? escapeDocumentation(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (isArray(value)) return value.map((item) => convertValue(item, ""));
  const isMap = nameMaps.has(key);
  const names = Object.keys(value)
    .filter((name) => (isMap ? !isExtension(name, key) : !isLeftOut(name)))
    .sort(compareText);
  return Object.fromEntries(
    names.map((name) => [name, convertValue(value[name] ?? null, isMap ? "" : name)]),
  );
}

// Keywords whose value is a map from names to objects.
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

// Keywords that are omitted. Examples and extensions can contain data that looks like a reference. For a
// discriminator, openapi-typescript would replace the tag's type by the name of the schema.
const leftOut: ReadonlySet<string> = new Set([
  "default",
  "example",
  "examples",
  "discriminator",
  "pattern",
]);

/** Reports whether a key is an extension, in one of the maps that can also have extensions as keys. */
function isExtension(name: string, key: string): boolean {
  return name.startsWith("x-") && (key === "paths" || key === "responses" || key === "callbacks");
}

function isLeftOut(name: string): boolean {
  return leftOut.has(name) || name.startsWith("x-");
}

/** Removes characters from documentation that could end a comment or begin a tag. */
function escapeDocumentation(text: string): string {
  return text.replace(/\*\//g, "*\\/").replace(/(?<![\p{L}\p{N}\\])@/gu, "\\@");
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

// Removes the parts of a document that filters have removed from its contract.

/**
 * Returns a document without the operations that its contract omits, and without the components that only
 * these operations use. If the contract has all operations, returns the document unchanged.
 */
function filteredDocument(document: JsonValue, contract: Contract): JsonValue {
  if (!isObject(document)) return document;
  const paths = keepOperations(document, "paths", contract.operations);
  const webhooks = keepOperations(document, "webhooks", contract.webhooks);
  if (paths === document["paths"] && webhooks === document["webhooks"]) return document;
  const kept: JsonObject = {
    ...document,
    ...(paths !== undefined && { paths }),
    ...(webhooks !== undefined && { webhooks }),
  };
  return { ...kept, components: usedComponents(kept) };
}

const methods: ReadonlySet<string> = new Set(pathItemMethods);

function keepOperations(
  document: JsonObject,
  field: "paths" | "webhooks",
  operations: readonly HttpOperation[],
): JsonValue | undefined {
  const items = document[field];
  if (!isObject(items)) return items;
  const kept = new Set(operations.map(({ method, path }) => `${method.toLowerCase()} ${path}`));
  let isWhole = true;
  const all = Object.entries(items).flatMap(([path, written]) => {
    const item = followReference(document, written);
    if (!isObject(item)) return [[path, written] as const];
    const own = Object.keys(item).filter((key) => methods.has(key));
    const taken = own.filter((method) => kept.has(`${method} ${path}`));
    if (taken.length === own.length) return [[path, written] as const];
    isWhole = false;
    const rest = Object.entries(item).filter(([key]) => !methods.has(key) || taken.includes(key));
    return taken.length === 0 ? [] : [[path, Object.fromEntries(rest)] as const];
  });
  return isWhole ? items : Object.fromEntries(all);
}

/** Returns the components that the other parts of a document use, directly or indirectly. */
function usedComponents(document: JsonObject): JsonObject {
  const { components, ...rest } = document;
  if (!isObject(components)) return {};
  const used = new Set(referencesIn(rest));
  // The loop also visits the items that it adds to the set.
  for (const reference of used) {
    for (const next of referencesIn(valueAt(document, reference))) used.add(next);
  }
  const isUsed = (kind: string, name: string): boolean => {
    const pointer = `#/components/${kind}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [...used].some((each) => each === pointer || each.startsWith(`${pointer}/`));
  };
  const kinds = Object.entries(components).map(([kind, map]) => {
    if (!isObject(map) || kind === "securitySchemes") return [kind, map] as const;
    const entries = Object.entries(map).filter(([name]) => isUsed(kind, name));
    return [kind, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(kinds);
}

function referencesIn(value: JsonValue | undefined): readonly string[] {
  const found: string[] = [];
  const open = [value];
  // The loop also visits the items that it adds to the list.
  for (const each of open) {
    if (typeof each !== "object" || each === null) continue;
    if (isObject(each) && typeof each["$ref"] === "string")
      found.push(decodeReference(each["$ref"]));
    open.push(...Object.values(each));
  }
  return found;
}

function followReference(document: JsonObject, value: JsonValue): JsonValue | undefined {
  if (!isObject(value) || typeof value["$ref"] !== "string") return value;
  return valueAt(document, decodeReference(value["$ref"]));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
