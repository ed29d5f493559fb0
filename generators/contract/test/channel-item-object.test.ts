import { describe, expect, test } from "vitest";
import { contractOf, plain } from "./contract-of.ts";

const chat = `
asyncapi: 2.6.0
info: { title: T, version: "1" }
servers:
  ws: { url: "wss://a.example", protocol: wss }
  mqtt: { url: "mqtt://a.example", protocol: mqtt, security: [{ key: [] }] }
defaultContentType: application/json
channels:
  "rooms/{id}":
    servers: [ws]
    parameters: { id: { schema: { type: integer }, description: Room } }
    bindings: { ws: { query: { type: object } } }
    subscribe:
      operationId: onMessage
      traits: [{ $ref: "#/components/operationTraits/Noted" }]
      message:
        oneOf:
          - $ref: "#/components/messages/said"
          - { messageId: left, payload: { properties: { type: { const: left } } } }
    publish:
      message: { name: say, payload: { type: object } }
components:
  operationTraits: { Noted: { summary: Noted } }
  securitySchemes: { key: { type: apiKey } }
  messages:
    said: { payload: { properties: { type: { const: said } } } }
    unused: { payload: { type: string } }
`;

describe("a channel item object of AsyncAPI 2", () => {
  test("sends the messages that others subscribe to, and receives the ones they publish", async () => {
    const contract = await contractOf(chat);
    const [channel] = contract.channels;
    expect(channel).toMatchObject({
      id: "rooms/{id}",
      address: "rooms/{id}",
      protocols: ["wss"],
      sends: [{ id: "said" }, { id: "left" }].sort((a, b) => (a.id < b.id ? -1 : 1)),
      receives: [{ id: "say" }],
    });
    const operations = contract.channelOperations.map(({ id, action, summary }) => [
      id,
      action,
      summary,
    ]);
    expect(operations).toStrictEqual([
      ["onMessage", "send", "Noted"],
      ["publish rooms/{id}", "receive", undefined],
    ]);
  });

  test("has swapped directions for a document by the consumer", async () => {
    const contract = await contractOf(chat, { perspective: "consumer" });
    expect(contract.channels[0]?.sends.map(({ id }) => id)).toStrictEqual(["say"]);
  });

  test("collects its parameters with their schemas", async () => {
    const contract = await contractOf(chat);
    const [path, query] = contract.channels[0]?.parameterGroups ?? [];
    expect(path === undefined ? undefined : plain(path.declaration.schema)).toMatchObject({
      properties: { id: { types: ["integer"], description: "Room" } },
      required: ["id"],
    });
    expect(query?.declaration.name).toBe("rooms/{id} query");
  });

  test("adds its messages to those of the components", async () => {
    const contract = await contractOf(chat);
    const found = contract.messages.map(({ id, payload }) => [id, payload?.name]);
    expect(found).toStrictEqual([
      ["left", "left"],
      ["said", "said"],
      ["say", "say"],
      ["unused", "unused"],
    ]);
  });
});
