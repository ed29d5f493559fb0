// Channels without topics: a server that keeps the contract passes, and one that breaks a rule fails
// the clause of that rule and no other.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadChannels } from "@specwright/cli/api";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { createMemoryLog } from "@specwright/streams/log";
import { createFeedServer, createPublisher, createStreamServer } from "@specwright/streams/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runProgram } from "../../src/command/program.ts";
import { type ChannelOptions, listClauses, runConformance } from "../../src/index.ts";
import { type Breach, contract, startServer } from "./breaking-server.ts";

let folder: string;
let wire: ChannelDescriptor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-conformance-"));
  await writeFile(join(folder, "wire.yaml"), contract);
  const [channel] = await loadChannels(join(folder, "wire.yaml"));
  wire = channel?.descriptor as ChannelDescriptor;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(args: readonly string[]) {
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(text);
  const code = await runProgram(args, { env: {}, out: say, err: say });
  return { code, text: lines.join("\n") };
}

/** Runs the kit on the server, and returns the outcomes by clause. */
async function judge(breach: Breach, options: Partial<ChannelOptions> = {}) {
  const server = await startServer(breach);
  try {
    const { results } = await runConformance({
      channel: wire,
      url: server.url,
      parameters: { room: "red" },
      send: [{ type: "ask", item: "tulips" }],
      seconds: 2.5,
      timeoutMs: 1_500,
      ...options,
    });
    const failed = results.filter(({ outcome }) => outcome === "fail");
    return {
      ...server,
      results,
      failed: failed.map(({ id }) => id),
      seen: failed.map(({ seen }) => seen).join("\n"),
    };
  } finally {
    await server.stop();
  }
}

describe("the document of docs/streams.md", () => {
  test.each([
    ["orders", ["--send", '{"type":"place","market":"tulips","price":"0.09","quantity":3}']],
    ["tape", []],
    ["market", ["--topic", "book market=tulips"]],
  ])("a server of ours passes %s", async (channel, flags) => {
    const page = await readFile(new URL("../../../../docs/streams.md", import.meta.url), "utf8");
    const document = join(folder, `${channel}.yaml`);
    await writeFile(document, /```yaml\n(asyncapi.*?)```/s.exec(page)?.[1] ?? "");
    const channels = (await loadChannels(document)).map(
      (one) => one.descriptor as ChannelDescriptor,
    );
    const of = (id: string): ChannelDescriptor => channels.find((one) => one.id === id) as never;
    const log = createMemoryLog({ maxFrames: 20 });
    const publisher = createPublisher({ log });
    const feed = createFeedServer(of("market"), { topics: {} });
    const book = feed.book("book", { market: "tulips" });
    book.load({ bids: [["0.07", "3"]], asks: [["0.09", "2.5"]] });
    const server = createStreamServer({
      channels,
      log,
      feeds: { market: feed },
      handlers: {
        async orders(stream: { [Symbol.asyncIterator](): AsyncIterator<unknown> }) {
          for await (const message of stream) console.warn("unexpected:", message);
        },
      } as never,
      requestHandlers: { place: () => ({ type: "placed", order: 1n }) } as never,
    });
    const { url } = await server.listen();
    let count = 0;
    const timer = setInterval(() => {
      count += 1;
      book.set({ bids: [["0.08", String(count % 3)]] });
      void publisher.publish(
        of("tape") as never,
        {
          message: { type: "trade", market: "tulips", price: "0.09" },
        } as never,
      );
    }, 50);
    try {
      const { code, text } = await run([
        ...["--contract", document, "--channel", channel, "--seconds", "1.5", "--timeout", "5"],
        ...[...flags, url],
      ]);
      expect(text).toMatch(/ [1-9]\d* passed, 0 failed, /);
      expect(text).not.toMatch(/request.*not run|x-sequence.*not run|x-book.*not run/);
      expect(code).toBe(0);
    } finally {
      clearInterval(timer);
      await server.close();
    }
  });
});

describe.concurrent("a channel", () => {
  test("passes if its server follows the contract", async () => {
    const { failed, seen, results, received } = await judge({});
    expect(failed, seen).toEqual([]);
    const left = results.filter(({ outcome }) => outcome === "not run").map(({ id }) => id);
    expect(left).toEqual([
      "message.cancelled",
      "request.cancel.reply",
      "request.cancel.correlation",
    ]);
    expect(received.filter((type) => type === "ask")).toHaveLength(1);
  });

  test("gets no unexpected request", async () => {
    const { received, results } = await judge({}, { send: [] });
    expect(received.filter((type) => type !== "ping")).toEqual([]);
    const { outcome, seen } = results.find(({ id }) => id === "request.ask.reply") ?? {};
    expect({ outcome, seen }).toEqual({ outcome: "not run", seen: "no such request was passed" });
  });

  test("has clauses with places and sentences", () => {
    const clauses = listClauses(wire);
    expect(new Set(clauses.map(({ id }) => id)).size).toBe(clauses.length);
    for (const { source, sentence } of clauses) {
      expect(source).toMatch(/^\/channels\/wire\/(messages|x-)/);
      expect(sentence).toMatch(/^.{20,}\.$/);
      expect(sentence).not.toContain("undefined");
    }
  });

  const not =
    (type: string): NonNullable<Breach["sends"]> =>
    (frame) =>
      frame.type === type ? [] : [frame];
  /** Changes the frames of a type on connections of a kind. */
  const changes =
    (type: string, of: string, change: object): NonNullable<Breach["sends"]> =>
    (frame, beginning) => [
      frame.type === type && beginning === of ? { ...frame, ...change } : frame,
    ];
  /** Does something to the fourth trade of a connection, which is there in the replay. */
  const once = (
    of: string,
    becomes: (frame: object) => readonly object[],
  ): NonNullable<Breach["sends"]> => {
    let trades = 0;
    return (frame, beginning) => {
      if (frame.type !== "trade" || beginning !== of) return [frame];
      trades += 1;
      return trades === 4 ? becomes(frame) : [frame];
    };
  };

  test.each<[string, string, Breach]>([
    [
      "sends a frame that is not a message",
      "messages",
      { sends: once("live", (frame) => [frame, { type: "news" }]) },
    ],
    [
      "sends a list instead of an object",
      "messages",
      { sends: once("live", (frame) => [frame, []]) },
    ],
    [
      "sends a price that is a number",
      "message.trade",
      { sends: (frame) => [frame.type === "trade" ? { ...frame, price: 1 } : frame] },
    ],
    ["misses a trade", "x-sequence.1.step", { sends: once("live", () => []) }],
    [
      "sends a trade twice",
      "x-sequence.1.step",
      { sends: once("live", (frame) => [frame, frame]) },
    ],
    [
      "leaves a number out",
      "x-sequence.1.at",
      { sends: once("live", (frame) => [{ ...frame, seq: undefined }]) },
    ],
    [
      "repeats another number",
      "x-sequence.1.repeats",
      { sends: changes("beat", "live", { seq: 0 }) },
    ],
    [
      "ends a replay with another number",
      "x-sequence.1.repeats",
      { sends: changes("end", "replay", { seq: 0 }) },
    ],
    ["misses a trade of a replay", "x-sequence.resume.replay", { sends: once("replay", () => []) }],
    [
      "repeats another trade",
      "x-sequence.resume.replay",
      { sends: once("replay", (frame) => [{ ...frame, price: "9" }]) },
    ],
    [
      "repeats a trade twice",
      "x-sequence.resume.replay",
      { sends: once("replay", (frame) => [frame, frame]) },
    ],
    ["does not end a replay", "x-sequence.resume.endOfBacklog", { sends: not("end") }],
    [
      "ends a replay at once",
      "x-sequence.resume.endOfBacklog",
      {
        sends: (frame, of, at) =>
          frame.type === "end"
            ? []
            : of === "replay" && at === 1
              ? [{ type: "end", seq: frame.seq, log: "first" }, frame]
              : [frame],
      },
    ],
    [
      "ends a replay twice",
      "x-sequence.resume.endOfBacklog",
      { sends: (frame) => (frame.type === "end" ? [frame, frame] : [frame]) },
    ],
    [
      "names another last number",
      "x-sequence.resume.lastNumber",
      { sends: changes("end", "replay", { last: 1 }) },
    ],
    [
      "has a watermark that is not reached",
      "x-sequence.resume.watermark",
      {
        sends: (frame) =>
          frame.type === "beat" ? [{ ...frame, mark: Number(frame.seq) + 1 }] : [frame],
      },
    ],
    [
      "has a watermark that was passed",
      "x-sequence.resume.watermark",
      { sends: changes("beat", "live", { mark: 1 }) },
    ],
    [
      "names another log",
      "x-sequence.resume.identity",
      { sends: changes("beat", "live", { log: "second" }) },
    ],
    [
      "does not name the log of a replay",
      "x-sequence.resume.identity",
      { sends: changes("end", "replay", { log: undefined }) },
    ],
    [
      "sends frames before it refuses what is too old",
      "x-sequence.resume.tooOld",
      {
        sends: (frame, of) =>
          frame.type === "error" && of === "too old"
            ? [{ type: "trade", seq: 1, price: "0.1" }, frame]
            : [frame],
      },
    ],
    [
      "refuses what is too old with another close",
      "x-sequence.resume.tooOld",
      { refusesWith: 1001 },
    ],
    [
      "refuses what is too old with another error",
      "x-sequence.resume.tooOld",
      { sends: changes("error", "too old", { code: "old" }) },
    ],
    [
      "is live after what is too old",
      "x-sequence.resume.tooOld",
      { sends: not("error"), refusesWith: 0 },
    ],
    ["falls silent", "x-heartbeat.1", { fallsSilent: true }],
    ["does not answer pings", "x-heartbeat.2", { sends: not("pong") }],
    ["cuts connections", "x-endings.close", { closesWith: 0 }],
    ["closes with an unknown code", "x-endings.declared", { closesWith: 4321 }],
    ["does not answer", "request.ask.reply", { sends: not("answer") }],
    [
      "answers with another message",
      "request.ask.reply",
      { sends: changes("answer", "live", { type: "cancelled" }) },
    ],
    [
      "answers with another id",
      "request.ask.correlation",
      { sends: changes("answer", "live", { id: 77 }) },
    ],
  ])("whose server %s fails %s", async (_, clause, breach) => {
    const { failed, seen } = await judge(breach);
    expect(failed, seen).toEqual([clause]);
  });

  test.each([
    [[], "/wire/red"],
    [["--parameter", "room=blue"], "/wire/blue"],
  ])("has its parameters from the command %j or the examples", async (flags, path) => {
    const server = await startServer();
    const args = [
      "--contract",
      join(folder, "wire.yaml"),
      "--seconds",
      "0.2",
      ...flags,
      server.url,
    ];
    const { text } = await run([...args, "--timeout", "1", "--only", "messages"]);
    await server.stop();
    expect(text).toContain("1 passed, 0 failed, 0 not run");
    expect(new Set(server.paths)).toEqual(new Set([path]));
  });
});

describe("a command line that does not fit the channel", () => {
  test.each([
    [["--send", "{"], /--send \{: expected JSON/],
    [["--send", '{"type":"buy"}'], /not a message of the client\. Messages: ask, cancel/],
    [["--send", '{"type":"ask"}'], /--send \{"type":"ask"\}: .*item/],
    [["--parameter", "hall=a"], /Unknown parameter "hall"\. Parameters: room, log, since\./],
    [["--parameter", "room="], /missing parameters of the channel: pass --parameter room=…/],
    [["--market", "a"], /--market is allowed only without --contract/],
  ])("%j", async (flags, want) => {
    const args = ["--contract", join(folder, "wire.yaml"), ...flags, "ws://127.0.0.1:9"];
    const { code, text } = await run(args);
    expect(text).toMatch(want);
    expect(code).toBe(2);
  });
});
