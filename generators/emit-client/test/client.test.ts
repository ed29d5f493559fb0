import { clientEmitter } from "@specwright/emit-client";
import { emitText, feed, shop } from "@specwright/emit-kit/testing";
import { expect, it } from "vitest";

const client = async (text: string): Promise<string | undefined> =>
  (await emitText(clientEmitter(), text)).files.get("client.ts");

it("writes one method for each operation; the request is optional when it has nothing required", async () => {
  expect(await client(shop)).toContain(
    " * Creates the client over a transport, such as `restTransport` of `@specwright/rest-client`.",
  );
  expect(
    await client(shop),
  ).toContain(`export function createShopClient(transport: RestTransport): ShopClient {
  return {
    updateOrder: (request, options) => transport.call(descriptors.updateOrder, request, options),
    ping: (request = {}, options) => transport.call(descriptors.ping, request, options),
  };
}`);
  expect(await client(shop)).toContain(
    "  ping(request?: types.PingRequest, options?: CallOptions): Promise<types.PingResponse>;",
  );
});

it("writes one function for each operation, which takes the transport", async () => {
  expect(await client(shop)).toContain(`export function ping(
  transport: RestTransport,
  request: types.PingRequest = {},
  options?: CallOptions,
): Promise<types.PingResponse> {
  return transport.call(descriptors.ping, request, options);
}`);
});

it("writes one subscription for each channel that a transport carries", async () => {
  const text = await client(feed);
  expect(text).toContain(
    "room: (parameters, options) => transport.open(descriptors.room, parameters, options),",
  );
  expect(text).not.toContain("log");
});

it("writes nothing for a document that has nothing to call", async () => {
  expect(
    await client('openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n'),
  ).toBeUndefined();
});
