// Both sides check bodies of types other than JSON against their schemas: a client refuses or reports an
// invalid body, and a server refuses its bytes.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type RestTransportOptions, restTransport } from "@specwright/rest/client";
import { createRestServer } from "@specwright/rest/fastify";
import type { RequestParts, ValidationMode } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { describe, expect, it, onTestFinished } from "vitest";
import { generateOperations } from "./generate-operations.ts";

type Body = RequestParts["body"];

interface CheckedRow {
  readonly name: string;
  readonly content: object;
  readonly good: Body;
  readonly bad: Body;
  /** The issues of the bad body on the client. */
  readonly issues: readonly (readonly [pointer: string, code: string])[];
  /** The issues on the server, if they differ. */
  readonly answer?: readonly (readonly [pointer: string, code: string])[] | 415;
}

const text = (schema: object, type = "text/plain") => ({ [type]: { schema } });
const form = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 2 },
    at: { type: "string", format: "date" },
    sizes: { type: "array", maxItems: 2, items: { type: "integer", maximum: 9 } },
    file: { type: "string", format: "binary" },
  },
};
const png = new File(["x"], "a", { type: "image/png" });

const rows: readonly CheckedRow[] = [
  {
    name: "a text that is too short",
    content: text({ type: "string", minLength: 2 }),
    good: "ab",
    bad: "a",
    issues: [["", "min_length"]],
  },
  {
    name: "a text that matches no pattern",
    content: text({ type: "string", pattern: "^[a-z]+$" }, "text/markdown"),
    good: "ab",
    bad: "1",
    issues: [["", "pattern"]],
  },
  {
    name: "a text outside of a list",
    content: text({ type: "string", enum: ["on", "off"] }, "text/*"),
    good: "on",
    bad: "an",
    issues: [["", "enum"]],
  },
  {
    name: "a text of another format",
    content: text({ type: "string", format: "date" }),
    good: "2024-02-29",
    bad: "2023-02-29",
    issues: [["", "format"]],
  },
  {
    name: "a text of a component",
    content: text({ $ref: "#/components/schemas/Id" }),
    good: "0123456789",
    bad: "0123",
    issues: [["", "min_length"]],
  },
  {
    name: "a URL-encoded form",
    content: { "application/x-www-form-urlencoded": { schema: form } },
    good: { name: "ab", at: "2024-02-29", sizes: [1, 9], file: new Uint8Array([1]) },
    bad: { name: "a", at: "soon", sizes: [1, 10] },
    issues: [
      ["/name", "min_length"],
      ["/at", "format"],
      ["/sizes/1", "maximum"],
    ],
  },
  {
    name: "a form without a required field",
    content: { "application/x-www-form-urlencoded": { schema: form } },
    good: { name: "ab" },
    bad: { sizes: [1] },
    issues: [["/name", "required"]],
  },
  {
    name: "a multipart form",
    content: { "multipart/form-data": { schema: form } },
    good: { name: "ab", sizes: [1, 9], file: png },
    bad: { name: "a", sizes: [1, 2, 3], file: png },
    issues: [
      ["/name", "min_length"],
      ["/sizes", "max_items"],
    ],
  },
  {
    name: "a file of another type",
    content: { "image/png": {}, "image/gif": {} },
    good: new Blob(["x"], { type: "image/gif" }),
    bad: new Blob(["x"], { type: "image/jpeg" }),
    issues: [["", "media_type"]],
    answer: 415,
  },
  {
    name: "a file out of a range of types",
    content: { "image/*": {} },
    good: new Blob(["x"], { type: "image/gif" }),
    bad: new Blob(["x"], { type: "text/plain" }),
    issues: [["", "media_type"]],
    answer: 415,
  },
  {
    name: "a part of another type",
    content: {
      "multipart/mixed": {
        schema: { type: "array", prefixItems: [{ type: "string", minLength: 2 }, {}] },
        prefixEncoding: [{}, { contentType: "image/*" }],
      },
    },
    good: ["ab", png],
    bad: ["ab", new Blob(["x"], { type: "text/plain" })],
    issues: [["/1", "media_type"]],
    answer: 415,
  },
];

const word = {
  description: "A word.",
  content: text({ type: "string", pattern: "^[a-z]+$" }),
};
const document = {
  openapi: "3.2.0",
  info: { title: "Bodies", version: "1" },
  paths: Object.fromEntries(
    rows.map(({ content }, index) => [
      `/r${index}`,
      {
        post: {
          operationId: `r${index}`,
          requestBody: { required: true, content },
          responses: { 204: { description: "Read." } },
        },
      },
    ]),
  ),
  components: { schemas: { Id: { type: "string", minLength: 10 } } },
};
const operations = await generateOperations({
  ...document,
  paths: { ...document.paths, "/word": { get: { operationId: "word", responses: { 200: word } } } },
});

function operationOf(id: string): OperationDescriptor {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  return operation;
}

/** Calls an operation of a generated server in a mode; returns the result of the call. */
async function send(index: number, body: Body, request: ValidationMode) {
  const operation = operationOf(`r${index}`);
  const received: unknown[] = [];
  const app = createRestServer({
    operations: [operation],
    handlers: {
      [operation.id]: ({ body: got }: { readonly body?: unknown }) => {
        received.push(got);
        return { status: 204 };
      },
    },
  });
  onTestFinished(() => app.close());
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  const sent: (readonly [pointer: string, code: string])[] = [];
  const onIssues: RestTransportOptions["onIssues"] = ({ issues }) =>
    sent.push(
      ...issues
        .filter((issue) => issue.of === "request")
        .map(({ pointer, code }) => [pointer, code] as const),
    );
  const transport = restTransport({ baseUrl, onIssues });
  const validation = { request, response: "off" } as const;
  const answer: unknown = await transport
    .call(operation, { body }, { validation })
    .catch((error: unknown) => error);
  return { answer, received, sent };
}

describe.each(rows.map((row, index) => ({ ...row, index })))("$name", (row) => {
  const { index, good, bad, issues } = row;
  const listed = issues.map(([pointer, code]) => ({ pointer, code }));

  it("is refused by the client; a valid one is not", async () => {
    expect((await send(index, good, "error")).received).toHaveLength(1);
    const { answer, received } = await send(index, bad, "error");
    expect(answer).toMatchObject({ code: "invalid_request", cause: { issues: listed } });
    expect(received).toEqual([]);
  });

  it.each(["report", "off"] as const)("is refused by the server after `%s`", async (mode) => {
    const { answer, received, sent } = await send(index, bad, mode);
    expect(received).toEqual([]);
    expect(sent).toEqual(mode === "report" ? issues : []);
    expect(answer).toMatchObject(
      row.answer === 415 ? { status: 415 } : { status: 400, body: { errors: listed } },
    );
  });
});

describe("a text response", () => {
  const operation = operationOf("word");

  it.each([
    ["ab", 200],
    ["1", 500],
  ])("is checked before it is sent: %s", async (body, status) => {
    const app = createRestServer({
      operations: [operation],
      handlers: { word: () => ({ status: 200, body }) },
    });
    onTestFinished(() => app.close());
    const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
    expect((await fetch(`${baseUrl}/word`)).status).toBe(status);
  });

  it.each([
    ["ab", {}, { status: 200, body: "ab" }],
    ["1", {}, { code: "invalid_response", answer: { body: "1", issues: [{ code: "pattern" }] } }],
    ["1", { response: "report" }, { body: "1", issues: [{ code: "pattern" }] }],
    ["1", { response: "off" }, { status: 200, body: "1" }],
  ] as const)("is checked when it arrives: %s, %o", async (body, validation, want) => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end(body),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer: unknown = await restTransport({ baseUrl })
      .call(operation, {}, { validation })
      .catch((error: unknown) => error);
    expect(answer).toMatchObject(want);
  });
});
