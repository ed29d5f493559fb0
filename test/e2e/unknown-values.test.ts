// Values that a later version of the contract may send to today's clients: clients pass them on, and no
// connection ends.

import { parseJson, stringifyJson } from "@specwright/runtime";
import { type OpenSocket, streamTransport } from "@specwright/streams/client";
import { createStreamsClient, type StreamsClient } from "@specwright/streams-api/client";
import { channels } from "@specwright/streams-api/server";
import { describe, expect, test } from "vitest";
import { type ExampleFrame, examplesOf } from "./contract-examples.ts";

/** Returns the client of a server that sends these texts on every connection. */
function clientOf(texts: readonly string[]): StreamsClient {
  const openSocket: OpenSocket = (_url, _headers, handlers) => {
    queueMicrotask(() => {
      handlers.opened();
      for (const text of texts) handlers.received(new TextEncoder().encode(text));
      handlers.closed(1000, "");
    });
    return { send: async () => {}, close: () => {}, terminate: () => {} };
  };
  const credentials = { accessKey: "ak", secretKey: "0".repeat(64), brokerId: "b" };
  return createStreamsClient(streamTransport({ url: "ws://x/v1", ...credentials, openSocket }));
}

async function read(stream: AsyncIterable<object>): Promise<readonly object[]> {
  const frames: object[] = [];
  for await (const frame of stream) frames.push(frame);
  return frames;
}

function example(message: string, fits: (frame: ExampleFrame) => boolean = () => true): string {
  const found = examplesOf(message).find(fits);
  if (found === undefined) throw new Error(`no example of ${message}`);
  return stringifyJson(found);
}

/** Sets the number of a frame, and replaces the value of a member wherever it occurs. */
function changed(text: string, seq: number, name = "", value = ""): string {
  const { type, ...rest } = parseJson(text) as Record<string, unknown>;
  const frame = stringifyJson({ type, seq, ts_ns: 1763700000123456789n, ...rest });
  return name === ""
    ? frame
    : frame.replace(new RegExp(`"${name}":"[^"]*"`), `"${name}":"${value}"`);
}

describe("a member that an open enum does not list", () => {
  test.each([
    ["orders", "orderUpdate", "type", "ICEBERG"],
    ["orders", "orderUpdate", "tif", "GTD"],
    ["orders", "orderUpdate", "status", "HALTED"],
    ["orders", "orderUpdate", "status_reason", "SOLAR_FLARE"],
    ["orders", "orderReject", "command_type", "REPLACE"],
    ["accounting", "accountingPayout", "reason", "CORRECTION"],
    ["events", "eventUpdate", "new_status", "paused"],
    ["events", "eventUpdate", "series", "30min"],
    ["events", "eventUpdate", "category", "weather"],
  ] as const)("of %s: %s %s arrives unchanged", async (channel, message, name, value) => {
    const inPayload = (frame: ExampleFrame): boolean =>
      stringifyJson(frame["payload"]).includes(`"${name}":"`);
    const text = example(message, inPayload);
    // Only in the payload, because the frame has a type too.
    const payload = stringifyJson((parseJson(text) as ExampleFrame)["payload"]);
    const strange = payload.replace(new RegExp(`"${name}":"[^"]*"`), `"${name}":"${value}"`);
    expect(strange).not.toBe(payload);
    const client = clientOf([changed(text.replace(payload, strange), 1), changed(text, 2)]);
    const frames = await read(client[channel]());
    expect(frames).toMatchObject([{ seq: 1n, payload: { [name]: value } }, { seq: 2n }]);
    expect(frames[0]).not.toMatchObject({ type: "$unknown" });
  });
});

test("a kind of event that is not listed arrives undecoded, and counts", async () => {
  const text = example("eventUpdate");
  const strange = changed(text, 2, "event_type", "market.split");
  const client = clientOf([changed(text, 1), strange, strange, changed(text, 3)]);
  expect(await read(client.events({ query: { since: 1n } }))).toMatchObject([
    { seq: 1n },
    { type: "$unknown", received: { seq: 2, event_type: "market.split" } },
    { seq: 3n },
  ]);
});

test("a frame of a type that is not listed arrives undecoded, and counts if it is numbered", async () => {
  const text = example("orderUpdate");
  const split = '{"type":"order_split","seq":2,"ts_ns":1,"payload":{}}';
  const client = clientOf([changed(text, 1), split, '{"type":"notice"}', changed(text, 3)]);
  expect(await read(client.orders({ query: { since: 1n } }))).toMatchObject([
    { seq: 1n },
    { type: "$unknown", received: { type: "order_split" }, reason: "unknown type" },
    { type: "$unknown", received: { type: "notice" } },
    { seq: 3n },
  ]);
});

test("every data frame starts with the members that clients read first, as the encoders write them", () => {
  let checked = 0;
  for (const { serverMessages, sequence, subscription } of channels) {
    const counted = sequence?.counts ?? [...(subscription?.diffs ?? []), subscription?.snapshot];
    for (const { id, tag, codec } of serverMessages) {
      if (tag === undefined || !counted.includes(tag)) continue;
      for (const frame of examplesOf(id)) {
        const numbered =
          sequence === undefined ? { md_seq: 7n, ts_ns: 1n } : { seq: 7n, ts_ns: 1n };
        const text = codec.encode(parsed({ ...frame, ...numbered }));
        const head =
          sequence === undefined
            ? `{"type":"${tag}","market_id":"${frame["market_id"]}","md_seq":7,`
            : `{"type":"${tag}","seq":7,`;
        expect(text.slice(0, head.length)).toBe(head);
        checked += 1;
      }
    }
  }
  expect(checked).toBeGreaterThan(10);

  /** Returns the decoded form of an example. */
  function parsed(frame: object): unknown {
    const tag = Reflect.get(frame, "type");
    const codec = channels
      .flatMap(({ serverMessages }) => serverMessages)
      .find((message) => message.tag === tag)?.codec;
    return codec?.decode(stringifyJson(frame));
  }
});
