import { expect, it } from "vitest";
import { feed, shop } from "./documents.ts";
import { emitted } from "./emitted.ts";

const client = async (text: string): Promise<string | undefined> =>
  (await emitted("client", text)).files.get("client.ts");

it("writes one method for each operation; the request is optional when it has nothing required", async () => {
  expect(await client(shop)).toContain(
    `/** Creates the client over a transport, such as \`restTransport\` of \`specwright/rest-client\`. */`.replace(
      "`specwright",
      "`@specwright",
    ),
  );
  expect(
    await client(shop),
  ).toContain(`export function createShopClient(transport: RestTransport): ShopClient {
  return {
    updateOrder: (request, options) => transport.call(updateOrder, request, options),
    ping: (request = {}, options) => transport.call(ping, request, options),
  };
}`);
  expect(await client(shop)).toContain(
    "  ping(request?: PingRequest, options?: CallOptions): Promise<PingResponse>;",
  );
});

it("writes one subscription for each channel that a transport carries", async () => {
  const text = await client(feed);
  expect(text).toContain(
    "room: (parameters, options) => transport.open(room, parameters, options),",
  );
  expect(text).not.toContain("log");
});

it("writes nothing for a document that has nothing to call", async () => {
  expect(
    await client('openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n'),
  ).toBeUndefined();
});
