import { describe, expect, it } from "vitest";
import { changesOf } from "./check-pairs.ts";
import { editDocument, renamed } from "./edit-document.ts";
import { eventDocument } from "./event-document.ts";

const reference = (pointer: string) => ({ $ref: `#/${pointer}` });

const { components } = eventDocument;
const { measured, on, off, raw } = components.messages;
const { schemaFormat, payload: schema, ...rawMessage } = raw;

/** The document of AsyncAPI 2.6 written in 3.0, with the same keys. */
const revised = {
  asyncapi: "3.0.0",
  info: eventDocument.info,
  servers: {
    main: { host: "broker.example", protocol: "kafka" },
    spare: { host: "spare.example", protocol: "kafka" },
  },
  channels: {
    "lights/{lamp}/measured": {
      address: "lights/{lamp}/measured",
      description: "The values that lamps measure.",
      parameters: { lamp: { description: "The lamp.", location: "$message.payload#/lamp" } },
      bindings: eventDocument.channels["lights/{lamp}/measured"].bindings,
      messages: { measured: reference("components/messages/measured") },
    },
    "lights/{lamp}/turn": {
      address: "lights/{lamp}/turn",
      parameters: { lamp: {} },
      messages: {
        on: reference("components/messages/on"),
        off: reference("components/messages/off"),
      },
    },
    "lights/raw": {
      address: "lights/raw",
      messages: { raw: reference("components/messages/raw") },
    },
  },
  operations: {
    takeMeasured: {
      action: "receive",
      channel: reference("channels/lights~1{lamp}~1measured"),
      summary: "Takes what lamps measure.",
      tags: [{ name: "lamps" }],
      bindings: { kafka: { groupId: { type: "string", enum: ["lights"] } } },
    },
    sendTurn: { action: "send", channel: reference("channels/lights~1{lamp}~1turn") },
    sendRaw: { action: "send", channel: reference("channels/lights~1raw") },
  },
  components: {
    ...components,
    messages: { measured, on, off, raw: { ...rawMessage, payload: { schemaFormat, schema } } },
  },
};

const turn = "/channels/lights~1{lamp}~1turn";

describe("AsyncAPI 2.6 against 3.0", () => {
  const cases = [
    { title: "the same", edit: {}, want: [] },
    {
      title: "keys instead of addresses",
      edit: {
        "/operations/sendRaw/channel": reference("channels/raw"),
        "/channels/lights~1raw": renamed("raw"),
      },
      want: ["breaking code channel-key-renamed"],
    },
    {
      title: "one message less",
      edit: { [`${turn}/messages/off`]: undefined },
      want: ["breaking code message-removed response"],
      consumer: ["breaking wire message-removed request"],
    },
    {
      title: "a tighter schema",
      edit: { "/components/messages/on/payload/properties/percent/maximum": 90 },
      want: ["non-breaking wire maximum-decreased response"],
      consumer: ["breaking wire maximum-decreased request"],
    },
    {
      title: "values of a parameter",
      edit: { [`${turn}/parameters/lamp/enum`]: ["a"] },
      want: ["breaking wire enum-set request"],
      consumer: ["breaking wire enum-set request"],
    },
    {
      title: "another action",
      edit: { "/operations/sendRaw/action": "receive" },
      want: ["breaking wire channel-operation-action-changed both"],
    },
    {
      title: "a reply",
      edit: {
        "/operations/takeMeasured/reply": {
          channel: reference("channels/lights~1raw"),
          messages: [reference("channels/lights~1raw/messages/raw")],
        },
      },
      want: ["potentially-breaking wire reply-added response"],
      consumer: ["breaking wire reply-added request"],
    },
  ];

  it.each(cases)("$title", async ({ edit, want, consumer }) => {
    const revision = editDocument(revised, edit);
    expect(await changesOf(eventDocument, revision)).toEqual(want);
    if (consumer !== undefined) {
      expect(await changesOf(eventDocument, revision, "consumer")).toEqual(consumer);
    }
  });

  it("is the same in the other direction", async () => {
    expect(await changesOf(revised, eventDocument)).toEqual([]);
  });
});
