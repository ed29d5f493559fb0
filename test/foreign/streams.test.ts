// The streams of a document that has nothing to do with an exchange, over a real socket. Its generated
// server and client have all features, under its own names.

import { StreamError, type StreamEvent } from "@specwright/runtime";
import { type OpenSocket, openWebSocket, streamTransport } from "@specwright/streams/client";
import { createMemoryLog, type SequencedLog } from "@specwright/streams/log";
import {
  createKeyedBroadcast,
  createPublisher,
  createStreamServer,
  type KeyedBroadcast,
  type Publisher,
  type StreamServer,
} from "@specwright/streams/server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Frame, type Gauges, generateGauges } from "./generate-gauges.ts";
import { createLosingSockets } from "./losing-socket.ts";

const generated = await generateGauges();
const { gauges } = generated;
const { readings, levels } = gauges;
afterAll(() => generated.remove());

const BEAT_MS = 100;
let log: SequencedLog;
let publisher: Publisher;
let broadcast: KeyedBroadcast<Frame, "k" | "at">;
let server: StreamServer;
let url: string;
let events: StreamEvent[] = [];

beforeAll(async () => {
  log = createMemoryLog({ maxFrames: 8 });
  publisher = createPublisher({ log });
  broadcast = createKeyedBroadcast({
    channel: levels,
    knows: (id) => id === "g1",
    snapshot: (id) => ({ kind: "full", id, level: 5 }),
  });
  server = createStreamServer({
    channels: gauges.channels,
    log,
    subscriptions: { levels: broadcast },
    lookupKey: () => undefined,
    settings: { versions: [], heartbeatMs: BEAT_MS },
  });
  ({ url } = await server.listen());
});
afterAll(() => server.close());
afterEach(() => {
  events = [];
});

function open(openSocket: OpenSocket = openWebSocket): ReturnType<Gauges["createGaugesClient"]> {
  const onEvent = (event: StreamEvent): void => void events.push(event);
  return gauges.createGaugesClient(streamTransport({ url, onEvent, openSocket, random: () => 0 }));
}

/** Publishes a number of readings and returns their numbers. */
async function publish(count: number): Promise<readonly bigint[]> {
  const sent = Array.from({ length: count }, (_, at) =>
    publisher.publish(readings, {
      brokerId: "public",
      message: { kind: "reading", value: `${at}` },
    }),
  );
  return Promise.all(sent);
}

/** Reads frames until one matches, and closes. */
async function readUntil(
  stream: ReturnType<ReturnType<typeof open>["readings"]>,
  isLast: (frame: Frame) => boolean,
): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  for await (const frame of stream) {
    if (!("kind" in frame)) throw new Error(JSON.stringify(frame));
    frames.push(frame);
    if (isLast(frame)) break;
  }
  return frames;
}

describe("a document with its own names", () => {
  it("is generated without a diagnostic", () => {
    expect(generated.diagnostics).toEqual([]);
    expect(readings.envelope).toEqual({
      time: { field: "at", unit: "ms", as: "number" },
      error: {
        tag: "fault",
        code: ["what", "no"],
        text: ["what", "say"],
        details: ["what", "more"],
        codes: { unknown_key: "no_such_gauge", invalid_frame: "E_FORM" },
      },
    });
    const every = { path: ["every_ms"], unit: "ms", as: "number" };
    expect(readings.heartbeats).toEqual([{ from: "server", message: "pulse", every }]);
    // The message of this channel does not state the interval.
    expect(levels.heartbeats).toEqual([{ from: "server", message: "pulse" }]);
  });

  it("numbers and timestamps published frames, and resumes at a reader's position", async () => {
    const beforeMs = Date.now();
    expect(await publish(3)).toEqual([1n, 2n, 3n]);
    const first = await readUntil(open().readings({ query: { from: 1 } }), ({ n }) => n === 3);
    expect(first.map(({ kind, n, value }) => [kind, n, value])).toEqual([
      ["reading", 1, "0"],
      ["reading", 2, "1"],
      ["reading", 3, "2"],
    ]);
    for (const { at } of first) expect(Math.abs(Number(at) - beforeMs)).toBeLessThan(60_000);

    await publish(2);
    const second = await readUntil(
      open().readings({ query: { from: 4 } }),
      ({ kind }) => kind === "fin",
    );
    expect(second.map(({ kind, n, upto }) => [kind, n, upto])).toEqual([
      ["reading", 4, undefined],
      ["reading", 5, undefined],
      ["fin", 5, 5],
    ]);
  });

  it("sends heartbeats while it is quiet, with the number that its reader is complete up to", async () => {
    const [beat] = (await readUntil(open().readings(), ({ kind }) => kind === "beat")).slice(-1);
    expect(beat).toEqual({ kind: "beat", at: expect.any(Number), safe: 5, every_ms: BEAT_MS });
    const [tick] = await readUntil(open().levels(), ({ kind }) => kind === "beat");
    expect(tick).toEqual({ kind: "beat", at: expect.any(Number) });
  });

  it("detects a gap by its number, and requests the missing frames", async () => {
    const { openSocket, queries } = createLosingSockets([`"n":7,`]);
    const stream = open(openSocket).readings({ query: { from: 5 } });
    const reading = readUntil(stream, ({ n, kind }) => kind === "reading" && n === 8);
    await publish(3);
    const numbers = (await reading).filter(({ kind }) => kind === "reading").map(({ n }) => n);
    expect(numbers).toEqual([5, 6, 7, 8]);
    expect(events).toContainEqual({ type: "gap", channel: "readings", from: 7n });
    // The last frame is requested once more, to compare it.
    expect(queries).toEqual(["from=5", "from=6"]);
  });

  it("continues after the number in a heartbeat, though none of its frames arrived", async () => {
    const { openSocket } = createLosingSockets([`"n":9,`]);
    const stream = open(openSocket).readings({ query: { from: 8 } });
    const reading = readUntil(stream, ({ n, kind }) => kind === "reading" && n === 9);
    await publish(1);
    const numbers = (await reading).filter(({ kind }) => kind === "reading").map(({ n }) => n);
    expect(numbers).toEqual([8, 9]);
    expect(events).toContainEqual({ type: "gap", channel: "readings", from: 9n });
  });

  it("refuses a resume point that is no longer kept, with its own code and close", async () => {
    await publish(4);
    const socket = new WebSocket(`${url}/readings?from=1`);
    const texts: string[] = [];
    socket.addEventListener("message", ({ data }) => texts.push(String(data)));
    const { code, reason } = await new Promise<CloseEvent>((resolve) => {
      socket.addEventListener("close", resolve);
    });
    expect([code, reason]).toEqual([4100, "gone"]);
    expect(texts.map((text) => JSON.parse(text))).toEqual([
      { kind: "fault", at: expect.any(Number), what: { no: "gone", say: expect.any(String) } },
    ]);
    const failure = await readUntil(open().readings({ query: { from: 1 } }), () => false).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StreamError);
    expect(failure).toMatchObject({ code: "resume_too_old", closeCode: 4100 });
  });

  it("filters by its key, and reports errors with its own names", async () => {
    const stream = open().levels();
    await stream.send({ kind: "want", ids: ["g1", "g9"] });
    const frames: Frame[] = [];
    for await (const frame of stream) {
      if (!("kind" in frame)) throw new Error(JSON.stringify(frame));
      if (frame.kind === "beat") continue;
      frames.push(frame);
      if (frame.kind === "full") broadcast.broadcast({ kind: "part", id: "g1", add: 2 });
      if (frame.kind === "part") break;
    }
    const at = expect.any(Number);
    const say = expect.any(String);
    expect(frames).toEqual([
      {
        kind: "fault",
        at,
        what: { no: "no_such_gauge", say, more: { ids: ["g9"], closed: [] } },
      },
      { kind: "full", id: "g1", k: 0, at, level: 5 },
      { kind: "part", id: "g1", k: 1, at, add: 2 },
    ]);

    const socket = new WebSocket(`${url}/levels`);
    const answer = await new Promise<string>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        if (String(data).includes("fault")) resolve(String(data));
      });
      socket.addEventListener("open", () => socket.send(`{"kind":"gimme"}`));
    });
    socket.close();
    expect(JSON.parse(answer)).toMatchObject({ kind: "fault", what: { no: "E_FORM" } });
  });
});
