// A reader that resumes on another history than the one it read reports that, and never joins the
// two.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Clock,
  type StreamEvent,
  type StreamPosition,
  systemClock,
} from "@specwright/runtime";
import type { ChannelStream } from "@specwright/runtime/codegen";
import { streamTransport } from "@specwright/streams/client";
import { fileCursor } from "@specwright/streams/client/file-cursor";
import { createMemoryLog } from "@specwright/streams/log";
import { afterEach, describe, expect, it } from "vitest";
import { type OrderUpdate, orders } from "../sample-channels/sequenced-channels.ts";
import { alice, type Client, clientOf, startExchange, stopExchanges, take } from "./exchange.ts";
import {
  backlogEnd,
  errorFrame,
  heartbeat,
  order,
  type Script,
  startScripted,
  startScriptedOf,
  stopScripted,
} from "./scripted-server.ts";

afterEach(async () => {
  await stopExchanges();
  await stopScripted();
});

const since = { query: { since: 1n } };
const one = "1".repeat(32);
const two = "2".repeat(32);

/** Plays frames, then ends the connection. */
const cut =
  (...frames: readonly object[]): Script =>
  ({ send, socket }) => {
    send(...frames);
    socket.close(1011);
  };
const stay =
  (...frames: readonly object[]): Script =>
  ({ send }) =>
    send(...frames);
const refuse =
  (details?: object): Script =>
  ({ send, socket }) => {
    send(errorFrame("resume_too_old", details));
    socket.close(4009, "resume_too_old");
  };

/** Records the input of a consumer, in order: data frames and events about the history. */
function record(stream: ChannelStream<OrderUpdate, never>): string[] {
  const seen: string[] = [];
  stream.on("resync", ({ reason, from }) => seen.push(`resync ${reason} ${from}`));
  stream.on("unverified", ({ cause, from }) => seen.push(`unverified ${cause} ${from}`));
  stream
    .run((frame) => {
      if (frame.type === "order_update") seen.push(frame.payload.order_id);
    })
    .catch((error: unknown) => seen.push(String(error)));
  return seen;
}

/** A clock that runs fifty times as fast, so that waits of a client are short. */
const fastClock: Clock = {
  ...systemClock,
  elapsed: () => systemClock.elapsed() * 50,
  setTimer: (delayMs, run) => systemClock.setTimer(delayMs / 50, run),
};

async function play(
  scripts: readonly Script[],
  count: number,
  headers: readonly object[] = [],
  clock: Clock = systemClock,
) {
  const named = headers.map((id) => ({ ...id }));
  const server = await startScriptedOf({ headers: named }, scripts);
  const client = clientOf(server.url, { clock });
  const stream = client.transport.open(orders, since);
  const seen = record(stream);
  await expect.poll(() => seen.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
  await stream.close();
  const targets = server.targets.map((target) => target.slice("/v1/orders".length));
  return { seen, targets, client };
}

describe("the identity of a log", () => {
  it("T1 goes with the resume point, as a frame or the answer stated it", async () => {
    for (const headers of [[], [{ "Log-Id": one }]]) {
      const stated = headers.length === 0 ? [heartbeat({ seq: 1 }, one)] : [];
      const scripts = [cut(order(1), ...stated), stay(order(1), order(2))];
      const { seen, targets } = await play(scripts, 2, headers);
      expect(seen).toEqual(["o1", "o2"]);
      expect(targets).toEqual(["?since=1", `?since=1&log_id=${one}`]);
    }
  });

  it("T1 that the server refuses is reported, and the reader continues at the live tail", async () => {
    const refused = refuse({ reason: "other_log", log_id: two });
    const scripts = [cut(order(1), heartbeat({}, one)), refused, stay(order(7, "n"))];
    const { seen, targets } = await play(scripts, 3);
    expect(seen).toEqual(["o1", "resync other_log 2", "n7"]);
    expect(targets).toEqual(["?since=1", `?since=1&log_id=${one}`, ""]);
  });

  it.each([
    ["in the answer", [{ "Log-Id": one }, { "Log-Id": two }], stay(order(1), order(2))],
    ["in a heartbeat", [], stay(heartbeat({ watermark_seq: 9 }, two), order(9, "n"))],
    ["in the end of a backlog", [], stay(order(1), backlogEnd(1, 1, two), order(2, "n"))],
  ])("T1 that is another %s is reported at once", async (_name, headers, other) => {
    const scripts = [cut(order(1), heartbeat({ seq: 1 }, one)), other, stay(order(8, "n"))];
    const { seen, targets } = await play(scripts, 3, headers);
    expect(seen).toEqual(["o1", "resync other_log 2", "n8"]);
    expect(targets[2]).toBe("");
  });

  it("T1 that becomes another while the connection lasts is reported", async () => {
    const changed = [order(1), heartbeat({ seq: 1 }, one), heartbeat({ seq: 1 }, two)];
    const { seen } = await play([stay(...changed), stay(order(3, "n"))], 3);
    expect(seen).toEqual(["o1", "resync other_log 2", "n3"]);
    const unknown = [cut(order(1)), stay(order(1), heartbeat({ seq: 1 }, one), order(2))];
    expect((await play(unknown, 2)).seen).toEqual(["o1", "o2"]);
  });

  it("T1 refuses an open connection without a resume point: it can only be another log", async () => {
    const server = await startScripted(
      ({ send, socket }) => {
        send(order(5));
        refuse({ reason: "other_log", log_id: two })({ send, socket } as Parameters<Script>[0]);
      },
      stay(order(9, "n")),
    );
    const stream = clientOf(server.url).transport.open(orders, {});
    const seen = record(stream);
    await expect.poll(() => seen).toEqual(["o5", "resync other_log 6", "n9"]);
    await stream.close();
  });
});

describe("the frame that was received last", () => {
  it("T2 is asked for again, compared, and not handed over twice", async () => {
    const { seen, targets } = await play(
      [cut(order(1), order(2)), stay(order(2), order(3), backlogEnd(3))],
      3,
    );
    expect(seen).toEqual(["o1", "o2", "o3"]);
    expect(targets).toEqual(["?since=1", "?since=2"]);
  });

  it("T2 may be spelt otherwise", async () => {
    const spelt = `{ "payload": {"order_id":"\\u006f2"}, "ts_ns":1700000000000000001,
      "type":"order_update", "seq":2 }`;
    const again: Script = ({ send }) => send(spelt, order(3));
    expect((await play([cut(order(1), order(2)), again], 3)).seen).toEqual(["o1", "o2", "o3"]);
  });

  it("T2 that differs means a different history: it is reported and not joined", async () => {
    const regrown = stay(order(2, "n"), order(3, "n"), order(4, "n"));
    const scripts = [cut(order(1), order(2)), regrown, stay(order(5, "n"), order(6, "n"))];
    const { seen, targets } = await play(scripts, 5);
    expect(seen).toEqual(["o1", "o2", "resync differs 3", "n5", "n6"]);
    expect(targets).toEqual(["?since=1", "?since=2", ""]);
  });

  const begin = cut(order(1), order(2));

  it.each([
    ["does not come", stay(order(3, "n"))],
    ["is not in the backlog", stay(backlogEnd(2, 4))],
    ["is below what the server has sent", stay(heartbeat({ watermark_seq: 4 }))],
  ])("T2 missing: it %s three times", async (_name, without) => {
    const lost = [begin, without, without, without, stay(order(7, "n"))];
    const { seen, targets, client } = await play(lost, 4);
    expect(seen).toEqual(["o1", "o2", "resync missing 3", "n7"]);
    expect(targets).toEqual(["?since=1", "?since=2", "?since=2", "?since=2", ""]);
    expect(client.events).toContainEqual(
      expect.objectContaining({ type: "disconnected", cause: "diverged", reason: "missing" }),
    );
    // A lost frame does not mean another history.
    const found = [begin, without, without, stay(order(2), order(3))];
    const again = await play(found, 3);
    expect(again.seen).toEqual(["o1", "o2", "o3"]);
  });

  it.each([
    ["is above the log", stay(heartbeat({ watermark_seq: 0 }))],
    ["is the one above the log", stay(heartbeat({ watermark_seq: 1 }))],
    ["is above the end of the backlog", stay(backlogEnd(1, 1))],
    ["is above what comes live", stay(order(1, "n"))],
    ["is not there, and nothing else is", stay(heartbeat())],
  ])("T2 behind: it %s for twenty seconds", async (_name, without) => {
    // Until the client gives up its position.
    const other: Script = (dialogue) => {
      const isResumed = dialogue.request.url?.includes("since") === true;
      (isResumed ? without : stay(order(7, "n")))(dialogue);
    };
    const { seen, targets, client } = await play([begin, other], 4, [], fastClock);
    expect(seen).toEqual(["o1", "o2", "resync behind 3", "n7"]);
    expect(targets.at(-1)).toBe("");
    expect(new Set(targets.slice(1, -1))).toEqual(new Set(["?since=2"]));
    const diverged = client.events.filter((event) => {
      return event.type === "disconnected" && event.cause === "diverged";
    });
    // At least 500 ms apart.
    expect(diverged.length).toBeLessThanOrEqual(41);
    // A gateway that lags does not mean another history.
    const lagging = Array.from({ length: 6 }, () => without);
    const found = [begin, ...lagging, stay(order(2), order(3))];
    const again = await play(found, 3, [], fastClock);
    expect(again.seen).toEqual(["o1", "o2", "o3"]);
    const waits = again.client.events.flatMap((event) =>
      event.type === "disconnected" && event.cause === "diverged" ? [event.retryMs] : [],
    );
    expect(waits).toHaveLength(6);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(500);
  });

  it("T2 is followed, with a filter, by no frame that a watermark ruled out", async () => {
    const market = { query: { since: 1n, market: ["M"] } };
    const server = await startScripted(
      cut(order(3), heartbeat({ watermark_seq: 9 })),
      stay(order(3), order(7, "n")),
      stay(order(12, "n")),
    );
    const stream = clientOf(server.url).transport.open(orders, market);
    const seen = record(stream);
    await expect.poll(() => seen).toEqual(["o3", "resync differs 10", "n12"]);
    await stream.close();
  });

  it("T2 is not looked for across a large part of a log", async () => {
    const server = await startScripted(
      cut(order(3), heartbeat({ watermark_seq: 20_000 })),
      stay(order(20_004)),
    );
    const stream = clientOf(server.url).transport.open(orders, {
      query: { since: 1n, market: ["M"] },
    });
    const seen = record(stream);
    await expect.poll(() => seen).toEqual(["o3", "unverified distant 20001", "o20004"]);
    await stream.close();
  });

  it("T2 that is no longer kept falls back to the next one, with a report", async () => {
    const scripts = [cut(order(1), order(2)), refuse(), stay(order(3))];
    const { seen, targets } = await play(scripts, 4);
    expect(seen).toEqual(["o1", "o2", "unverified expired 3", "o3"]);
    expect(targets).toEqual(["?since=1", "?since=2", "?since=3"]);
    const older = [cut(order(1), order(2)), refuse(), refuse()];
    expect((await play(older, 3)).seen[2]).toMatch(/resume_too_old/);
  });

  it("T2 of a quiet log has expired, and a reader that comes back loses nothing", async () => {
    const log = createMemoryLog({ maxFrames: 1 });
    const exchange = await startExchange({ log });
    await exchange.publish("a");
    const client = clientOf(exchange.url());
    const stream = client.transport.open(orders, since);
    const seen = record(stream);
    await expect.poll(() => seen).toEqual(["a"]);
    await exchange.stop();
    await exchange.publish("b");
    await exchange.start();
    await expect.poll(() => seen).toEqual(["a", "unverified expired 2", "b"]);
    await stream.close();
  });
});

describe("a resync", () => {
  it("T2 is reported when all that came before was dealt with", async () => {
    const server = await startScripted(
      cut(order(1), order(2), order(3)),
      stay(order(3, "n")),
      stay(order(8, "n"), order(9, "n")),
    );
    const { transport, until } = clientOf(server.url);
    const stream = transport.open(orders, since);
    const seen: string[] = [];
    stream.on("resync", ({ reason }) => seen.push(reason));
    await expect.poll(() => server.targets.length).toBe(3);
    await until({ type: "state", state: "live" });
    expect(seen).toEqual([]);
    for (const frame of await take(stream, 5)) {
      if (frame.type === "order_update") seen.push(frame.payload.order_id);
    }
    // The last message was processed before the event, because the consumer asked for the next one.
    expect(seen).toEqual(["differs", "o1", "o2", "o3", "n8", "n9"]);
    await stream.close();
  });

  it("T2 is a warning without a listener", async () => {
    const warnings: string[] = [];
    const note = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
    process.on("warning", note);
    try {
      const server = await startScripted(cut(order(1)), stay(order(1, "n")), stay(order(8, "n")));
      const options = { url: server.url, ...alice, random: () => 0 };
      const stream = streamTransport(options).open(orders, since);
      const seen = record(stream);
      await expect.poll(() => seen).toEqual(["o1", "resync differs 2", "n8"]);
      await expect.poll(() => warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(/^StreamWarning: orders: the server cannot resume/);
      await stream.close();
    } finally {
      process.off("warning", note);
    }
  });

  it("T2 whose listener closes the stream is the last one", async () => {
    const server = await startScripted(
      cut(order(1)),
      stay(order(1, "n")),
      stay(order(8, "n"), order(9, "n")),
    );
    const stream = clientOf(server.url).transport.open(orders, since);
    stream.on("resync", () => void stream.close());
    const seen: string[] = [];
    await stream.run((frame) => {
      if (frame.type === "order_update") seen.push(frame.payload.order_id);
    });
    expect(seen).toEqual(["o1"]);
  });

  it("T2 follows a resume point that the server has not reached", async () => {
    const exchange = await startExchange({ settings: { announcePosition: true } });
    await exchange.publishMany(3);
    const client = clientOf(exchange.url(), { clock: fastClock });
    const stream = client.transport.open(orders, { query: { since: 10n } });
    const seen = record(stream);
    await expect.poll(() => seen, { timeout: 20_000 }).toEqual(["resync behind 10"]);
    await client.until({ type: "state", state: "live" });
    await exchange.publish("new");
    await expect.poll(() => seen).toEqual(["resync behind 10", "new"]);
    await stream.close();
  });
});

describe("the state", () => {
  it("T2 becomes live within a round trip when nothing was missed", async () => {
    const exchange = await startExchange({ settings: { heartbeatMs: 3_600_000 } });
    await exchange.publishMany(2);
    const client = clientOf(exchange.url());
    const stream = client.transport.open(orders, since);
    const seen = record(stream);
    await expect.poll(() => seen).toHaveLength(2);
    await client.until({ type: "state", state: "live" });
    client.events.length = 0;
    await exchange.stop();
    await exchange.start();
    await client.until({ type: "state", state: "live" });
    expect(states(client)).toEqual(["draining", "connecting", "replaying", "live"]);
    await stream.close();
  });

  it("T2 is not live before the frame that was received last has come again", async () => {
    const server = await startScripted(cut(order(1), order(2)), stay());
    const client = clientOf(server.url);
    const stream = client.transport.open(orders, since);
    const seen = record(stream);
    await expect.poll(() => states(client)).toContain("connecting");
    await expect.poll(() => server.targets.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen).toEqual(["o1", "o2"]);
    expect(stream.state).toBe("replaying");
    await stream.close();
  });
});

function states({ events }: Client): readonly string[] {
  return events.flatMap((event: StreamEvent) => (event.type === "state" ? [event.state] : []));
}

describe("a cursor", () => {
  /** Creates a cursor in memory; with `marked` false, it stores no marks, as older cursors did. */
  function memory(marked = true) {
    let position: StreamPosition | undefined;
    return {
      position: () => position,
      load: async () => position,
      save: async (seq: bigint, mark: () => string) => {
        position = marked ? { seq, mark: mark() } : { seq };
      },
    };
  }

  /** Reads two frames from one server, and then, with the same cursor, from another server. */
  async function comeBack(
    resume: ReturnType<typeof memory>,
    query: object,
    scripts: readonly Script[],
    count: number,
  ) {
    const first = await startScripted(stay(heartbeat({}, one), order(1), order(2), order(3)));
    const before = clientOf(first.url).transport.open(orders, since, { resume });
    await take(before, 4);
    await before.close();
    expect(resume.position()?.seq).toBe(2n);
    const second = await startScripted(...scripts);
    const stream = clientOf(second.url).transport.open(orders, { query }, { resume });
    const seen = record(stream);
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(count);
    await stream.close();
    return { seen, target: second.targets[0]?.slice("/v1/orders".length) };
  }

  it("T1 keeps the identity of the log and the digest of the last frame, in 80 characters", async () => {
    const resume = memory();
    const { seen, target } = await comeBack(resume, {}, [stay(order(2), order(3))], 1);
    expect(seen).toEqual(["o3"]);
    expect(target).toBe(`?since=2&log_id=${one}`);
    expect(resume.position()?.mark).toMatch(/^[0-9a-f]{8}\.3\.[0-9a-f]{16}\.1{32}$/);
  });

  it("T2 finds an older log that has grown past it", async () => {
    const regrown = [stay(order(2, "n"), order(3, "n")), stay(order(9, "n"))];
    const { seen } = await comeBack(memory(), {}, regrown, 2);
    expect(seen).toEqual(["resync differs 3", "n9"]);
  });

  it.each([
    ["with other filters", memory(), { market: ["M"] }],
    ["of before marks", memory(false), {}],
  ])("T2 %s continues behind its number, and that is reported", async (_name, resume, query) => {
    const { seen, target } = await comeBack(resume, query, [stay(order(3))], 2);
    expect(seen).toEqual(["unverified unmarked 3", "o3"]);
    expect(target).toMatch(/^\?since=3/);
  });

  it("T2 in a file of before marks still loads", async () => {
    const folder = await mkdtemp(join(tmpdir(), "specwright-history-"));
    try {
      const path = join(folder, "cursor");
      await writeFile(path, "7\n");
      const server = await startScripted(stay(order(8), order(9)));
      const resume = fileCursor(path, { intervalMs: 0 });
      const stream = clientOf(server.url).transport.open(orders, since, { resume });
      expect(await take(stream, 2)).toMatchObject([{ seq: 8n }, { seq: 9n }]);
      await stream.close();
      expect(server.targets).toEqual(["/v1/orders?since=8"]);
      expect(await fileCursor(path).load()).toMatchObject({ seq: 8n, mark: /^\w{8}\.8\./ });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
