import { serverEmitter } from "@specwright/emit";
import { feed, shop } from "@specwright/emit/testing";
import { describe, expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

const server = async (text: string): Promise<string | undefined> =>
  (await emitText(serverEmitter(), text)).files.get("server.ts");

it("writes a handler for each operation, and passes the tables on", async () => {
  const text = await server(shop);
  expect(text).toContain('export { updateOrder, ping } from "./descriptors.ts";');
  expect(text).toContain("/* @__PURE__ */ Object.values<OperationDescriptor>(descriptors);");
  expect(text).toContain("export interface ShopHandlers<Context = undefined> {");
  expect(text).toContain(
    `  ping(
    request: types.PingRequest,
    context: Context,
  ): types.PingResponse | Promise<types.PingResponse>;`,
  );
});

it("writes a handler for each channel that a transport carries", async () => {
  const text = await server(feed);
  expect(text).toContain('export { room } from "./descriptors.ts";');
  expect(text).toContain("/* @__PURE__ */ Object.values<ChannelDescriptor>(descriptors);");
  expect(text).toContain("stream: ServerStream<types.RoomServerMessage, types.RoomClientMessage>,");
  expect(text).not.toContain("log");
});

it("writes nothing for a document without operations and channels", async () => {
  expect(
    await server('openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n'),
  ).toBeUndefined();
});

describe("32.2 the description of an operation", () => {
  const text = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    get:
      operationId: a
      summary: Read A.
      description: The newest come first.
      responses: { "204": { description: Done. } }
  /b:
    get: { operationId: b, description: Reads B., responses: { "204": { description: Done. } } }
`;
  const besideClient = { ...serverEmitter(), requires: ["types", "descriptors", "client"] };

  it("is at the handler if there is no client", async () => {
    const whole = await server(text);
    expect(whole).toContain("   * Read A.\n   *\n   * The newest come first.\n   *\n   * GET /a\n");
    expect(whole).toContain("   * Reads B.\n   *\n   * GET /b\n");
  });

  it("is at the client's method only, unless there is no summary", async () => {
    const short = (await emitText(besideClient, text)).files.get("server.ts");
    expect(short).toContain("   * Read A.\n   *\n   * GET /a\n");
    expect(short).not.toContain("newest");
    expect(short).toContain("   * Reads B.\n   *\n   * GET /b\n");
  });
});
