// The documents of a spec as they are written, and how references lead through them.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { isRecord } from "./check.ts";

/** Is a schema and the file it stands in. */
export interface Place {
  readonly file: string;
  readonly schema: unknown;
}

/** Finds schemas by reference. */
export interface SchemaDocuments {
  /** Follows a reference written in `file`. Throws when it leads nowhere. */
  follow(file: string, reference: string): Place;
  /** Tells documents of OpenAPI 3.0 and of draft-04: there `exclusiveMinimum: true` says something. */
  isOld(file: string): boolean;
}

/** Reads documents from files, each when it is first asked for; or from `given`, by name. */
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

/** Reads YAML or JSON; integers beyond the safe ones are bigint. */
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
