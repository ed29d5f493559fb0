import { compareContracts } from "@specwright/diff";
import { expect, it } from "vitest";
import { contractOf } from "../contract-of.ts";

const document = (payload: object, headers: object): object => ({
  asyncapi: "3.0.0",
  info: { title: "Events", version: "1.0.0" },
  channels: { orders: { address: "orders", messages: { m: { payload, headers } } } },
  operations: { o: { action: "receive", channel: { $ref: "#/channels/orders" } } },
});
const one = { type: "object", properties: { a: { type: "string", enum: ["x"] } } };
const two = { type: "object", properties: { a: { type: "string", enum: ["x", "z"] } } };
const none = { type: "object" };

it.each([
  ["its payload", one, two, none, none, "`a` of the message `m`"],
  ["its headers", none, none, one, two, "`a` in the headers of the message `m`"],
])(
  "a message that changed in %s is reported as one",
  async (_, payload, later, headers, after, name) => {
    const changes = compareContracts(
      await contractOf(document(payload, headers)),
      await contractOf(document(later, after)),
    );
    expect(changes.map(({ message }) => message)).toContain(
      `\`"z"\` was added to the values of ${name}.`,
    );
  },
);
