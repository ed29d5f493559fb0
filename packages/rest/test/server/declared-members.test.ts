import {
  eventStream,
  items,
  jsonLines,
  type OperationDescriptor,
  object,
  partList,
  partStream,
  type,
} from "@specwright/runtime/codegen";
import { ruleCodec } from "@specwright/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { exchangeRaw, listenOnFreePort } from "./raw-exchange.ts";
import { createTestServer } from "./test-server.ts";

const codec = ruleCodec(object({ id: type("string") }));
const partCodec = ruleCodec(object({ id: type("string") }, { avatar: type("string") }));
const eventCodec = ruleCodec(object({ data: type("string") }));

const getUser: OperationDescriptor = {
  id: "getUser",
  method: "GET",
  path: "/user",
  parameters: [],
  validators: {},
  responses: {
    200: {
      content: {
        "application/json": { kind: "json", codec },
        "application/jsonl": { kind: "sequential", format: jsonLines, codec },
        "multipart/form-data": {
          kind: "form",
          codec: ruleCodec(
            object({ user: object({ id: type("string") }) }, { avatar: type("string") }),
          ),
          fields: { user: { type: "json" }, avatar: { type: "file" } },
        },
        "application/x-www-form-urlencoded": { kind: "form", codec },
        "multipart/mixed": {
          kind: "parts",
          format: partStream,
          rest: { type: "json" },
          codec: partCodec,
        },
        "multipart/related": {
          kind: "parts",
          format: partList,
          prefix: [{ type: "json" }],
          rest: { type: "file" },
          codec: ruleCodec(items([object({ id: type("string") })])),
        },
        "text/event-stream": { kind: "sequential", format: eventStream, codec: eventCodec },
      },
    },
  },
  security: [],
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function answer(
  response: object,
  options: { readonly undeclared?: "keep" | "refuse"; readonly lines?: unknown[] } = {},
): Promise<{ readonly status: number; readonly body: string }> {
  const { lines = [], undeclared } = options;
  const write = (line: unknown): void => void lines.push(line);
  const app = createTestServer({
    operations: [getUser],
    handlers: { getUser: () => ({ status: 200, ...response }) },
    logger: { info: write, warn: write, error: write },
    ...(undeclared !== undefined && { undeclared }),
  });
  closers.push(() => app.close());
  const port = await listenOnFreePort(app);
  const { status, text: body } = await exchangeRaw(port, {
    method: "GET",
    target: "/user",
    headers: [],
  });
  return { status, body };
}

const user = { id: "1", password: "secret" };

describe("30.19 an answer contains only declared members", () => {
  it("leaves other members out by default", async () => {
    const { status, body } = await answer({ body: { ...user } });
    expect([status, JSON.parse(body)]).toEqual([200, { id: "1" }]);
  });

  it("leaves them out of items", async () => {
    const { body } = await answer({ contentType: "application/jsonl", body: [user, user] });
    expect(body).toContain('{"id":"1"}\n{"id":"1"}\n');
    expect(body).not.toContain("secret");
  });

  it("leaves them out of forms, and keeps files", async () => {
    const avatar = new Blob(["pixels"], { type: "image/png" });
    const form = { user, avatar, token: "secret" };
    const { status, body } = await answer({ contentType: "multipart/form-data", body: form });
    expect(status).toBe(200);
    expect(body).toContain('{"id":"1"}');
    expect(body).toContain("pixels");
    expect(body).not.toContain("secret");
    const contentType = "application/x-www-form-urlencoded";
    expect(await answer({ contentType, body: user })).toEqual({ status: 200, body: "id=1" });
  });

  it("leaves them out of parts, in a list and one after another", async () => {
    const contentType = "multipart/related";
    const list = await answer({ contentType, body: [user, new Blob(["pixels"])] });
    async function* arriving() {
      yield user;
    }
    const whole = await answer({ contentType: "multipart/mixed", body: [user] });
    const stream = await answer({ contentType: "multipart/mixed", body: arriving() });
    expect(list.body).toContain("pixels");
    for (const { status, body } of [list, whole, stream]) {
      expect([status, body]).toEqual([200, expect.stringContaining('{"id":"1"}')]);
      expect(body).not.toContain("secret");
    }
  });

  it("refuses forms with others on demand", async () => {
    const contentType = "application/x-www-form-urlencoded";
    const { status } = await answer({ contentType, body: user }, { undeclared: "refuse" });
    expect(status).toBe(500);
  });

  it("keeps the fields of events, which belong to the format", async () => {
    const body = [{ id: "7", data: "x", secret: "s" }];
    const { body: text } = await answer({ contentType: "text/event-stream", body });
    expect(text).toContain("id: 7\n");
    expect(text).toContain("data: x\n");
  });

  it("keeps them on demand", async () => {
    const { body } = await answer({ body: user }, { undeclared: "keep" });
    expect(JSON.parse(body)).toEqual(user);
  });

  it("refuses such an answer on demand, and logs why", async () => {
    const lines: unknown[] = [];
    const { status, body } = await answer({ body: user }, { undeclared: "refuse", lines });
    expect([status, body.includes("secret")]).toEqual([500, false]);
    const issue = expect.objectContaining({ pointer: "/password" });
    const err = expect.objectContaining({ issues: [issue] });
    expect(lines).toContainEqual(expect.objectContaining({ err }));
  });
});
