import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildContract } from "@specwright/contract";
import {
  isJsonArray,
  isJsonObject,
  type JsonValue,
  loadSpecification,
} from "@specwright/spec-loader";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load } from "./contract-of.ts";
import { snapshotOf } from "./snapshot-of.ts";

/** Writes JSON text with shuffled keys in every object; `next` returns the random numbers. */
function shuffledText(value: JsonValue, next: () => number): string {
  if (typeof value === "bigint") return String(value);
  if (isJsonArray(value)) return `[${value.map((item) => shuffledText(item, next)).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const ranked = Object.keys(value).map((key) => ({ key, rank: next() }));
  ranked.sort((a, b) => a.rank - b.rank);
  const members = ranked.map(({ key }) => {
    return `${JSON.stringify(key)}:${shuffledText(value[key] ?? null, next)}`;
  });
  return `{${members.join(",")}}`;
}

function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

async function snapshot(root: JsonValue, seed: number): Promise<string> {
  const specification = await load(shuffledText(root, numbersFrom(seed)));
  const { contract, diagnostics } = buildContract(specification);
  if (contract === undefined) throw new Error(JSON.stringify(diagnostics));
  return snapshotOf(contract);
}

const openapi = `
openapi: 3.2.0
info: { title: T, version: "1", x-a: { c: 1, "10": 1, "9": 1 } }
servers: [{ url: "https://{a}.example/{b}", variables: { b: { default: x }, a: { default: y } } }]
security: [{ two: [s], one: [] }]
paths:
  /b/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      operationId: add
      parameters:
        - { name: z, in: query, schema: { $ref: "#/components/schemas/Node/$defs/Key" } }
        - { name: a, in: query, schema: { type: string }, examples: { y: { value: 1 }, x: { value: 2 } } }
      requestBody:
        content:
          text/plain: { schema: { type: string } }
          application/xml+json: { schema: { type: object } }
          application/json: { schema: { type: object, properties: { b: {}, a: {} }, required: [b] } }
      responses:
        default: { $ref: "#/components/responses/Error" }
        "404": { $ref: "#/components/responses/Error" }
        "200": { description: Ok, headers: { B: {}, A: {} }, content: { application/json: { schema: { $ref: "#/components/schemas/Node" } } } }
      callbacks: { on: { "{$url}": { post: {}, get: {} } } }
    get: {}
  /a: { get: { responses: { "404": { $ref: "#/components/responses/Error" } } } }
webhooks: { b: { post: {} }, a: { post: {} } }
components:
  securitySchemes: { two: { type: http }, one: { type: http } }
  responses:
    Error: { description: E, content: { application/json: { schema: { type: object, title: E } } } }
  schemas:
    Node:
      $defs: { Key: { type: string } }
      required: [next]
      properties:
        key: { $ref: "#/components/schemas/Node/$defs/Key" }
        other: { $ref: "#/components/schemas/Leaf/$defs/Key" }
        next: { anyOf: [{ $ref: "#/components/schemas/Node" }, { $ref: "#/components/schemas/Leaf" }] }
      patternProperties: { "^b": {}, "^a": {} }
      dependentRequired: { b: [a], a: [b] }
      discriminator: { propertyName: kind, mapping: { n: Node, l: "#/components/schemas/Leaf" } }
      enum: [{ b: 1, a: 2 }]
    Leaf: { $defs: { Key: { type: integer } }, allOf: [{ $ref: "#/components/schemas/Node" }] }
`;

const asyncapi = `
asyncapi: 3.0.0
info: { title: T, version: "1" }
servers:
  b: { host: b, protocol: wss, security: [{ type: http }] }
  a: { host: a, protocol: kafka, security: [{ type: http }, { type: http }] }
channels:
  b:
    address: "b/{y}/{x}"
    parameters: { y: {}, x: { enum: [b, a] } }
    messages: { two: { $ref: "#/components/messages/M" }, one: { payload: { properties: { t: { const: o } } } } }
    bindings: { ws: { query: { properties: { b: {}, a: {} } }, headers: {} } }
  a: { address: a, messages: { one: { payload: { type: string } } } }
operations:
  b: { action: send, channel: { $ref: "#/channels/b" }, reply: { channel: { $ref: "#/channels/a" } } }
  a: { action: receive, channel: { $ref: "#/channels/b" }, traits: [{ title: t, bindings: { b: {}, a: {} } }] }
components:
  messages: { M: { traits: [{ headers: { properties: { b: {}, a: {} } } }], headers: { type: object }, payload: { properties: { t: { const: m } } } } }
  schemas: { one: { type: string }, M: { discriminator: t } }
x-endings: { version: 1, closes: [{ codes: 4000, name: a, description: A, client: stop }] }
`;

describe("the order of keys in a document changes nothing", () => {
  test.each([
    ["OpenAPI", openapi],
    ["AsyncAPI", asyncapi],
  ])("in %s", async (_, text) => {
    const { root } = (await load(text)).entry;
    const want = await snapshot(root, 1);
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        expect(await snapshot(root, seed)).toBe(want);
      }),
      { numRuns: 25 },
    );
  });

  const folder = fileURLToPath(new URL("../../../../shared/corpus/openapi/", import.meta.url));
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => /\.(json|ya?ml)$/.test(name))
    : [];
  test.skipIf(names.length === 0).each(names)("in %s", async (name) => {
    const { specification } = await loadSpecification(`${folder}${name}`, { validate: false });
    const root = specification?.entry.root ?? null;
    expect((await snapshot(root, 1)) === (await snapshot(root, 2))).toBe(true);
  });
});
