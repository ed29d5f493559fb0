import type { Channel, Message } from "@specwright/contract";
import { describe, expect, test } from "vitest";
import { build, contractOf, plain } from "./contract-of.ts";

const head = 'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\n';
const ids = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);
const traffic = (channels: readonly Channel[]): unknown =>
  channels.map(({ id, sends, receives }) => [id, ids(sends), ids(receives)]);

const rooms = `${head}
servers:
  b: { host: b.example, protocol: wss, security: [{ $ref: "#/components/securitySchemes/key" }] }
  a: { host: a.example, protocol: kafka }
channels:
  rooms:
    address: "rooms/{roomId}/{kind}"
    title: Rooms
    tags: [{ name: chat }]
    x-deprecated: true
    x-own: 1
    parameters:
      roomId: { description: Names the room., examples: [lobby] }
      kind: { enum: [a, b], default: a }
      gone: {}
    messages:
      post: { payload: { type: object } }
      join: { payload: { type: object } }
    bindings:
      ws:
        query: { type: object, properties: { since: { type: integer } } }
        headers: { $ref: "#/components/schemas/Signed" }
  dark: { address: null, servers: [{ $ref: "#/servers/a" }] }
components:
  schemas: { Signed: { type: object } }
  securitySchemes: { key: { type: apiKey } }
`;

describe("a channel object", () => {
  test("is read completely", async () => {
    const contract = await contractOf(rooms);
    const [dark, channel] = contract.channels;
    expect(channel).toMatchObject({
      kind: "channel",
      id: "rooms",
      address: "rooms/{roomId}/{kind}",
      title: "Rooms",
      tags: ["chat"],
      deprecated: true,
      parameters: [
        { name: "kind", enum: ["a", "b"], default: "a" },
        { name: "roomId", examples: ["lobby"] },
      ],
      protocols: ["kafka", "wss"],
      servers: ["a", "b"],
      heartbeats: [],
    });
    expect(channel?.security.map((each) => [...each])).toStrictEqual([[["key", []]]]);
    expect([...(channel?.extensions.keys() ?? [])]).toStrictEqual(["x-deprecated", "x-own"]);
    expect(ids(channel?.messages ?? [])).toStrictEqual(["join", "post"]);
    expect(dark).toMatchObject({
      address: null,
      protocols: ["kafka"],
      servers: ["a"],
      security: [],
    });
  });

  test("has a group of parameters for the address and each part of its WebSocket binding", async () => {
    const contract = await contractOf(rooms);
    const groups = contract.channels[1]?.parameterGroups ?? [];
    const found = groups.map(({ in: location, declaration }) => [location, declaration.name]);
    expect(found).toStrictEqual([
      ["path", "rooms path"],
      ["query", "rooms query"],
      ["header", "Signed"],
    ]);
    const [path] = groups;
    expect(path === undefined ? undefined : plain(path.declaration.schema)).toStrictEqual({
      types: ["object"],
      properties: {
        kind: { types: ["string"], enum: ["a", "b"], default: "a" },
        roomId: { types: ["string"], description: "Names the room.", examples: ["lobby"] },
      },
      required: ["kind", "roomId"],
      additionalProperties: false,
    });
  });

  test("takes a template without a parameter for a string", async () => {
    const contract = await contractOf(`${head}\nchannels: { a: { address: "a/{id}" } }`);
    expect(contract.channels[0]?.parameters.map(({ name }) => name)).toStrictEqual(["id"]);
  });
});

const exchange = `${head}
channels:
  ask: { address: /ask, messages: { question: { payload: {} }, ping: { payload: {} } } }
  answer: { address: /answer, messages: { yes: { payload: {} }, no: { payload: {} } } }
operations:
  onAsk:
    action: receive
    channel: { $ref: "#/channels/ask" }
    messages: [{ $ref: "#/channels/ask/messages/question" }]
    traits: [{ $ref: "#/components/operationTraits/T" }]
    description: Own
    reply:
      address: { location: "$message.header#/replyTo" }
      channel: { $ref: "#/channels/answer" }
  pings: { action: send, channel: { $ref: "#/channels/ask" } }
components:
  operationTraits: { T: { title: Trait, description: Trait, bindings: { kafka: { groupId: g } } } }
`;

describe("an operation object of AsyncAPI 3", () => {
  test("uses all messages of its channel unless it lists some, and so does its reply", async () => {
    const contract = await contractOf(exchange);
    const found = contract.channelOperations.map((operation) => [
      operation.id,
      operation.action,
      operation.channel.id,
      ids(operation.messages),
      operation.reply && [
        operation.reply.channel?.id,
        operation.reply.address,
        ids(operation.reply.messages),
      ],
    ]);
    expect(found).toStrictEqual([
      [
        "onAsk",
        "receive",
        "ask",
        ["question"],
        ["answer", "$message.header#/replyTo", ["no", "yes"]],
      ],
      ["pings", "send", "ask", ["ping", "question"], undefined],
    ]);
    expect(contract.channelOperations[0]?.channel).toBe(contract.channels[1]);
  });

  test("counts replies among the received messages of the other side", async () => {
    const contract = await contractOf(exchange);
    expect(traffic(contract.channels)).toStrictEqual([
      ["answer", ["no", "yes"], []],
      ["ask", ["ping", "question"], ["question"]],
    ]);
  });

  test("has swapped directions for a document by the consumer", async () => {
    const contract = await contractOf(exchange, { perspective: "consumer" });
    expect(contract.channelOperations.map(({ action }) => action)).toStrictEqual([
      "send",
      "receive",
    ]);
    expect(traffic(contract.channels)).toStrictEqual([
      ["answer", [], ["no", "yes"]],
      ["ask", ["question"], ["ping", "question"]],
    ]);
  });

  test("takes fields from its traits if it does not set them", async () => {
    const [onAsk] = (await contractOf(exchange)).channelOperations;
    expect(onAsk).toMatchObject({
      title: "Trait",
      description: "Own",
      bindings: { kafka: { groupId: "g" } },
    });
  });

  const wrong: readonly (readonly [given: string, code: string, pointer: string])[] = [
    ["{ action: send, channel: { address: /a } }", "OPERATION_CHANNEL", "/operations/o/channel"],
    [
      '{ action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/b/messages/m" }] }',
      "OPERATION_MESSAGE",
      "/operations/o/messages/0",
    ],
    ['{ action: both, channel: { $ref: "#/channels/a" } }', "FIELD_SHAPE", "/operations/o/action"],
  ];
  test.each(wrong)("given as %s is reported as %s", async (given, code, pointer) => {
    const { contract, diagnostics } = await build(`${head}
channels: { a: { address: /a }, b: { address: /b, messages: { m: {} } } }
operations: { o: ${given} }
`);
    expect(contract).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code, pointer, severity: "error", line: 5 }]);
  });
});
