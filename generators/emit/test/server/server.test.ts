import { serverEmitter } from "@specwright/emit";
import { feed, shop } from "@specwright/emit/testing";
import { expect, it } from "vitest";
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

it("writes nothing for a document that has nothing to handle", async () => {
  expect(
    await server('openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n'),
  ).toBeUndefined();
});
