import { createHash, type Hash } from "node:crypto";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberOf,
} from "./json/json-value.ts";
import type { SpecFile } from "./specification.ts";

/** The number of characters that are collected before hashing. */
const CHUNK = 65_536;

/**
 * Hashes the content of a document: SHA-256 over its files as JSON with sorted keys, 64 hex characters. Key
 * order, layout, comments, the choice of YAML or JSON, and the name of the entry file do not affect the
 * hash.
 */
export function hashFiles(entry: SpecFile, files: Iterable<SpecFile>): string {
  const hash = createHash("sha256");
  const write = createWriter(hash);
  write.value(entry.sorted);
  const others = [...files].filter((file) => file !== entry);
  others.sort((left, right) => (left.file < right.file ? -1 : 1));
  for (const file of others) {
    write.value(file.file);
    write.value(file.sorted);
  }
  write.flush();
  return hash.digest("hex");
}

// Matches text that JSON writes without escapes.
const plain = /^[ !#-[\]-~]*$/;

function quoteText(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

/**
 * Lists keys by code unit. The caller passes a sorted object, but JavaScript moves keys that look like
 * indexes to the front.
 */
function sortedKeys(object: JsonObject): readonly string[] {
  const keys = Object.keys(object);
  let last = "";
  for (const key of keys) {
    if (key < last) return keys.sort();
    last = key;
  }
  return keys;
}

function createWriter(hash: Hash): { value(value: JsonValue): void; flush(): void } {
  let text = "";
  return { value, flush };

  function value(item: JsonValue): void {
    if (isJsonArray(item)) {
      text += "[";
      for (const each of item) {
        value(each);
        text += ",";
      }
      text += "]";
    } else if (isJsonObject(item)) {
      text += "{";
      for (const key of sortedKeys(item)) {
        text += `${quoteText(key)}:`;
        value(memberOf(item, key) ?? null);
        text += ",";
      }
      text += "}";
    } else {
      text += typeof item === "string" ? quoteText(item) : String(item);
    }
    if (text.length > CHUNK) flush();
  }

  function flush(): void {
    hash.update(text, "utf8");
    text = "";
  }
}
