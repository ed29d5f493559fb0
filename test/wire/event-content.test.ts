// Server-sent events of OpenAPI 3.1 whose `schema` describes their data as JSON in a string.

import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { generateOperations } from "./generate-operations.ts";

const content = { contentSchema: { $ref: "#/components/schemas/Price" } };
const json = { type: "string", contentMediaType: "application/json", ...content };
const event = { type: "object", properties: { event: { type: "string" }, data: json } };
const word = {
  type: "string",
  contentMediaType: "application/json",
  contentSchema: { type: "string" },
};
const schemas = {
  Price: { type: "object", properties: { size: { type: "integer", format: "int64" } } },
  Text: json,
  Event: event,
};

function answer(schema: object): object {
  const media = { "text/event-stream": { schema } };
  return { get: { responses: { 200: { description: "Events.", content: media } } } };
}

const operations = await generateOperations({
  openapi: "3.1.0",
  info: { title: "Events", version: "1" },
  components: { schemas },
  paths: {
    "/string": answer(json),
    "/component": answer({ $ref: "#/components/schemas/Text" }),
    "/list": answer({ type: "array", items: json }),
    "/event": answer(event),
    "/event-component": answer({ $ref: "#/components/schemas/Event" }),
    "/word": answer(word),
    "/plain": answer({ type: "string" }),
    // A payload with a member called data, and not an event.
    "/payload": answer({ type: "object", properties: { data: { type: "string" }, n: {} } }),
  },
});

const size = 9007199254740993n;
const rows: readonly (readonly [path: string, data: unknown, bytes: string])[] = [
  ["/string", { size }, `{"size":${size}}`],
  ["/component", { size }, `{"size":${size}}`],
  ["/list", { size }, `{"size":${size}}`],
  ["/event", { size }, `{"size":${size}}`],
  ["/event-component", { size }, `{"size":${size}}`],
  ["/word", "red", '"red"'],
  ["/plain", "red", "red"],
  ["/payload", { data: "{}", n: 1 }, '{"data":"{}","n":1}'],
];

describe("30.15 events of OpenAPI 3.1 with contentMediaType and contentSchema", () => {
  it.each(rows)("of %s have the parsed value as data", async (path, data, bytes) => {
    const operation = operations.get(`get ${path}`);
    if (operation === undefined) throw new Error(`no operation ${path}`);
    const app = createRestServer({
      operations: [operation],
      handlers: { [operation.name ?? operation.id]: () => ({ status: 200, body: [{ data }] }) },
    });
    onTestFinished(() => app.close());
    const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
    expect(await (await fetch(baseUrl + path)).text()).toBe(`data: ${bytes}\n\n`);
    const { body } = await restTransport({ baseUrl }).call(operation, {}, { reconnect: false });
    const received: unknown[] = [];
    for await (const each of body as AsyncIterable<unknown>) received.push(each);
    expect(received).toEqual([{ data }]);
  });
});
