// Bodies with a sequence of items, between a generated client and a generated server, and with a
// handwritten server.

import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ReceivedItem, receivedItems, restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import type { RequestContext } from "@specwright/rest/server";
import { RestError } from "@specwright/runtime";
import type { CallOptions, OperationDescriptor } from "@specwright/runtime/codegen";
import { describe, expect, it, onTestFinished } from "vitest";
import { generateOperations } from "./generate-operations.ts";

const price = {
  type: "object",
  required: ["size"],
  properties: { size: { type: "integer", format: "int64" }, note: { type: "string" } },
};
const jsonData = { type: "string", contentMediaType: "application/json" };
const events = {
  oneOf: [
    {
      type: "object",
      required: ["event", "data"],
      properties: {
        event: { const: "price" },
        id: { type: "string" },
        retry: { type: "integer" },
        data: { ...jsonData, contentSchema: { $ref: "#/components/schemas/Price" } },
      },
    },
    { type: "object", required: ["data"], properties: { data: { const: "bye" } } },
  ],
};

/** Events as in the OpenAPI 3.2 specification: `data` is always a string, and some strings contain JSON. */
const namedEvents = {
  type: "object",
  required: ["event"],
  properties: { event: { type: "string" }, data: { type: "string" } },
  oneOf: [
    { properties: { event: { const: "word" } } },
    {
      properties: {
        event: { const: "price" },
        data: {
          contentMediaType: "application/json",
          contentSchema: { $ref: "#/components/schemas/Price" },
        },
      },
    },
    { properties: { event: { const: "end" }, data: { contentMediaType: "text/plain" } } },
  ],
};

function answer(type: string, media: object): object {
  return { get: { responses: { 200: { description: "Items.", content: { [type]: media } } } } };
}

const priceRef = { $ref: "#/components/schemas/Price" };
const document = {
  openapi: "3.2.0",
  info: { title: "Sequences", version: "1" },
  components: { schemas: { Price: price } },
  paths: {
    "/events": answer("text/event-stream", { itemSchema: events }),
    "/named": answer("text/event-stream", { itemSchema: namedEvents }),
    "/data": answer("text/event-stream", { schema: priceRef }),
    "/text": answer("text/event-stream", {}),
    "/jsonl": answer("application/jsonl", { itemSchema: priceRef }),
    "/ndjson": answer("application/x-ndjson", { schema: priceRef }),
    "/list": answer("application/jsonl", { schema: { type: "array", items: priceRef } }),
    "/lines": answer("application/jsonl", { schema: { type: "string" } }),
    "/parts": answer("multipart/mixed", { itemSchema: priceRef }),
    "/seq": answer("application/json-seq", { itemSchema: priceRef }),
    "/upload": {
      post: {
        requestBody: {
          required: true,
          content: { "application/jsonl": { itemSchema: priceRef } },
        },
        responses: {
          200: { description: "Count.", content: { "application/json": {} } },
          422: { description: "Refused.", content: { "application/problem+json": {} } },
        },
      },
    },
  },
};

const prices = [{ size: 9007199254740993n, note: "a\nb\r" }, { size: 2n }];
const written: readonly [path: string, items: readonly unknown[], bytes: string][] = [
  [
    "/events",
    [{ event: "price", id: "7", retry: 10, data: prices[0] }, { data: "bye" }],
    'event: price\nid: 7\nretry: 10\ndata: {"size":9007199254740993,"note":"a\\nb\\r"}\n\ndata: bye\n\n',
  ],
  [
    "/named",
    [
      { event: "price", data: prices[1] },
      { event: "word", data: "red" },
      { event: "end", data: "7" },
    ],
    'event: price\ndata: {"size":2}\n\nevent: word\ndata: red\n\nevent: end\ndata: 7\n\n',
  ],
  ["/data", [{ data: prices[1], event: "x" }], 'event: x\ndata: {"size":2}\n\n'],
  ["/text", [{ data: "a\nb" }, { data: "" }], "data: a\ndata: b\n\ndata: \n\n"],
  ["/jsonl", prices, '{"size":9007199254740993,"note":"a\\nb\\r"}\n{"size":2}\n'],
  ["/ndjson", prices, '{"size":9007199254740993,"note":"a\\nb\\r"}\n{"size":2}\n'],
  ["/list", prices, '{"size":9007199254740993,"note":"a\\nb\\r"}\n{"size":2}\n'],
  ["/lines", [{ size: 2 }, "red"], '{"size":2}\n"red"\n'],
  ["/seq", prices, '\u001e{"size":9007199254740993,"note":"a\\nb\\r"}\n\u001e{"size":2}\n'],
];

const operations = await generateOperations(document);

function operationAt(path: string, method = "get"): OperationDescriptor {
  const operation = operations.get(`${method} ${path}`);
  if (operation === undefined) throw new Error(`no operation ${method} ${path}`);
  return operation;
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves one operation with generated code. */
async function serve(
  operation: OperationDescriptor,
  handler: (request: { readonly body?: unknown }, context: RequestContext) => unknown,
): Promise<string> {
  const app = createRestServer({
    operations: [operation],
    handlers: { [operation.name ?? operation.id]: handler },
  });
  onTestFinished(() => app.close());
  return await app.listen({ port: 0, host: "127.0.0.1" });
}

async function itemsOf(
  operation: OperationDescriptor,
  baseUrl: string,
  options: CallOptions = {},
): Promise<AsyncIterable<unknown>> {
  const { body } = await restTransport({ baseUrl, retry: { retries: 0 } }).call(
    operation,
    {},
    options,
  );
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) {
    throw new Error("the body has no items");
  }
  return body as AsyncIterable<unknown>;
}

async function collect(items: AsyncIterable<unknown>, into: unknown[] = []): Promise<unknown[]> {
  for await (const item of items) into.push(item);
  return into;
}

describe("items one after another", () => {
  it.each(written)(
    "of %s are written as in the table, and arrive unchanged",
    async (path, items, bytes) => {
      const operation = operationAt(path);
      const url = await serve(operation, () => ({
        status: 200,
        body: (async function* () {
          yield* items;
        })(),
      }));
      expect(await (await fetch(`${url}${path}`)).text()).toBe(bytes);
      const received = await itemsOf(operation, url, { reconnect: false });
      expect(await collect(received)).toEqual(items);
    },
  );

  it("arrive before the server has ended", async () => {
    const operation = operationAt("/jsonl");
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const url = await serve(operation, () => ({
      status: 200,
      body: (async function* () {
        yield { size: 1n };
        await released;
        yield { size: 2n };
      })(),
    }));
    const iterator = (await itemsOf(operation, url))[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { size: 1n } });
    release();
    expect(await iterator.next()).toEqual({ done: false, value: { size: 2n } });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it("follow the head, even if the first item takes long", async () => {
    const operation = operationAt("/data");
    const url = await serve(operation, (_request, { signal }) => ({
      status: 200,
      body: (async function* () {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      })(),
    }));
    await expect(itemsOf(operation, url, { timeoutMs: 5_000 })).resolves.toBeDefined();
  });

  it("end for the handler when the caller stops reading", async () => {
    const operation = operationAt("/jsonl");
    const ended = new Promise<void>((resolve) => {
      void serve(operation, () => ({
        status: 200,
        body: (async function* () {
          try {
            for (let size = 0n; ; size += 1n) yield { size, note: "x".repeat(10_000) };
          } finally {
            resolve();
          }
        })(),
      })).then(async (url) => {
        for await (const _item of await itemsOf(operation, url)) break;
      });
    });
    await ended;
  });

  it("that break their schema end the connection, not the body", async () => {
    const operation = operationAt("/jsonl");
    const url = await serve(operation, () => ({
      status: 200,
      body: [{ size: 1n }, { size: "2" }],
    }));
    const received: unknown[] = [];
    const items = collect(await itemsOf(operation, url), received);
    await expect(items).rejects.toMatchObject({ code: "network" });
    expect(received).toEqual([{ size: 1n }]);
  });

  const uploads: readonly [name: string, body: unknown][] = [
    ["an array", prices],
    [
      "a generator",
      (async function* () {
        yield* prices;
      })(),
    ],
  ];
  it.each(uploads)("are uploaded from %s", async (_name, body) => {
    const operation = operationAt("/upload", "post");
    const got: unknown[] = [];
    const url = await serve(operation, async (request) => {
      for await (const item of request.body as AsyncIterable<unknown>) got.push(item);
      return { status: 200, body: got.length };
    });
    const call = restTransport({ baseUrl: url }).call(operation, { body });
    expect(await call).toMatchObject({ status: 200, body: 2 });
    expect(got).toEqual(prices);
  });

  it("of a request are checked before the handler runs", async () => {
    const operation = operationAt("/upload", "post");
    const url = await serve(operation, () => expect.unreachable());
    const response = await fetch(`${url}/upload`, {
      method: "POST",
      headers: { "content-type": "application/jsonl" },
      body: '{"size":1}\n{"size":"x"}\n',
    });
    expect(await response.json()).toMatchObject({
      status: 400,
      errors: [{ pointer: "/1/size", code: "type" }],
    });
  });
});

/** Responds with each text in turn, on a new connection each. */
function script(...answers: readonly ((response: ServerResponse) => void)[]): {
  readonly listener: RequestListener;
  readonly lastEventIds: (string | undefined)[];
} {
  const lastEventIds: (string | undefined)[] = [];
  return {
    lastEventIds,
    listener(request, response) {
      const act = answers[lastEventIds.length];
      lastEventIds.push(request.headers["last-event-id"]?.toString());
      if (act === undefined) response.writeHead(204).end();
      else act(response);
    },
  };
}

function say(text: string, end: "end" | "cut" = "end"): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    response.write(text, () => {
      if (end === "end") response.end();
      else setTimeout(() => response.destroy(), 20);
    });
  };
}

describe("items behind byte order marks", () => {
  const two = [{ size: 1n }, { size: 2n }];
  const marked: readonly [path: string, type: string, text: string, want: unknown[]][] = [
    ["/jsonl", "application/jsonl", '\ufeff{"size":1}\n\ufeff{"size":2}\n', two],
    ["/seq", "application/json-seq", '\u001e\ufeff{"size":1}\n\u001e\ufeff{"size":2}\n', two],
    ["/data", "text/event-stream", '\ufeffdata: \ufeff{"size":1}\n\n', [{ data: { size: 1n } }]],
    // Text is kept unchanged.
    ["/text", "text/event-stream", "data: \ufeffa\n\n", [{ data: "\ufeffa" }]],
  ];
  it.each(marked)("are read from %s", async (path, type, text, want) => {
    const url = await listen((_request, response) =>
      response.writeHead(200, { "content-type": type }).end(text),
    );
    const items = await itemsOf(operationAt(path), url, { reconnect: false });
    expect(await collect(items)).toEqual(want);
  });

  it("are read from a request", async () => {
    const operation = operationAt("/upload", "post");
    const url = await serve(operation, async ({ body }) => ({
      status: 200,
      body: await collect(body as AsyncIterable<unknown>),
    }));
    const headers = { "content-type": "application/jsonl" };
    const body = '\ufeff{"size":1}\n\ufeff{"size":2}\n';
    const response = await fetch(`${url}/upload`, { method: "POST", headers, body });
    expect(await response.json()).toEqual([{ size: 1 }, { size: 2 }]);
  });
});

describe("items of a request that break their schema", () => {
  const modes = ["report", "off"] as const;
  it.each(modes)("are sent if the caller asks for %s", async (request) => {
    const bodies: string[] = [];
    const url = await listen((incoming, response) => {
      incoming.setEncoding("utf8").on("data", (text: string) => bodies.push(text));
      incoming.on("end", () =>
        response.writeHead(200, { "content-type": "application/json" }).end("1"),
      );
    });
    const answer = await restTransport({ baseUrl: url }).call(
      operationAt("/upload", "post"),
      { body: [{ size: 1n }, { size: "x" }] },
      { validation: { request } },
    );
    expect(bodies.join("")).toBe('{"size":1}\n{"size":"x"}\n');
    const issues = [{ of: "request", code: "type", pointer: "/size" }];
    expect(answer).toMatchObject(request === "report" ? { issues } : { body: 1 });
  });
});

describe("an event stream", () => {
  const operation = operationAt("/text");
  const resumed: readonly [
    name: string,
    answers: readonly ((response: ServerResponse) => void)[],
    options: CallOptions,
    want: { readonly data: readonly string[]; readonly ids: readonly (string | undefined)[] },
  ][] = [
    [
      "that ends is resumed after its last id until 204",
      [say("retry: 1\nid: 1\ndata: a\n\n"), say("id: 2\ndata: b\n\ndata: cut off")],
      {},
      { data: ["a", "b"], ids: [undefined, "1", "2"] },
    ],
    [
      "that is cut is resumed after its last id",
      [say("retry: 1\nid: 1\ndata: a\n\n", "cut"), say("data: b\n\n", "cut")],
      {},
      { data: ["a", "b"], ids: [undefined, "1", "1"] },
    ],
    ["without an id ends", [say("data: a\n\n")], {}, { data: ["a"], ids: [undefined] }],
    [
      "is not resumed if the caller does not want it",
      [say("retry: 1\nid: 1\ndata: a\n\n")],
      { reconnect: false },
      { data: ["a"], ids: [undefined] },
    ],
    [
      "waits for a server that is restarting",
      [say("retry: 1\ndata: a\n\n"), (response) => response.writeHead(503).end()],
      {},
      { data: ["a"], ids: [undefined, undefined, undefined] },
    ],
  ];
  it.each(resumed)("%s", async (_name, answers, options, want) => {
    const { listener, lastEventIds } = script(...answers);
    const items = await itemsOf(operation, await listen(listener), options);
    expect(await collect(items)).toMatchObject(want.data.map((data) => ({ data })));
    expect(lastEventIds).toEqual(want.ids);
  });

  const failing: readonly [
    name: string,
    answers: readonly ((response: ServerResponse) => void)[],
    code: string,
  ][] = [
    ["is cut and cannot be resumed", [say("data: a\n\n", "cut")], "network"],
    [
      "is answered with another status",
      [say("retry: 1\nid: 1\ndata: a\n\n"), (response) => response.writeHead(404).end()],
      "unexpected_status",
    ],
    [
      "is answered with another type",
      [
        say("retry: 1\nid: 1\ndata: a\n\n"),
        (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      ],
      "unexpected_content_type",
    ],
  ];
  it.each(failing)("that %s fails", async (_name, answers, code) => {
    const received: unknown[] = [];
    const items = collect(
      await itemsOf(operation, await listen(script(...answers).listener)),
      received,
    );
    await expect(items).rejects.toMatchObject({ name: "RestError", code });
    expect(received).toMatchObject([{ data: "a" }]);
  });

  it("stops when the caller gives up", async () => {
    const controller = new AbortController();
    const url = await listen((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("id: 1\ndata: a\n\n");
    });
    const items = await itemsOf(operation, url, { signal: controller.signal });
    const failed = await (async () => {
      for await (const _item of items) controller.abort();
    })().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(RestError);
    expect(failed).toMatchObject({ code: "aborted" });
  });

  it("of JSON ends at [DONE], and an event that breaks its schema is an error", async () => {
    const data = operationAt("/data");
    const done = await listen(script(say('data: {"size":1}\n\ndata: [DONE]\n\n')).listener);
    expect(await collect(await itemsOf(data, done))).toEqual([{ data: { size: 1n } }]);
    const broken: readonly string[] = ['{"size":"1"}', "oops", '{"size":1},"event":"x"'];
    for (const text of broken) {
      const url = await listen(script(say(`data: ${text}\n\n`)).listener);
      await expect(collect(await itemsOf(data, url))).rejects.toMatchObject({
        code: "invalid_response",
      });
    }
  });
});

describe("items that break their schema", () => {
  const streams: readonly (readonly [path: string, type: string, text: string, at: string])[] = [
    ["/jsonl", "application/jsonl", '{"size":1}\n{"size":"x"}\n{"size":3}\n', ""],
    [
      "/seq",
      "application/json-seq",
      '\u001e{"size":1}\n\u001e{"size":"x"}\n\u001e{"size":3}\n',
      "",
    ],
    [
      "/data",
      "text/event-stream",
      'data: {"size":1}\n\ndata: {"size":"x"}\n\ndata: {"size":3}\n\n',
      "/data",
    ],
    [
      "/parts",
      "multipart/mixed; boundary=B",
      `${["1", '"x"', "3"].map((size) => `--B\r\n\r\n{"size":${size}}\r\n`).join("")}--B--`,
      "",
    ],
  ];
  it.each(streams)("of %s are returned with their issues", async (path, type, text, at) => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { "content-type": type }).end(text);
    });
    const validation = { response: "report" } as const;
    const items = await itemsOf(operationAt(path), url, { validation });
    const received: ReceivedItem<unknown>[] = [];
    for await (const each of receivedItems(items)) received.push(each);
    const want = [{ size: 1n }, { size: "x" }, { size: 3n }];
    expect(received.map(({ item }) => item)).toMatchObject(
      at === "" ? want : want.map((data) => ({ data })),
    );
    expect(received.map(({ issues }) => issues.map(({ pointer, of }) => [of, pointer]))).toEqual([
      [],
      [["response", `${at}/size`]],
      [],
    ]);
  });

  it("have no issues without validation", async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { "content-type": "application/jsonl" }).end('{"size":"x"}\n');
    });
    const validation = { response: "off" } as const;
    const items = await itemsOf(operationAt("/jsonl"), url, { validation });
    for await (const each of receivedItems(items)) {
      expect(each).toEqual({ item: { size: "x" }, issues: [] });
    }
  });
});
