// Small documents that take some tools minutes: schemas that share schemas, long chains, large unions.

import { describe, expect, it } from "vitest";
import { errorsOf, generateDocument } from "./generate-document.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Creates schemas that each refer to the next one twice, which gives 2^depth paths to the last. */
function diamond(depth: number): Readonly<Record<string, unknown>> {
  const levels = Array.from({ length: depth }, (_, level) => [
    `Level${level}`,
    {
      type: "object",
      properties: { left: ref(`Level${level + 1}`), right: ref(`Level${level + 1}`) },
    },
  ]);
  return Object.fromEntries([...levels, [`Level${depth}`, { type: "string" }]]);
}

/** The same with `allOf`, for which an implementation might copy schemas. */
function conjunctions(depth: number): Readonly<Record<string, unknown>> {
  const levels = Array.from({ length: depth }, (_, level) => {
    const next = ref(`Level${level + 1}`);
    return [`Level${level}`, { allOf: [next, { properties: { [`own${level}`]: next } }] }];
  });
  return Object.fromEntries([...levels, [`Level${depth}`, { type: "object" }]]);
}

function chain(length: number): Readonly<Record<string, unknown>> {
  const links = Array.from({ length }, (_, index) => [
    `Link${index}`,
    { type: "object", properties: { next: ref(`Link${(index + 1) % length}`) } },
  ]);
  return Object.fromEntries(links);
}

function nested(depth: number): Readonly<Record<string, unknown>> {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < depth; level++) schema = { type: "array", items: schema };
  return { Level0: schema };
}

function openapi(schemas: Readonly<Record<string, unknown>>): string {
  const [first = ""] = Object.keys(schemas);
  const content = { "application/json": { schema: ref(first) } };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Scale", version: "1" },
    paths: {
      "/a": { get: { operationId: "a", responses: { 200: { description: "A.", content } } } },
    },
    components: { schemas },
  });
}

function asyncapi(schemas: Readonly<Record<string, unknown>>): string {
  const [first = ""] = Object.keys(schemas);
  return JSON.stringify({
    asyncapi: "3.0.0",
    info: { title: "Scale", version: "1" },
    servers: { main: { host: "localhost", protocol: "ws" } },
    channels: { a: { address: "/a", messages: { a: { payload: ref(first) } } } },
    operations: { sendA: { action: "send", channel: { $ref: "#/channels/a" } } },
    components: { schemas },
  });
}

/** Returns the CPU time for a document in milliseconds, without docs. */
async function measure(file: string, text: string): Promise<number> {
  const before = process.cpuUsage();
  const stream = file.startsWith("asyncapi");
  const { files, diagnostics } = await generateDocument({ file, text }, { stream });
  const { user, system } = process.cpuUsage(before);
  expect(errorsOf(diagnostics)).toEqual([]);
  // Types, schemas, codecs of one tier or both, descriptors, server, client.
  expect(files.length).toBe(stream ? 7 : 6);
  return (user + system) / 1000;
}

// A quiet machine takes about a second. An exponential algorithm would never finish, so the limit has room
// for a busy machine.
const limitMs = 60_000;

describe("scale", () => {
  const documents = [
    ["OpenAPI, a diamond 200 deep", "openapi.json", openapi(diamond(200))],
    ["AsyncAPI, a diamond 200 deep", "asyncapi.json", asyncapi(diamond(200))],
    ["OpenAPI, allOf 200 deep", "openapi.json", openapi(conjunctions(200))],
    ["OpenAPI, a ring of 10,000", "openapi.json", openapi(chain(10_000))],
    ["AsyncAPI, a ring of 10,000", "asyncapi.json", asyncapi(chain(10_000))],
    ["OpenAPI, arrays 100 deep", "openapi.json", openapi(nested(100))],
  ] as const;

  it.each(documents)("%s", async (_, file, text) => {
    expect(await measure(file, text)).toBeLessThan(limitMs);
  });
});
