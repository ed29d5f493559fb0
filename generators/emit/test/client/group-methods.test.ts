import { clientEmitter } from "@specwright/emit";
import { expect, it } from "vitest";
import type { ClientOptions } from "../../src/client/emit.ts";
import { emitText } from "../emit-text.ts";

const done = '{ responses: { "204": { description: Done. } } }';
const shop = (operations: string): string =>
  `openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths:\n${operations}`;
const operation = (path: string, id: string, tags = ""): string =>
  `  ${path}: { get: { operationId: ${id}, tags: [${tags}], ${done.slice(2)} }\n`;

const orders = shop(
  operation("/orders", "listOrders", "Orders, others") +
    operation("/orders/first", "getOrder", "Orders") +
    operation("/ping", "ping"),
);
const byTag: ClientOptions = { groupBy: "tag" };
const short: ClientOptions = { ...byTag, memberNames: ({ id }) => id.replace(/Orders?$/, "") };

it("groups methods by the first tag, and keeps the functions", async () => {
  const { files, codes } = await emitText(clientEmitter(byTag), orders);
  const text = files.get("client.ts");
  expect(codes).toEqual([]);
  expect(text).toContain(`  return {
    ping: clientMethod(transport, descriptors.ping),
    orders: {
      listOrders: clientMethod(transport, descriptors.listOrders),
      getOrder: clientMethod(transport, descriptors.getOrder),
    },
  };`);
  expect(text).toContain("  readonly orders: {\n");
  expect(text).toContain('export const getOrder: Call<ShopClient["orders"]["getOrder"]> =');
});

it("names the methods of a group by a rule", async () => {
  const text = (await emitText(clientEmitter(short), orders)).files.get("client.ts");
  expect(text).toContain("list: clientMethod(transport, descriptors.listOrders),");
  expect(text).toContain('export const getOrder: Call<ShopClient["orders"]["get"]> =');
});

it.each([
  [
    "two tags",
    operation("/a", "a", "order-items") + operation("/b", "b", "Order Items"),
    byTag,
    'The tag "Order Items" and the tag "order-items" have the same name, `orderItems`.',
  ],
  [
    "a tag and an operation",
    operation("/a", "orders") + operation("/b", "b", "orders"),
    byTag,
    'The tag "orders" and an operation have the same name, `orders`.',
  ],
  [
    "two methods",
    operation("/a", "getOrder", "orders") + operation("/b", "getOrders", "orders"),
    short,
    '"getOrders" and "getOrder" have the same name, `orders.get`.',
  ],
])("reports %s of one name", async (_, operations, options, message) => {
  const { diagnostics } = await emitText(clientEmitter(options), shop(operations));
  expect(diagnostics.map((each) => [each.code, each.severity, each.message])).toEqual([
    ["CLIENT_NAME_TAKEN", "error", message],
  ]);
});
