// A document of ours as a single file, as Schemathesis reads it.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const specs = new URL("../../specs/", import.meta.url);

/**
 * Headers whose example is valid for one request only. With them, most requests would share a key
 * or precondition and be refused before anything else is checked.
 */
const goodOnce = ["Idempotency-Key", "If-Match"];

/** A JSON object. */
export type Json = { [key: string]: unknown };

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function read(path: string): Json {
  const value: unknown = parse(readFileSync(path, "utf8"));
  if (!isObject(value)) throw new Error(`${path} is no object`);
  return value;
}

/** Returns an object in a document. */
export function objectAt(value: unknown, ...path: readonly string[]): Json {
  const found = path.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
  if (!isObject(found)) throw new Error(`the document has no object at /${path.join("/")}`);
  return found;
}

/** Returns a part of a file with its references to other files replaced by their targets. */
function inline(value: unknown, from: string, file: string): unknown {
  if (Array.isArray(value)) return value.map((inner) => inline(inner, from, file));
  if (!isObject(value)) return value;
  const { $ref: reference } = value;
  if (typeof reference === "string" && (from !== file || !reference.startsWith("#"))) {
    const [path = "", pointer = ""] = reference.split("#");
    const target = path === "" ? from : resolve(dirname(from), path);
    return inline(objectAt(read(target), ...pointer.split("/").slice(1)), target, file);
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, inline(inner, from, file)]);
  const whole: Json = Object.fromEntries(entries);
  if (goodOnce.includes(`${whole["name"]}`)) delete whole["example"];
  return whole;
}

/** Returns a document with its references to other files replaced by their targets. */
export function wholeDocument(path: string): Json {
  const file = fileURLToPath(new URL(path, specs));
  return objectAt(inline(read(file), file, file));
}
