// Generated handlers compile, respond with their samples, and do not let tests send a response that the
// contract forbids.

import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtInEmitters } from "@specwright/cli";
import { buildContract } from "@specwright/contract";
import { mswEmitter } from "@specwright/emit";
import { emit } from "@specwright/emit/print";
import type { MockOptions } from "@specwright/runtime/mocking";
import { loadSpecification } from "@specwright/spec-loader";
import { getResponse, type HttpHandler } from "msw";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "../golden/compile-typescript.ts";

const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example/v1 }]
paths:
  /orders:
    post:
      operationId: createOrder
      parameters: [{ name: dry, in: query, schema: { type: boolean } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
      responses:
        "201": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "409": { description: Refused., content: { application/json: { schema: { type: object, required: [why], properties: { why: { type: string } } } } } }
  /orders/latest:
    get: { operationId: getLatest, responses: { "200": { description: ., content: { text/plain: { schema: { type: string } } } } } }
  /orders/{order_id}:
    get:
      operationId: getOrder
      parameters: [{ name: order_id, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        "200": { description: ., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "404": { description: None. }
components:
  schemas:
    Order:
      type: object
      required: [id, at]
      properties:
        id: { type: integer, format: int64, minimum: 9007199254740993 }
        at: { type: string, format: date-time }
        secret: { type: string, writeOnly: true }
`;

/** The code of a user: responses are typed. */
const use = `import type { HttpHandler } from "msw";
import { createOrder, getOrder, handlers } from "./handlers.ts";

export const typed: readonly HttpHandler[] = [
  ...handlers({ baseUrl: "http://localhost:3000" }),
  getOrder({ status: 200, body: { id: 9007199254740995n, at: "2026-01-01T00:00:00Z" } }),
  getOrder(({ path }) => ({ status: 200, body: { id: path.order_id, at: "2026-01-01T00:00:00Z" } })),
  // @ts-expect-error The contract has no such status.
  getOrder({ status: 418 }),
  // @ts-expect-error An id is not a text.
  createOrder({ status: 201, body: { id: "1", at: "2026-01-01T00:00:00Z" } }),
];
`;

type Mock = (answer?: unknown, options?: MockOptions) => HttpHandler;

interface Handlers {
  readonly createOrder: Mock;
  readonly getOrder: Mock;
  handlers(options?: MockOptions): HttpHandler[];
}

let folder = "";
let shopHandlers: Handlers;

beforeAll(async () => {
  const { specification } = await loadSpecification({ file: "shop.yaml", text: shop });
  const contract = specification && buildContract(specification).contract;
  if (specification === undefined || contract === undefined) throw new Error("no contract");
  const emitters = [...builtInEmitters(["types", "codec", "descriptors"]), mswEmitter()];
  const { files } = await emit(contract, emitters, { specification });
  folder = await scratchFolder("mocks");
  for (const { path, content } of files) await writeInto(folder, path, content);
  await writeFile(join(folder, "use.ts"), use);
  const url = pathToFileURL(join(folder, "handlers.ts")).href;
  shopHandlers = (await import(/* @vite-ignore */ url)) as Handlers;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function answerOf(handlers: HttpHandler[], path: string, init: RequestInit = {}) {
  const response = await getResponse(handlers, new Request(`https://shop.example${path}`, init));
  return response && [response.status, await response.text()];
}

const order = '{"id":9007199254740993,"at":"2026-01-31T12:00:00Z"}';
const post = (body: string): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": "application/json" },
});

describe("handlers of a document", () => {
  it("compile, with typed responses", async () => {
    expect(await compileFolder(folder)).toEqual([]);
  });

  it("compile for many operations, and where defaults are applied", async () => {
    const operations = Array.from(
      { length: 60 },
      (_, n) => `  /things-${n}:
    post:
      operationId: change${n}
      parameters: [{ name: size, in: query, schema: { type: integer, default: 1 } }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
        "4${String(n).padStart(2, "0")}": { description: Refused. }
`,
    );
    const text = `openapi: 3.1.0
info: { title: Many, version: "1" }
paths:
${operations.join("")}components:
  schemas:
    Thing: { type: object, properties: { count: { type: integer, default: 1 } } }
`;
    const { specification } = await loadSpecification({ file: "many.yaml", text });
    const contract = specification && buildContract(specification).contract;
    if (specification === undefined || contract === undefined) throw new Error("no contract");
    const emitters = [...builtInEmitters(["types", "codec", "descriptors"]), mswEmitter()];
    const { files } = await emit(contract, emitters, { specification, defaults: "apply" });
    const many = await scratchFolder("many-mocks");
    for (const { path, content } of files) await writeInto(many, path, content);
    expect(await compileFolder(many)).toEqual([]);
    await rm(many, { recursive: true, force: true });
  });

  it.each([
    ["/v1/orders/5", {}, [200, order]],
    ["/orders/5", {}, [200, order]],
    ["/v1/orders/latest", {}, [200, "string"]],
    ["/v1/orders", post("{}"), [201, order]],
    ["/v1/orders", {}, undefined],
    ["/v2/orders/5", {}, undefined],
  ] as const)("answer %s with samples", async (path, init, want) => {
    expect(await answerOf(shopHandlers.handlers(), path, init)).toEqual(want);
  });

  it("accept base URLs in place of the servers", async () => {
    const here = shopHandlers.handlers({ baseUrl: "https://shop.example/api" });
    expect(await answerOf(here, "/api/orders/5")).toEqual([200, order]);
    expect(await answerOf(here, "/v1/orders/5")).toBeUndefined();
  });

  it("respond with the value of a test, with every digit", async () => {
    const body = { id: 9007199254740995n, at: "2026-01-01T00:00:00Z" };
    const mock = shopHandlers.getOrder({ status: 200, body });
    expect(await answerOf([mock], "/v1/orders/5")).toEqual([
      200,
      '{"id":9007199254740995,"at":"2026-01-01T00:00:00Z"}',
    ]);
  });

  it("pass the decoded request to a function", async () => {
    const got: unknown[] = [];
    const mock = shopHandlers.createOrder((request: unknown) => {
      got.push(request);
      return { status: 409, body: { why: "sold" } };
    });
    const body = '{"id":9007199254740997,"at":"2026-01-01T00:00:00Z"}';
    expect(await answerOf([mock], "/v1/orders?dry=true", post(body))).toEqual([
      409,
      '{"why":"sold"}',
    ]);
    expect(got).toEqual([
      { query: { dry: true }, body: { id: 9007199254740997n, at: "2026-01-01T00:00:00Z" } },
    ]);
  });

  it.each([
    ["/v1/orders?dry=perhaps", '{"id":9007199254740997,"at":"2026-01-01T00:00:00Z"}', "/dry"],
    ["/v1/orders", '{"id":1}', "/id"],
    ["/v1/orders", "", "body"],
  ])("refuse a wrong request to %s %s before they call the function", async (path, body, place) => {
    const mock = shopHandlers.createOrder(() => ({ status: 409, body: { why: "sold" } }));
    const answer = await answerOf([mock], path, post(body));
    expect(answer?.[0]).toBe(400);
    expect(answer?.[1]).toContain(place);
  });

  it("reject a response that breaks the contract", async () => {
    const request = new Request("https://shop.example/v1/orders/5");
    const wrong = [{ status: 418 }, { status: 200, body: { id: 1n, at: "yesterday" } }];
    for (const answer of wrong) {
      const response = await getResponse([shopHandlers.getOrder(answer)], request).catch(
        (error: unknown) => error,
      );
      expect(response instanceof Response ? response.status : "rejected").not.toBe(200);
    }
  });
});
