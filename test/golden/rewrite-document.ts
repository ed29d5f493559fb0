// A document with all its files as JSON text, reordered or with one string changed.

import { readFile } from "node:fs/promises";
import { basename, dirname, relative } from "node:path";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  loadSpecification,
  memberOf,
  type Specification,
} from "@specwright/spec-loader";
import type { GenerateOptions } from "./generate-document.ts";

/** The input of `generateDocument`. */
export interface RewrittenDocument {
  readonly input: { readonly file: string; readonly text: string };
  readonly options: Pick<GenerateOptions, "load">;
}

/** Loads a document without errors. */
export async function loadDocument(path: string): Promise<Specification> {
  const { specification, diagnostics } = await loadSpecification(path, { validate: false });
  if (specification === undefined) throw new Error(JSON.stringify(diagnostics));
  return specification;
}

/**
 * Formats each file of a document as JSON, which is also YAML, so that file names are kept. `order`
 * sorts the keys of each object, given its own key; `replace` may return another value for any
 * value.
 */
export function rewriteDocument(
  path: string,
  specification: Specification,
  {
    file = basename(path),
    order = (keys) => keys,
    replace = (value) => value,
  }: {
    /** Another name for the entry file. */
    readonly file?: string;
    readonly order?: (keys: readonly string[], under: string) => readonly string[];
    readonly replace?: (value: JsonValue) => JsonValue;
  } = {},
): RewrittenDocument {
  const folder = dirname(path);
  const texts = new Map(
    [...specification.files].map(([name, { root }]) => [name, jsonText(root, order, replace)]),
  );
  const text = texts.get(specification.entry.file) ?? "";
  return {
    input: { file: `${folder}/${file}`, text },
    options: {
      load: {
        readFile: async (wanted) => {
          const other = texts.get(relative(folder, wanted).replaceAll("\\", "/"));
          return other === undefined ? readFile(wanted) : new TextEncoder().encode(other);
        },
      },
    },
  };
}

/** Lists the objects of a document with a text at a key, such as `description`. */
export function objectsWithText(specification: Specification, key: string): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const visit = (value: JsonValue, free: boolean): void => {
    if (isJsonArray(value)) for (const each of value) visit(each, free);
    else if (isJsonObject(value)) {
      const text = memberOf(value, key);
      if (!free && typeof text === "string" && text !== "") found.push(value);
      for (const name of Object.keys(value)) {
        // The values of these keys are data, or have names chosen by the author.
        const named =
          /^(properties|patternProperties|\$defs|schemas|examples?|default|enum|const)$/;
        visit(memberOf(value, name) ?? null, named.test(name));
      }
    }
  };
  for (const { root } of specification.files.values()) visit(root, false);
  return found;
}

function jsonText(
  value: JsonValue,
  order: (keys: readonly string[], under: string) => readonly string[],
  replace: (value: JsonValue) => JsonValue,
): string {
  const write = (given: JsonValue, under: string): string => {
    const item = replace(given);
    if (isJsonArray(item)) return `[${item.map((each) => write(each, "")).join(", ")}]`;
    if (!isJsonObject(item)) return typeof item === "bigint" ? `${item}` : JSON.stringify(item);
    const members = order(Object.keys(item), under).map(
      (key) => `${JSON.stringify(key)}: ${write(memberOf(item, key) ?? null, key)}`,
    );
    return `{${members.join(",\n")}}`;
  };
  return write(value, "");
}
