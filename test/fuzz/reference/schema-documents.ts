// The documents of a spec as written, and the resolution of references between them.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { isRecord } from "./check.ts";

/** A schema and the file that contains it. */
export interface Place {
  readonly file: string;
  readonly schema: unknown;
}

/** Finds schemas by reference. */
export interface SchemaDocuments {
  /**
   * Follows a reference written in `file`.
   *
   * @throws Error if it does not resolve.
   */
  follow(file: string, reference: string): Place;
  /**
   * Reports whether a document is OpenAPI 3.0 or draft-04, where `exclusiveMinimum: true` is valid.
   */
  isOld(file: string): boolean;
}

/** Reads documents from files when they are first needed, or from `given`, by name. */
export function schemaDocuments(given: Readonly<Record<string, unknown>> = {}): SchemaDocuments {
  const documents = new Map<string, unknown>(Object.entries(given));
  function read(file: string): unknown {
    if (!documents.has(file)) documents.set(file, parseExactly(readFileSync(file, "utf8")));
    return documents.get(file);
  }
  return {
    isOld(file) {
      const root = read(file);
      if (!isRecord(root)) return false;
      return /^3\.0|draft-04/.test(String(root["openapi"] ?? root["$schema"]));
    },
    follow(file, reference) {
      const [path = "", pointer = ""] = reference.split("#");
      const target = path === "" ? file : join(dirname(file), path);
      let schema = read(target);
      for (const step of decodeURIComponent(pointer).split("/").slice(1)) {
        const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
        schema =
          isNode(schema) && Object.hasOwn(schema, key) ? Reflect.get(schema, key) : undefined;
        if (schema === undefined) throw new Error(`${reference} leads nowhere`);
      }
      return { file: target, schema };
    },
  };
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Parses YAML or JSON; integers beyond the safe range become bigint. */
export function parseExactly(text: string): unknown {
  return lessened(parse(text, { intAsBigInt: true }));
}

function lessened(value: unknown): unknown {
  if (typeof value === "bigint") {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (Array.isArray(value)) return value.map(lessened);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, lessened(item)]));
}
