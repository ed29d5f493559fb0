import { clientEmitter } from "@specwright/emit";
import { feed, shop } from "@specwright/emit/testing";
import { expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

const client = async (text: string): Promise<string | undefined> =>
  (await emitText(clientEmitter(), text)).files.get("client.ts");

it("writes one method for each operation; the request is optional when it has nothing required", async () => {
  expect(await client(shop)).toContain(
    " * Creates the client over a transport, such as `restTransport` of `@specwright/rest/client`.",
  );
  expect(
    await client(shop),
  ).toContain(`export function createShopClient(transport: RestTransport<"session">): ShopClient {
  return {
    updateOrder: clientMethod(transport, descriptors.updateOrder),
    ping: clientMethod(transport, descriptors.ping),
  };
}`);
  expect(await client(shop)).toContain(
    "  readonly ping: OptionalClientMethod<types.PingRequest, types.PingResponse>;",
  );
  expect(await client(shop)).toContain("  readonly updateOrder: ClientMethod<");
});

it("writes one function for each operation, which takes the transport", async () => {
  expect(await client(shop)).toContain(`/** GET /ping */
export const ping: Call<ShopClient["ping"]> =
  (transport, request = {}, options) => transport.call(descriptors.ping, request, options);`);
});

it("writes the place of a page's items into the options of a list", async () => {
  const lists = `openapi: 3.1.0
info: { title: Lists, version: "1" }
paths:
  /all:
    get:
      operationId: listAll
      x-pagination: { items: "/data/it's", cursor: { parameter: after, next: /next } }
      parameters: [{ name: after, in: query, schema: { type: string } }]
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema:
                type: object
                properties:
                  data: { type: object, properties: { "it's": { type: array } } }
                  next: { type: string }
`;
  expect(await client(lists)).toContain(`  /**
   * GET /all
   *
   * \`listItems\` of \`@specwright/rest/client\` reads all pages.
   */
  readonly listAll: OptionalClientMethod<
    types.ListAllRequest,
    types.ListAllResponse,
    PageCallOptions<["data", "it's"]>
  >;`);
});

it.each([
  [
    "that is all a request requires",
    "[{ name: Idempotency-Key, in: header, required: true, schema: { type: string } }]",
    'order: OptionalClientMethod<KeyedRequest<types.OrderRequest, "Idempotency-Key">, types.OrderResponse>',
  ],
  [
    "beside others, as it is written",
    "[{ name: idempotency-key, in: header, required: true, schema: { type: string } }, { name: q, in: query, required: true, schema: { type: string } }]",
    'order: ClientMethod<KeyedRequest<types.OrderRequest, "idempotency-key">, types.OrderResponse>',
  ],
  [
    "that is optional as the type of the request",
    "[{ name: Idempotency-Key, in: header, schema: { type: string } }]",
    "order: OptionalClientMethod<types.OrderRequest, types.OrderResponse>",
  ],
  [
    "of that name in the query as any parameter",
    "[{ name: Idempotency-Key, in: query, required: true, schema: { type: string } }]",
    "order: ClientMethod<types.OrderRequest, types.OrderResponse>",
  ],
])("writes an idempotency key %s", async (_, parameters, want) => {
  const text = await client(`openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /orders:
    post:
      operationId: order
      parameters: ${parameters}
      responses: { "204": { description: Done. } }
`);
  const joined = text
    ?.replaceAll(/\s+/g, " ")
    .replaceAll("< ", "<")
    .replaceAll(", >", ">")
    .replaceAll(" >", ">");
  expect(joined).toContain(want);
});

it.each(["clientMethod", "serverUrl"])(
  "gives %s, which it imports, to no operation",
  async (id) => {
    const text = await client(`openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: "https://{region}.x.example", variables: { region: { default: eu } } }]
paths: { /a: { get: { operationId: ${id}, responses: { "204": { description: Done. } } } } }
`);
    expect(text).toMatch(new RegExp(`^  ${id},$`, "m"));
    expect(text).not.toContain(`function ${id}(`);
  },
);

it("writes one subscription for each channel that a transport carries", async () => {
  const text = await client(feed);
  expect(text).toContain(
    "room: (parameters, options) => transport.open(descriptors.room, parameters, options),",
  );
  expect(text).not.toContain("log");
});

it("writes nothing for a document without operations and channels", async () => {
  expect(
    await client('openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n'),
  ).toBeUndefined();
});
