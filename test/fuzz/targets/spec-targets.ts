// The schemas of the specs, with the codecs in the packages generated from them.

import { existsSync, readFileSync } from "node:fs";
import { stringifyJson } from "@specwright/runtime";
import { isRecord, listOf } from "../reference/check.ts";
import { type SchemaDocuments, schemaDocuments } from "../reference/schema-documents.ts";
import { generatedTargets } from "./generated-targets.ts";
import type { Target } from "./target.ts";

const specs = new URL("../../../specs/", import.meta.url);

/**
 * Creates the targets of a spec, given by its path in `specs`, with the package generated from it.
 */
export async function specTargets(spec: string, packageName: string): Promise<readonly Target[]> {
  const file = new URL(spec, specs).pathname;
  const folder = new URL(`../../../packages/${packageName}/src/gen/`, import.meta.url);
  const documents = schemaDocuments();
  const { schema: document } = documents.follow(file, "#");
  const stream = new URL("codec/stream.ts", folder);
  const compact = new URL("codec.ts", folder);
  if (!existsSync(compact)) return [];
  const codecs = {
    types: readFileSync(new URL("types.ts", folder), "utf8"),
    compact: await import(/* @vite-ignore */ compact.href),
    stream: existsSync(stream) ? await import(/* @vite-ignore */ stream.href) : {},
  };
  const found = examples(document, documents, file);
  return generatedTargets(codecs, documents, file, (pointer) => found.get(`#${pointer}`) ?? []);
}

/** Returns the examples of a document as texts, by the reference of their schema. */
function examples(
  document: unknown,
  documents: SchemaDocuments,
  file: string,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  function add(schema: unknown, value: unknown): void {
    const reference = isRecord(schema) ? schema["$ref"] : undefined;
    if (typeof reference !== "string" || value === undefined) return;
    found.set(reference, [...(found.get(reference) ?? []), stringifyJson(value)]);
  }
  function visit(node: unknown): void {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isRecord(node)) return;
    for (const example of listOf(node["examples"])) {
      if (isRecord(example)) add(node["payload"], example["payload"]);
    }
    add(node["schema"], node["example"]);
    for (const example of isRecord(node["examples"]) ? Object.values(node["examples"]) : []) {
      const reference = isRecord(example) ? example["$ref"] : undefined;
      const shown =
        typeof reference === "string" ? documents.follow(file, reference).schema : example;
      if (isRecord(shown)) add(node["schema"], shown["value"]);
    }
    Object.values(node).forEach(visit);
  }
  visit(document);
  return found;
}
