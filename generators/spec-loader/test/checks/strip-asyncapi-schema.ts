// Reduces the official JSON Schema of a version of AsyncAPI to the parts that the loader checks.

import { createRequire } from "node:module";

type Json = null | boolean | number | string | readonly Json[] | JsonRecord;
interface JsonRecord {
  readonly [key: string]: Json;
}

const require = createRequire(import.meta.url);

/** Members of schemas without an effect on values. */
const prose: ReadonlySet<string> = new Set([
  "$comment",
  "$id",
  "$schema",
  "default",
  "definitions",
  "description",
  "example",
  "examples",
  "markdownDescription",
  "title",
  "x-intellij-html-description",
]);

/** The definitions of schemas in documents; the loader has its own checks for them. */
const schemas = /json-schema\.org|\/(?:schema|avroSchema_v1|openapiSchema_3_0)\.json$/;

/** The fields of AsyncAPI 3 that are references, with their targets. */
const referring: readonly (readonly [definition: string, field: string, target: string])[] = [
  ["channel", "servers", "server"],
  ["operation", "channel", "channel"],
  ["operation", "messages", "messageObject"],
  ["operationReply", "channel", "channel"],
  ["operationReply", "messages", "messageObject"],
];

/** Returns the root of the schema and its definitions by their ids, without `http://asyncapi.com/`. */
export function stripAsyncapiSchema(version: string): string {
  const official: JsonRecord = require(`@asyncapi/specs/schemas/${version}.json`);
  const given = official["definitions"] as JsonRecord;
  const definitions: Record<string, Json> = {};
  const root = strip(official);
  collect(root);
  return `${JSON.stringify({ root, definitions })}\n`;

  function collect(node: Json): void {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "$ref" && typeof value === "string") define(value);
      else collect(value);
    }
  }

  function define(id: string): void {
    if (id in definitions) return;
    const official = `http://asyncapi.com/${id}`;
    const definition = strip(
      schemas.test(id) ? true : followed(official, given[official] ?? given[id] ?? true),
    );
    definitions[id] = definition;
    collect(definition);
  }

  /** The loader follows references before it checks. */
  function followed(id: string, definition: Json): Json {
    const copy = JSON.parse(JSON.stringify(definition));
    for (const [name, field, target] of referring) {
      if (id !== `http://asyncapi.com/definitions/${version}/${name}.json`) continue;
      const place = copy.properties?.[field];
      const reference = place?.items ?? place;
      if (reference !== undefined && version.startsWith("3.")) {
        const definition = `http://asyncapi.com/definitions/${version}`;
        delete reference.$ref;
        reference.oneOf = [
          { $ref: `${definition}/Reference.json` },
          { $ref: `${definition}/${target}.json` },
        ];
      }
    }
    return copy;
  }
}

function strip(node: Json): Json {
  if (Array.isArray(node)) return node.map(strip);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !prose.has(key))
      .map(([key, value]) => [key, stripMember(key, value)]),
  );
}

function stripMember(key: string, value: Json): Json {
  if (key === "$ref" && typeof value === "string") return value.replace("http://asyncapi.com/", "");
  if (key === "enum" || key === "const") return value;
  if (key !== "properties" && key !== "patternProperties") return strip(value);
  return Object.fromEntries(Object.entries(value ?? {}).map(([name, each]) => [name, strip(each)]));
}
