// The example that OAI publishes for OpenAPI 3.2: nested tags, and operations without responses. It is read
// from ../shared if it exists; otherwise from a document with the same features.

import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import type { LoadInput } from "@specwright/spec-loader";
import { describe, expect, it, onTestFinished } from "vitest";
import { generateDocument } from "./generate-operations.ts";

const published = resolve(
  import.meta.dirname,
  "../../../shared/suites/learn.openapis.org/examples/v3.2/3.2-tags-example.yaml",
);
const isHere = await access(published).then(
  () => true,
  () => false,
);
const own = `openapi: 3.2.0
info: { title: Ferries, version: "1" }
tags:
  - { name: ferries, summary: Ferries, kind: nav }
  - { name: night, summary: At night, parent: ferries, kind: nav }
  - { name: late, kind: badge, externalDocs: { url: "https://docs.example.com/late" } }
paths:
  /ferries: { get: { tags: [ferries], summary: List all ferries } }
  /ferries/night: { get: { tags: [night, late] } }
`;
const documents: readonly (readonly [name: string, input: LoadInput])[] = [
  ["a document of ours", { file: resolve(import.meta.dirname, "ferries.yaml"), text: own }],
  ...(isHere ? [["the published document", published] as const] : []),
];

describe("30.10 the example of nested tags", () => {
  it.each(documents)("is generated, served and read back: %s", async (_name, input) => {
    const { contract, operations, client } = await generateDocument(input);
    const parents = contract.tags.map(({ name }) => name);
    expect(parents.length).toBeGreaterThan(2);
    const called: string[] = [];
    const handlers = Object.fromEntries(
      [...operations].map(([id, { name }]) => [
        name ?? id,
        () => {
          called.push(id);
          return { status: "default", statusCode: 204 };
        },
      ]),
    );
    const app = createRestServer({ operations: [...operations.values()], handlers });
    onTestFinished(() => app.close());
    const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
    const create = Object.entries(client).find(([name]) => name.startsWith("create"))?.[1];
    if (typeof create !== "function") throw new Error("no client");
    const made: Readonly<Record<string, unknown>> = create(restTransport({ baseUrl }));
    for (const { name = "" } of operations.values()) {
      const call = made[name];
      if (typeof call !== "function") throw new Error(`no method ${name}`);
      expect(await call({})).toEqual({ status: "default", statusCode: 204 });
    }
    expect(called).toEqual([...operations.keys()]);
    const other = await fetch(`${baseUrl}${operations.values().next().value?.path}`, {
      method: "POST",
    });
    expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});
