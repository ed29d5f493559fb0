// The bytes of multipart bodies other than forms (RFC 2046, and OpenAPI 3.2 "Encoding By Position"):
// generated clients and servers write and read the rows of the table, in requests and in responses.

import { createServer, type Server } from "node:http";
import { restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import type { OperationDescriptor, RestTransport } from "@specwright/runtime/codegen";
import { describe, expect, it, onTestFinished } from "vitest";
import { readRequests, writtenRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";

interface PartsRow {
  readonly name: string;
  /** Default `multipart/mixed`. */
  readonly type?: string;
  readonly media: object;
  readonly value: object;
  /** The headers and the content of each part. */
  readonly want: readonly (readonly [head: string, content: string])[];
  /** The value that is read, if it differs from the sent one. */
  readonly read?: object;
  /** The rest of the content type, after the boundary. */
  readonly more?: string;
}

const text = { type: "string" };
const author = { type: "object", required: ["name"], properties: { name: text } };
const count = { type: "integer", format: "int64" };
const json = "Content-Type: application/json";
const plain = "Content-Type: text/plain; charset=utf-8";
const png = "Content-Type: image/png";
const image = new File(["\u0000\r\n--A"], "blob", { type: "image/png" });
const content = "\u0000\r\n--A";

const rows: readonly PartsRow[] = [
  {
    name: "the items of an array",
    media: { schema: { type: "array", items: author } },
    value: [{ name: "\u00e9" }, { name: "b" }],
    want: [
      [json, '{"name":"\u00c3\u00a9"}'],
      [json, '{"name":"b"}'],
    ],
  },
  { name: "nothing", media: { schema: { type: "array", items: author } }, value: [], want: [] },
  {
    name: "scalars",
    media: { schema: { type: "array", prefixItems: [text, count, { type: "boolean" }] } },
    value: ["\u00e9\r\n", 9_007_199_254_740_993n, true],
    want: [
      [plain, "\u00c3\u00a9\r\n"],
      [plain, "9007199254740993"],
      [plain, "true"],
    ],
  },
  {
    name: "a list in a part",
    media: { schema: { type: "array", items: { type: "array", items: count } } },
    value: [[1n, 2n], []],
    want: [
      [json, "[1,2]"],
      [json, "[]"],
    ],
  },
  {
    name: "prefixItems with a file of any type",
    media: {
      schema: { type: "array", prefixItems: [author, {}], minItems: 2, items: false },
      prefixEncoding: [{}, { contentType: "image/png, image/jpeg" }],
    },
    value: [{ name: "a" }, image],
    want: [
      [json, '{"name":"a"}'],
      [png, content],
    ],
  },
  {
    name: "a value of any type, which is bytes by default",
    media: { schema: { type: "array", items: {} } },
    value: [new Blob(["a"])],
    want: [["Content-Type: application/octet-stream", "a"]],
    read: [new File(["a"], "blob", { type: "application/octet-stream" })],
  },
  {
    name: "prefixEncoding, then itemEncoding",
    media: {
      schema: { type: "array", items: text },
      prefixEncoding: [{ contentType: "text/csv" }],
      itemEncoding: { contentType: "application/json" },
    },
    value: ["a,b", "c", "d"],
    want: [
      ["Content-Type: text/csv", "a,b"],
      [json, '"c"'],
      [json, '"d"'],
    ],
  },
  {
    name: "a form whose parts have positions",
    type: "multipart/form-data",
    media: {
      schema: { type: "array", prefixItems: [author], items: text },
      prefixEncoding: [{ headers: { "Content-Disposition": { schema: text } } }],
      itemEncoding: { headers: { "Content-Disposition": { schema: text } } },
    },
    value: [
      { value: { name: "a" }, headers: { "Content-Disposition": 'form-data; name="by"' } },
      { value: "b", headers: { "Content-Disposition": 'form-data; name="tag"' } },
      { value: "c", headers: { "Content-Disposition": 'form-data; name="tag"' } },
    ],
    want: [
      [`${json}\r\nContent-Disposition: form-data; name="by"`, '{"name":"a"}'],
      [`${plain}\r\nContent-Disposition: form-data; name="tag"`, "b"],
      [`${plain}\r\nContent-Disposition: form-data; name="tag"`, "c"],
    ],
  },
  {
    name: "headers of parts, Content-Disposition among them",
    media: {
      schema: { type: "array", prefixItems: [author, {}], items: {} },
      prefixEncoding: [{ headers: { "X-Sum": { schema: { type: "integer" } } } }],
      itemEncoding: {
        contentType: "image/png",
        headers: { "Content-Disposition": { required: true, schema: text } },
      },
    },
    value: [
      { value: { name: "a" }, headers: { "X-Sum": 7 } },
      { value: image, headers: { "Content-Disposition": 'attachment; filename="blob"' } },
    ],
    want: [
      [`${json}\r\nX-Sum: 7`, '{"name":"a"}'],
      [`${png}\r\nContent-Disposition: attachment; filename="blob"`, content],
    ],
  },
  {
    name: "a related body, which names the type of its first part",
    type: "multipart/related",
    media: { schema: { type: "array", prefixItems: [author, {}] } },
    value: [{ name: "a" }, image],
    want: [
      [json, '{"name":"a"}'],
      [png, content],
    ],
    more: '; type="application/json"',
  },
  {
    name: "a stream of objects",
    media: { itemSchema: author },
    value: [{ name: "a" }, { name: "b" }],
    want: [
      [json, '{"name":"a"}'],
      [json, '{"name":"b"}'],
    ],
  },
  {
    name: "a stream of images",
    type: "multipart/x-mixed-replace",
    media: { itemSchema: {}, itemEncoding: { contentType: "image/png" } },
    value: [image, image],
    want: [
      [png, content],
      [png, content],
    ],
  },
  {
    name: "properties, which get names",
    media: {
      schema: {
        type: "object",
        properties: { author, image: { type: "string", format: "binary" } },
      },
      encoding: { author: { style: "deepObject", headers: { "X-Sum": { schema: text } } } },
    },
    value: { author: { value: { name: "a" }, headers: { "X-Sum": "1" } }, image },
    want: [
      [`Content-Disposition: form-data; name="author"\r\n${json}\r\nX-Sum: 1`, '{"name":"a"}'],
      [`Content-Disposition: form-data; name="image"; filename="blob"\r\n${png}`, content],
    ],
  },
  {
    name: "a form as an answer",
    type: "multipart/form-data",
    media: {
      schema: { type: "object", properties: { tags: { type: "array", items: text }, count } },
    },
    value: { tags: ["a", "b"], count: 1n },
    want: [
      ['Content-Disposition: form-data; name="tags"', "a"],
      ['Content-Disposition: form-data; name="tags"', "b"],
      ['Content-Disposition: form-data; name="count"', "1"],
    ],
  },
];

const operations = await generateOperations({
  openapi: "3.2.0",
  info: { title: "Parts", version: "1" },
  paths: Object.fromEntries(
    rows.map(({ type = "multipart/mixed", media }, index) => [
      `/r${index}`,
      {
        post: {
          operationId: `r${index}`,
          requestBody: { required: true, content: { [type]: media } },
          responses: {
            200: { description: "The same.", content: { [type]: media } },
            204: { description: "Done." },
          },
        },
      },
    ]),
  ),
});

/** Writes the expected body of a row. */
function bodyOf({ want }: PartsRow): string {
  return `${want.map(([head, part]) => `--B\r\n${head}\r\n\r\n${part}\r\n`).join("")}--B--\r\n`;
}

/** Splits a message into its content type and its body, both with the boundary `B`. */
function messageOf(raw: string): { readonly type: string; readonly body: string } {
  const type = /content-type: (.*)\r\n/i.exec(raw)?.[1] ?? raw;
  const boundary = /boundary=(specwright-[0-9a-f]{32})/.exec(type)?.[1] ?? "none";
  const body = raw.slice(raw.indexOf("\r\n\r\n") + 4);
  return { type: type.replace(boundary, "B"), body: body.replaceAll(`--${boundary}`, "--B") };
}

/** Replaces files by their text, so that they can be compared, and collects streams. */
async function comparable(value: unknown): Promise<unknown> {
  if (value instanceof File) return [value.name, value.type, await value.text()];
  if (typeof value !== "object" || value === null) return value;
  if (isAsync(value)) return await comparable(await collect(value));
  if (Array.isArray(value)) return await Promise.all(value.map(comparable));
  const members = Object.entries(value).map(async ([name, each]) => [name, await comparable(each)]);
  return Object.fromEntries(await Promise.all(members));
}

async function listen(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
}

const named = rows.map((row, index) => [row.name, row, index] as const);

describe("parts", () => {
  it("of requests are written as in the table", async () => {
    const written = await writtenRequests(
      operations,
      rows.map(({ value }) => ({ body: value })),
    );
    expect(written.map(messageOf)).toEqual(
      rows.map((row) => ({
        type: `${row.type ?? "multipart/mixed"}; boundary=B${row.more ?? ""}`,
        body: bodyOf(row),
      })),
    );
  });

  it("of requests are read back", async () => {
    const requests = rows.map((row, index) => {
      const body = bodyOf(row);
      const type = `${row.type ?? "multipart/mixed"}; boundary=B`;
      const head = [`POST /r${index} HTTP/1.1`, "Host: test", "Connection: close"];
      return [...head, `Content-Type: ${type}`, `Content-Length: ${body.length}`, "", body].join(
        "\r\n",
      );
    });
    expect(await comparable(await readRequests(operations, requests))).toEqual(
      await comparable(rows.map(({ value, read = value }) => ({ body: read }))),
    );
  });

  it.each(named)("of responses are written as in the table: %s", async (_name, row, index) => {
    const handlers = Object.fromEntries(
      [...operations.keys()].map((id) => [id, () => ({ status: 200, body: row.value })]),
    );
    const app = createRestServer({ operations: [...operations.values()], handlers });
    onTestFinished(() => app.close());
    const request = bodyOf(row);
    const answer = await app.inject({
      method: "POST",
      url: `/r${index}`,
      headers: { "content-type": `${row.type ?? "multipart/mixed"}; boundary=B` },
      payload: Buffer.from(request, "latin1"),
    });
    const raw = `content-type: ${answer.headers["content-type"]}\r\n\r\n${answer.rawPayload.toString("latin1")}`;
    expect(messageOf(raw)).toEqual({
      type: `${row.type ?? "multipart/mixed"}; boundary=B${row.more ?? ""}`,
      body: request,
    });
  });

  it.each(named)("of responses are read back: %s", async (_name, row, index) => {
    const body = Buffer.from(`a preamble\r\n${bodyOf(row)}an epilogue`, "latin1");
    const url = await listen(
      createServer((_request, response) => {
        response.writeHead(200, {
          "content-type": `${row.type ?? "multipart/mixed"}; boundary="B"`,
        });
        // One byte at a time, so that every delimiter arrives in pieces.
        for (const byte of body) response.write(Uint8Array.of(byte));
        response.end();
      }),
    );
    const operation = operations.get(`r${index}`);
    if (operation === undefined) throw new Error("no operation");
    const transport = restTransport({ baseUrl: url });
    const answer = await transport.call(operation, { body: row.value });
    expect(await comparable(answer)).toEqual(
      await comparable({ status: 200, contentType: undefined, body: row.read ?? row.value }),
    );
  });
});

/** Returns the operation of a row, and the address of a server that responds with bytes. */
async function answering(
  name: string,
  body: string,
  end: "end" | "cut" | "open",
): Promise<{ readonly operation: OperationDescriptor; readonly transport: RestTransport }> {
  const index = rows.findIndex((row) => row.name === name);
  const operation = operations.get(`r${index}`);
  if (operation === undefined) throw new Error("no operation");
  const url = await listen(
    createServer((_request, response) => {
      response.writeHead(200, { "content-type": "multipart/mixed; boundary=B" });
      response.write(Buffer.from(body, "latin1"), () => {
        if (end === "end") response.end();
        if (end === "cut") setTimeout(() => response.destroy(), 20);
      });
    }),
  );
  return { operation, transport: restTransport({ baseUrl: url }) };
}

const part = `--B\r\n${json}\r\n\r\n{"name":"a"}\r\n`;
const broken = `--B\r\n${json}\r\n\r\n{"name":1}\r\n`;

describe("a stream of parts", () => {
  it("yields a part before the next one arrives", async () => {
    const { operation, transport } = await answering("a stream of objects", `${part}--B`, "open");
    const { body } = await transport.call(operation, { body: [] });
    if (!isAsync(body)) throw new Error("no stream");
    for await (const item of body) {
      expect(item).toEqual({ name: "a" });
      break;
    }
  });

  it.each([
    ["that is invalid", `${part}${broken}--B--\r\n`, "end", "invalid_response"],
    ["that has no end", `${part}--B\r\n`, "end", "invalid_response"],
    ["that is cut", `${part}--B\r\n`, "cut", "network"],
    [
      "with a malformed head",
      `${part}--B\r\nno header\r\n\r\n\r\n--B--`,
      "end",
      "invalid_response",
    ],
  ] as const)("hands over what precedes a part %s", async (_name, text, end, code) => {
    const { operation, transport } = await answering("a stream of objects", text, end);
    const { body } = await transport.call(operation, { body: [] });
    if (!isAsync(body)) throw new Error("no stream");
    const items: unknown[] = [];
    const failed = await (async () => {
      for await (const item of body) items.push(item);
    })().catch((error: unknown) => error);
    expect(items).toEqual([{ name: "a" }]);
    expect(failed).toMatchObject({ name: "RestError", code });
  });

  it("is uploaded while it is produced", async () => {
    const index = rows.findIndex(({ name }) => name === "a stream of objects");
    async function* items(): AsyncGenerator<object, void> {
      yield { name: "a" };
      yield { name: "b" };
    }
    let received: unknown;
    const app = createRestServer({
      operations: [...operations.values()],
      handlers: Object.fromEntries(
        [...operations.keys()].map((id) => [
          id,
          (request: unknown) => {
            received = request;
            return { status: 204 };
          },
        ]),
      ),
    });
    onTestFinished(() => app.close());
    const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
    const operation = operations.get(`r${index}`);
    if (operation === undefined) throw new Error("no operation");
    await restTransport({ baseUrl }).call(operation, { body: items() });
    expect(received).toEqual({ body: [{ name: "a" }, { name: "b" }] });
  });
});

describe("parts that break their schema", () => {
  it("are reported if the caller asks for them", async () => {
    const name = "the items of an array";
    const { operation, transport } = await answering(name, `${broken}--B--`, "end");
    const call = (response: "error" | "report" | "off") =>
      transport.call(operation, { body: [] }, { validation: { response } });
    await expect(call("error")).rejects.toMatchObject({
      code: "invalid_response",
      answer: { body: [{ name: 1 }] },
    });
    expect(await call("report")).toMatchObject({ status: 200, body: [{ name: 1 }] });
    expect(await call("off")).toMatchObject({ status: 200, body: [{ name: 1 }] });
  });

  it("are not sent", async () => {
    const row = "prefixItems with a file of any type";
    const { operation, transport } = await answering(row, "", "end");
    const call = (body: readonly unknown[]) => transport.call(operation, { body });
    await expect(call([{ name: 1 }, image])).rejects.toThrow(/at "\/0\/name"/);
    await expect(call([{ name: "a" }, image, image])).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it.each([
    [`${broken}--B--`, '"pointer":"/0/name"'],
    [`${part}--B\r\n${png}\r\n\r\n\r\n${part}--B--`, '"pointer":"/2"'],
    [part, '"code":"form"'],
  ])("are refused by a server: %s", async (body, wanted) => {
    const index = rows.findIndex(({ name }) => name.startsWith("prefixItems"));
    const head = [`POST /r${index} HTTP/1.1`, "Host: test", "Connection: close"];
    const about = ["Content-Type: multipart/mixed; boundary=B", `Content-Length: ${body.length}`];
    const [answer] = await readRequests(operations, [[...head, ...about, "", body].join("\r\n")]);
    expect(answer).toContain("HTTP/1.1 400");
    expect(answer).toContain(wanted);
  });
});

async function collect(items: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function isAsync(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
