// Schemas of real documents, each with the schemas that it refers to.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import type { JsonValue } from "@specwright/spec-loader";
import { parse } from "yaml";
import { corpusFolder } from "../../golden/repository-documents.ts";
import { bodyDocument } from "../generate/body-document.ts";
import type { Random } from "../generate/random.ts";

type Schemas = Readonly<Record<string, JsonValue>>;

interface Source {
  readonly openapi: string;
  readonly schemas: Schemas;
}

/** Larger files take too long to read. */
const MOST_BYTES = 3_000_000;
/** Schemas with more references are left out. */
const MOST_REACHED = 25;

let sources: readonly Source[] | undefined;

/**
 * Draws schemas of one document as S0, S1 and so on, and their referenced schemas under their own names;
 * undefined without a corpus.
 */
export function drawCorpusSchemas(random: Random, count: number) {
  sources ??= readSources();
  if (sources.length === 0) return undefined;
  const { openapi, schemas } = random.pick(sources);
  const all = Object.keys(schemas);
  const drawn: Record<string, JsonValue> = {};
  const names: string[] = [];
  for (let tries = 0; tries < 4 * count && names.length < count; tries += 1) {
    const root = schemas[random.pick(all)];
    const reached = root === undefined ? undefined : reachedFrom(root, schemas);
    if (root === undefined || reached === undefined) continue;
    const name = `S${names.length}`;
    names.push(name);
    drawn[name] = root;
    for (const each of reached) drawn[each] = schemas[each] ?? true;
  }
  return { schemas: drawn, document: (all: Schemas) => bodyDocument(openapi, names, all) };
}

function readSources(): readonly Source[] {
  if (!existsSync(corpusFolder)) return [];
  const paths = readdirSync(corpusFolder, { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => /\.(json|ya?ml)$/.test(path))
    .flatMap((path) => {
      const file = `${corpusFolder}/${path}`;
      if (statSync(file).size > MOST_BYTES) return [];
      const found = Object(readDocument(file));
      const { openapi, components } = found;
      const { schemas = {} } = Object(components);
      const isOpenApi = typeof openapi === "string" && Object.keys(schemas).length > 0;
      return isOpenApi ? [{ openapi, schemas }] : [];
    });
}

function readDocument(file: string): unknown {
  const text = readFileSync(file, "utf8");
  try {
    return file.endsWith(".json") ? JSON.parse(text) : parse(text);
  } catch {
    // Some files of the corpus are not documents.
    return undefined;
  }
}

/**
 * Lists the components that a schema refers to, directly or not; undefined if there are too many or one is
 * missing.
 */
function reachedFrom(root: JsonValue, schemas: Schemas): readonly string[] | undefined {
  const reached = new Set<string>();
  const visit = (value: JsonValue): boolean => {
    if (typeof value === "string") {
      const name = /^#\/components\/schemas\/([^/]+)$/.exec(value)?.[1];
      if (name === undefined) return !value.startsWith("#/");
      if (reached.has(name)) return true;
      reached.add(name);
      const target = schemas[name];
      return target !== undefined && reached.size <= MOST_REACHED && visit(target);
    }
    if (typeof value !== "object" || value === null) return true;
    return Object.values(value).every((each) => visit(each));
  };
  return visit(root) ? [...reached] : undefined;
}
