// Defaults of random schemas: codecs, one-pass codecs and zod schemas read the same value as ajv, and
// nothing is added to written values.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { StreamCodec } from "@specwright/runtime/codegen";
import { type SafeParser, type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, expect, it } from "vitest";
import { scratchFolder, writeInto } from "./compile-typescript.ts";
import { generateDocument } from "./generate-document.ts";

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [name: string]: Json;
}

const SCHEMAS = 80;
const VALUES = 12;

const random = seededRandom(7);
const schemas: Record<string, JsonObject> = {};
/** The schemas whose defaults ajv applies; it ignores branches. */
const plain = new Set<string>();
for (let index = 0; index < SCHEMAS; index += 1) {
  const names = Object.keys(schemas);
  const schema = objectSchema(random, names, 2);
  schemas[`S${index}`] = schema;
  const text = JSON.stringify(schema);
  const used = names.filter((name) => text.includes(`/${name}"`));
  if (!text.includes("anyOf") && used.every((name) => plain.has(name))) plain.add(`S${index}`);
}

/** Returns a random object schema with unique property names. */
function objectSchema(by: SeededRandom, names: readonly string[], depth: number): JsonObject {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (let count = by.between(1, 4); count > 0; count -= 1) {
    const name = `p${by.hex(4)}`;
    const schema = valueSchema(by, names, depth);
    const isRequired = by.chance(0.3);
    if (isRequired) required.push(name);
    const preset = by.chance(0.6) ? sampleOf(by, schema, depth + 1) : undefined;
    const isApplied = preset !== undefined && isSound(schema, preset);
    properties[name] = isApplied ? { ...schema, default: preset } : schema;
  }
  const own = { type: "object", properties, ...(required.length > 0 && { required }) };
  const parts = by.chance(0.3) && names.length > 0 ? [reference(by.pick(names)), own] : undefined;
  if (parts !== undefined) return { allOf: parts };
  const limit = by.chance(0.2) ? { maxProperties: by.between(2, 4) } : {};
  return { ...own, ...limit };
}

function valueSchema(by: SeededRandom, names: readonly string[], depth: number): JsonObject {
  const kind = by.below(depth > 0 ? 8 : 4);
  if (kind === 0) return { type: "integer" };
  if (kind === 1) return { type: "boolean" };
  if (kind === 2) return { type: ["string", "null"] };
  if (kind === 3) return { enum: ["a", "b", null] };
  const inner = valueSchema(by, names, depth - 1);
  if (kind === 4) return { type: "array", items: inner, ...(by.chance(0.2) && { maxItems: 2 }) };
  if (kind === 5) return { type: "object", additionalProperties: inner };
  if (names.length === 0 || kind === 6) return objectSchema(by, names, depth - 1);
  if (by.chance(0.7)) return reference(by.pick(names));
  return { anyOf: [reference(by.pick(names)), reference(by.pick(names)), { type: "string" }] };
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns a random value of a schema; some of its optional properties are absent. */
function sampleOf(by: SeededRandom, schema: JsonObject, depth: number): Json {
  const { $ref, allOf, anyOf, properties, required = [], items, additionalProperties } = schema;
  if (typeof $ref === "string") return sampleOf(by, schemas[$ref.slice(21)] ?? {}, depth);
  const parts = listOf(allOf);
  if (parts.length > 0)
    return Object.assign({}, ...parts.map((part) => sampleOf(by, objectOf(part), depth)));
  const branches = listOf(anyOf);
  if (branches.length > 0) return sampleOf(by, objectOf(by.pick(branches)), depth);
  if (properties !== undefined) {
    const wanted = Object.entries(objectOf(properties)).filter(
      ([name]) => listOf(required).includes(name) || by.chance(0.4),
    );
    return Object.fromEntries(
      wanted.map(([name, each]) => [name, sampleOf(by, objectOf(each), depth - 1)]),
    );
  }
  if (items !== undefined)
    return Array.from({ length: by.below(3) }, () => sampleOf(by, objectOf(items), depth - 1));
  if (additionalProperties !== undefined)
    return by.chance(0.5) ? {} : { k: sampleOf(by, objectOf(additionalProperties), depth - 1) };
  if (schema["enum"] !== undefined) return by.pick(listOf(schema["enum"]));
  if (schema["type"] === "integer") return by.between(-5, 5);
  if (schema["type"] === "boolean") return by.chance(0.5);
  return by.chance(0.2) ? null : "text";
}

/** Reports whether a value is valid: parts with limits may contradict each other. */
function isSound(schema: JsonObject, value: Json): boolean {
  return new Ajv2020({ strict: false }).compile({ ...schema, components: { schemas } })(value);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: Json): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

const ajv = new Ajv2020({ strict: false, useDefaults: true, logger: false });
ajv.addSchema({ $id: "all", components: { schemas } });

type Module = Readonly<Record<string, unknown>>;
const modules: Record<string, Module> = {};

beforeAll(async () => {
  const messages = Object.fromEntries(
    Object.keys(schemas).map((name) => [name, { payload: reference(name) }]),
  );
  const document = {
    asyncapi: "3.0.0",
    info: { title: "Random", version: "1" },
    channels: { all: { address: "all", messages } },
    operations: { send: { action: "send", channel: { $ref: "#/channels/all" } } },
    components: { schemas },
  };
  const input = { file: "random.json", text: JSON.stringify(document) };
  const { files, diagnostics } = await generateDocument(input, {
    emit: ["types", "zod", "codec"],
    defaults: "apply",
    stream: true,
  });
  if (files.length === 0) throw new Error(JSON.stringify(diagnostics.slice(0, 3)));
  const folder = await scratchFolder("random-defaults");
  for (const { path, content } of files) await writeInto(folder, path, content);
  for (const name of ["codec", "codec/stream", "schemas"])
    modules[name] = await import(pathToFileURL(join(folder, `${name}.ts`)).href);
}, 120_000);

const seen = { filled: 0, refused: 0, byAjv: 0 };

/** The value that a reader returns, or its refusal. */
function reading(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return "refused";
  }
}

it.each(Object.keys(schemas))("%s", (name) => {
  const by = seededRandom(Number(name.slice(1)) + 100);
  const codec = modules["codec"]?.[`${name}Codec`] as StreamCodec<unknown>;
  const stream = modules["codec/stream"]?.[`${name}StreamCodec`] as StreamCodec<unknown>;
  const schema = modules["schemas"]?.[`${name}Schema`] as SafeParser<unknown>;
  const validate = ajv.getSchema(`all#/components/schemas/${name}`);
  for (let count = 0; count < VALUES; count += 1) {
    const value = sampleOf(by, schemas[name] ?? {}, 4);
    const text = JSON.stringify(value);
    const read = reading(() => codec.decode(text));
    const parsed = schema.safeParse(JSON.parse(text));
    seen.filled += Number(read !== "refused" && JSON.stringify(read).length > text.length);
    seen.refused += Number(read === "refused");
    seen.byAjv += Number(plain.has(name));
    expect([text, reading(() => stream.decode(text))]).toEqual([text, read]);
    expect([text, parsed.success ? parsed.data : "refused"]).toEqual([text, read]);
    if (plain.has(name)) {
      const filled: unknown = JSON.parse(text);
      // A part may have checked the value before a later one added something.
      const isValid = validate?.(filled) === true && validate(filled);
      expect([text, isValid ? filled : "refused"]).toEqual([text, read]);
    }
    if (!codec.is(value)) continue;
    expect(JSON.parse(codec.encode(value))).toEqual(value);
    if (read !== "refused") expect(codec.decode(codec.encode(read))).toEqual(read);
  }
});

it("has seen values of every kind", () => {
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});
