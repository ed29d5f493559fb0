import { sampleMessage } from "@specwright/schemas";
import { expect, it } from "vitest";
import { readContract } from "./read-contract.ts";

const text = { type: "string" };
const named = (type: string, required: readonly string[] = []) => ({
  type: "object",
  required,
  properties: { type: { const: type, deprecated: true }, text },
});

/** Two messages of a channel, and the sample of the first. */
const messages: readonly (readonly [why: string, payloads: readonly object[], want: unknown])[] = [
  [
    "a member that marks it, though it may be absent",
    [named("said"), named("left")],
    { text: "string", type: "said" },
  ],
  [
    "a member that is required",
    [named("said", ["type"]), named("left", ["type"])],
    { type: "said", text: "string" },
  ],
  [
    "a mark within a member",
    [
      { type: "object", properties: { head: { ...named("said"), deprecated: true } } },
      { type: "object", properties: { head: { ...named("left"), deprecated: true } } },
    ],
    { head: { type: "said" } },
  ],
  ["no mark if messages have no mark", [{ type: "object" }, { type: "string" }], {}],
];

it.each(messages)("a sample of a message has %s", async (_why, payloads, want) => {
  const document = {
    asyncapi: "3.0.0",
    info: { title: "Chat", version: "1" },
    channels: {
      room: {
        address: "/room",
        messages: Object.fromEntries(payloads.map((payload, at) => [`m${at}`, { payload }])),
      },
    },
    operations: { say: { action: "send", channel: { $ref: "#/channels/room" } } },
  };
  const contract = await readContract({ file: "chat.json", text: JSON.stringify(document) });
  const [{ sends = [] } = {}] = contract.channels;
  const [first] = sends;
  expect(first && sampleMessage(first, sends, contract)).toEqual({ kind: "made", value: want });
});
