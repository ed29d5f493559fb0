// A document of ours as its package publishes it: a single file, as Schemathesis requires.

import { readFileSync } from "node:fs";
import { parse } from "yaml";

const packages = new URL("../../packages/", import.meta.url);

/**
 * Headers with an example that is valid for one request only. With them, most requests would share a key or
 * precondition and be refused before any other check.
 */
const goodOnce = ["Idempotency-Key", "If-Match"];

/** A JSON object. */
export type Json = { [key: string]: unknown };

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an object in a document. */
export function objectAt(value: unknown, ...path: readonly string[]): Json {
  const found = path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
  if (!isObject(found)) throw new Error(`the document has no object at /${path.join("/")}`);
  return found;
}

/** Returns the document that a package publishes, without the examples that are valid only once. */
export function publishedDocument(packageName: "marketplace-api" | "publisher-api"): Json {
  const file = new URL(`${packageName}/documents/openapi.yaml`, packages);
  const document: unknown = parse(readFileSync(file, "utf8"), (_, value: unknown) => {
    if (isObject(value) && goodOnce.includes(`${value["name"]}`)) delete value["example"];
    return value;
  });
  return objectAt(document);
}
