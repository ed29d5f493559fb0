import { descriptorsEmitter } from "@specwright/emit";
import { describe, expect, it } from "vitest";
import { emitText } from "../emit-text.ts";

interface Given {
  /** The message's fields apart from its payload. */
  readonly message?: string;
  readonly payload?: string;
  readonly root?: string;
  readonly protocol?: string;
  readonly channel?: string;
}

const object = "{ type: object, properties: { a: { type: string } } }";

async function reportsOf(given: Given): Promise<readonly string[]> {
  const { message = "", payload = object, root = "", protocol = "wss", channel = "" } = given;
  const { diagnostics } = await emitText(
    descriptorsEmitter(),
    `asyncapi: 3.0.0
info: { title: T, version: "1" }
${root}
servers: { main: { host: a.example, protocol: ${protocol} } }
channels:
  speech:
    address: /speech
    messages: { audio: { ${message}payload: ${payload} } }
${channel}
operations: { hear: { action: receive, channel: { $ref: "#/channels/speech" } } }
`,
  );
  return diagnostics
    .filter(({ code }) => code === "MESSAGE_NOT_JSON")
    .map(({ severity, pointer, message: text }) => `${severity} ${pointer} ${text}`);
}

const place = "/channels/speech/messages/audio";
const audio = `Message "audio" of channel "speech"`;
const topics = `    x-envelope: { version: 1, match: [{ message: audio, where: {} }] }
    x-subscription: { version: 1, topics: { all: { subscribe: { op: sub }, messages: [audio], where: {} } } }`;

describe("33.4 a message that is bytes", () => {
  const types = [
    "application/octet-stream",
    "application/protobuf",
    "application/x-protobuf",
    "application/vnd.google.protobuf",
    "application/msgpack",
    "application/x-msgpack",
    "application/cbor",
    "audio/wav",
    "application/vnd.apache.avro",
  ];

  it.each(types)("may be any on an ordinary channel: %s", async (type) => {
    const message = `contentType: ${type}, `;
    expect(await reportsOf({ message, payload: "{}" })).toEqual([]);
    expect(await reportsOf({ message, payload: "{ type: string, format: binary }" })).toEqual([]);
    expect(await reportsOf({ message })).toEqual([
      `info ${place} ${audio} has the content type ${type}: its frames are bytes, and the schema of its payload is not used.`,
    ]);
  });

  it.each(types)("is an error on a channel with topics: %s", async (type) => {
    const given = { message: `contentType: ${type}, `, payload: "{}", channel: topics };
    expect(await reportsOf(given)).toEqual([
      `error ${place} ${audio} has the content type ${type}, but a channel with topics supports only JSON frames.`,
    ]);
  });
});

describe("33.3 a message that is not JSON", () => {
  it.each(["application/xml", "application/soap+xml; charset=utf-8", "application/jsonl"])(
    "is an error over WebSocket: %s",
    async (type) => {
      expect(await reportsOf({ message: `contentType: ${type}, ` })).toEqual([
        `error ${place} ${audio} has the content type ${type}, but its frames would be JSON text.`,
      ]);
    },
  );

  it("is an error by the document's content type, and for a text that is not a string", async () => {
    const xml = `error ${place} ${audio} has the content type application/xml, but`;
    expect(await reportsOf({ root: "defaultContentType: application/xml" })).toEqual([
      expect.stringContaining(xml),
    ]);
    expect(await reportsOf({ message: "contentType: text/xml, " })).toHaveLength(1);
  });

  it("is an error on a channel with topics, which has no texts", async () => {
    const given = { message: "contentType: text/plain, ", payload: "{ type: string }" };
    expect(await reportsOf(given)).toEqual([]);
    expect(await reportsOf({ ...given, channel: topics })).toEqual([
      `error ${place} ${audio} has the content type text/plain, but a channel with topics supports only JSON frames.`,
    ]);
  });

  it("is allowed if its payload is described in another format", async () => {
    const avro = "application/vnd.apache.avro;version=1.9.0";
    const payload = `{ schemaFormat: "${avro}", schema: { type: record, name: A, fields: [] } }`;
    expect(await reportsOf({ payload })).toEqual([
      `warning ${place} ${audio} has the schema format ${avro}, which is not supported; its frames are JSON of unknown shape.`,
    ]);
    const message = "contentType: application/vnd.apache.avro, ";
    expect(await reportsOf({ payload, message })).toEqual([expect.stringContaining("info ")]);
  });

  it.each<[what: string, given: Given]>([
    ["JSON by default", {}],
    ["JSON", { message: "contentType: application/json; charset=utf-8, " }],
    ["a JSON suffix", { message: "contentType: application/cloudevents+json, " }],
    ["a text", { message: "contentType: text/csv, ", payload: "{ type: string }" }],
    ["a number as text", { message: "contentType: text/plain, ", payload: "{ type: integer }" }],
    ["another protocol", { message: "contentType: application/cbor, ", protocol: "kafka" }],
    [
      "a schema of another dialect",
      {
        payload: `{ schemaFormat: "application/schema+json;version=draft-07", schema: ${object} }`,
      },
    ],
  ])("is not reported of %s", async (_what, given) => {
    expect(await reportsOf(given)).toEqual([]);
  });
});
