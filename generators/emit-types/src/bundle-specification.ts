// Combines all files of a specification into one document with sorted keys that contains only what
// affects types: openapi-typescript reads nothing else, and text that it does not read cannot reach
// its output.

import type { Contract, Declaration } from "@specwright/contract";
import {
  compareText,
  type JsonObject,
  type JsonValue,
  type Source,
  type Specification,
} from "@specwright/emit-kit";

/**
 * Bundles an OpenAPI document: schemas of other files become components, everything else is inlined
 * where it is used.
 */
export function bundleSpecification(contract: Contract, specification: Specification): JsonValue {
  const declarations = new Map(
    contract.declarations.map((each) => [sourceKey(each.schema.source), each] as const),
  );
  const { entry } = specification;
  const foreign = new Map<string, Declaration>();
  const used = new Set(
    Object.keys(asObject(asObject(asObject(entry.root)["components"])["schemas"])),
  );

  function convert(value: JsonValue, file: string, key: string, depth: number): JsonValue {
    if (typeof value === "bigint") return Number(value);
    if (typeof value === "string") return documentation.has(key) ? harmless(value) : value;
    if (typeof value !== "object" || value === null) return value;
    if (isArray(value)) return value.map((item) => convert(item, file, "", depth));
    const reference = value["$ref"];
    if (typeof reference === "string") return convertReference(value, reference, file, depth);
    const names = nameMaps.has(key);
    const entries = Object.keys(value)
      .filter((name) => (names ? !isExtension(name, key) : !isLeftOut(name)))
      .sort(compareText)
      .map((name) => [name, convert(value[name] ?? null, file, names ? "" : name, depth)] as const);
    return Object.fromEntries(entries);
  }

  function convertReference(
    value: JsonObject,
    reference: string,
    file: string,
    depth: number,
  ): JsonValue {
    const target = specification.resolve(file, reference);
    if (!target.found) throw new Error(`${reference} is not found: ${target.reason}`);
    const siblings = Object.keys(value)
      .filter((name) => name !== "$ref")
      .sort(compareText);
    const rest = siblings.map(
      (name) => [name, convert(value[name] ?? null, file, name, depth)] as const,
    );
    if (target.source.file === entry.file) {
      return Object.fromEntries([["$ref", `#${encodeURI(target.source.pointer)}`], ...rest]);
    }
    const declaration = declarations.get(sourceKey(target.source));
    if (declaration === undefined) {
      if (depth > 50) throw new Error(`${reference} contains itself.`);
      return convert(target.value, target.source.file, "", depth + 1);
    }
    const name = foreignName(declaration);
    return Object.fromEntries([["$ref", `#/components/schemas/${escapeToken(name)}`], ...rest]);
  }

  function foreignName(declaration: Declaration): string {
    for (const [name, known] of foreign) if (known === declaration) return name;
    const plain = declaration.name.replace(/[^\w.-]/g, "_");
    let name = plain;
    for (let count = 2; used.has(name); count++) name = `${plain}_${count}`;
    used.add(name);
    foreign.set(name, declaration);
    return name;
  }

  const document = asObject(convert(entry.root, entry.file, "", 0));
  const components = asObject(document["components"]);
  const schemas = new Map(Object.entries(asObject(components["schemas"])));
  // Converting one may find more; iterating a Map includes entries that are added meanwhile.
  for (const [name, declaration] of foreign) {
    const { source } = declaration.schema;
    const found = specification.resolve(source.file, `#${encodeURI(source.pointer)}`);
    if (found.found) schemas.set(name, convert(found.value, source.file, "", 0));
  }
  if (schemas.size === 0) return document;
  const sorted = [...schemas].sort(([a], [b]) => compareText(a, b));
  return { ...document, components: { ...components, schemas: Object.fromEntries(sorted) } };
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

function sourceKey(source: Source): string {
  return `${source.file}#${source.pointer}`;
}

function escapeToken(name: string): string {
  return encodeURI(name.replace(/~/g, "~0").replace(/\//g, "~1"));
}

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !isArray(value) ? value : {};
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
