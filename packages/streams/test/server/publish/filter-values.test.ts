// Every filter that selects a frame receives it, by its own values or by values of earlier frames.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { createMemoryLog, LogError, type SequencedLog } from "@specwright/streams/log";
import {
  createPublisher,
  type Publisher,
  type PublisherOptions,
  type ReferenceStore,
  type StoredReference,
} from "@specwright/streams/server";
import { beforeEach, describe, expect, it } from "vitest";
import { freeChannel } from "../../sample-channels/sequenced-channels.ts";

const fills = freeChannel("fills", {
  trade: [{ at: ["trade"] }, { sameAs: ["order"] }],
  venue: [{ through: "trade", of: "venues", by: "trades" }],
});
const venues = freeChannel("venues", {
  venue: [{ at: ["venue"] }],
  trades: [{ at: ["trades"] }, { through: "venue", of: "venues", by: "venue" }],
});

let log: SequencedLog;
let publisher: Publisher;

function start(options: Partial<PublisherOptions> = {}): void {
  publisher = createPublisher({ log, channels: [fills, venues], ...options });
}

function publish(
  channel: ChannelDescriptor,
  members: object,
  keys?: Readonly<Record<string, readonly string[]>>,
): Promise<bigint> {
  const message = { type: "data", ...members };
  return publisher.publish(channel, { brokerId: "b", message, ...(keys && { keys }) });
}

async function lastKeys(channel: ChannelDescriptor): Promise<unknown> {
  const records = await log.read({ brokerId: "b", channelId: channel.id }, 1n, 100);
  return records.at(-1)?.keys;
}

beforeEach(() => {
  log = createMemoryLog();
  start();
});

describe("the values of filters", () => {
  it("T3 come from the frame, else from earlier frames, in the same turn", async () => {
    await Promise.all([
      publish(venues, { venue: "V", trades: ["T1", "T2"] }),
      publish(fills, { trade: "T2", order: "O" }),
      publish(fills, { order: "O" }),
    ]);
    expect(await lastKeys(fills)).toEqual({ trade: ["T2"], venue: ["V"] });
    await publish(venues, { venue: "V" });
    expect(await lastKeys(venues)).toEqual({ venue: ["V"], trades: ["T1", "T2"] });
  });

  it("T3 are refused when nothing gives them, with the filter and the fix", async () => {
    const unknown = publish(fills, { trade: "T", order: "O" });
    await expect(unknown).rejects.toMatchObject({
      name: "PublishRefusal",
      code: "no_filter_value",
      message: expect.stringContaining(
        'fills has no value for venue: no frame of venues had trades "T"; pass keys {"venue":["..."]}, with [] for a filter that has no value',
      ),
    });
    await expect(publish(fills, { order: "O" })).rejects.toMatchObject({
      message: expect.stringContaining('no earlier frame has "O" at /order'),
    });
    await expect(publish(fills, {})).rejects.toMatchObject({
      code: "no_filter_value",
      message: expect.stringMatching(
        /no value for trade: .*; no value for venue: .*; pass keys {"trade":\["..."\],"venue":\["..."\]}/,
      ),
    });
    expect(await publish(fills, { trade: "T" }, { venue: [] })).toBe(1n);
    expect(await lastKeys(fills)).toEqual({ trade: ["T"], venue: [] });
  });

  it("T3 are the caller's where it gives them, and only those of the channel's filters", async () => {
    await publish(venues, { venue: "V", trades: ["T"] });
    await publish(fills, { trade: "T" }, { trade: ["X", "Y"], venue: ["W"] });
    expect(await lastKeys(fills)).toEqual({ trade: ["X", "Y"], venue: ["W"] });
    await expect(publish(fills, { trade: "T" }, { trde: ["X"] })).rejects.toMatchObject({
      code: "unknown_filter",
      message: expect.stringContaining("fills has no filter trde; it has trade, venue"),
    });
  });

  it("T3 come from frames of the same broker only", async () => {
    const message = (members: object) => ({ type: "data", ...members });
    const other = (channel: ChannelDescriptor, members: object) =>
      publisher.publish(channel, { brokerId: "c", message: message(members) });
    await other(venues, { venue: "W", trades: ["T", "U"] });
    await other(fills, { trade: "U", order: "P" });
    await publish(venues, { venue: "V", trades: ["T"] });
    await publish(fills, { trade: "T", order: "O" });
    await other(fills, { trade: "T", order: "O" });
    await publish(fills, { order: "O" });
    expect(await lastKeys(fills)).toEqual({ trade: ["T"], venue: ["V"] });
    const theirs = { code: "no_filter_value" };
    await expect(publish(fills, { order: "P" })).rejects.toMatchObject(theirs);
    await expect(publish(fills, { trade: "U" })).rejects.toMatchObject(theirs);
  });

  it("T3 are known to a publisher that starts again, from the log", async () => {
    await publish(venues, { venue: "V", trades: [] });
    await publish(venues, { venue: "V", trades: ["T"] });
    await publish(fills, { trade: "T", order: "O" });
    start();
    await publish(fills, { order: "O" });
    expect(await lastKeys(fills)).toEqual({ trade: ["T"], venue: ["V"] });
  });

  it("T3 are known beyond the retention of the log, from the store", async () => {
    const kept = new Map<string, StoredReference>();
    const references: ReferenceStore = {
      load: () => [...kept.values()],
      save: (all) => {
        for (const each of all) kept.set(`${each.table} ${each.key}`, each);
      },
      forget: (table, key) => void kept.delete(`${table} ${key}`),
    };
    start({ references, maxReferences: 2 });
    for (const number of [1, 2, 3]) {
      await publish(venues, { venue: `V${number}`, trades: [`T${number}`] });
    }
    log = createMemoryLog();
    start({ references, maxReferences: 2 });
    await publish(fills, { trade: "T2" });
    expect(await lastKeys(fills)).toEqual({ trade: ["T2"], venue: ["V2"] });
    // Beyond the limit, the oldest references are forgotten.
    await expect(publish(fills, { trade: "T1" })).rejects.toMatchObject({
      code: "no_filter_value",
    });
  });

  it("T3 that cannot be read from the log hold up the stream, as the log does", async () => {
    await publish(venues, { venue: "V", trades: ["T"] });
    const real = log;
    let isAway = true;
    log = {
      ...real,
      async bounds(key) {
        if (isAway && key.channelId === venues.id) throw new LogError("log_unavailable", "away");
        return real.bounds(key);
      },
    };
    start();
    const message = { type: "data", trade: "T" };
    const send = (id: string) => publisher.publish(fills, { brokerId: "b", message, id });
    await expect(send("1")).rejects.toMatchObject({ code: "log_unavailable" });
    isAway = false;
    await expect(send("2")).rejects.toMatchObject({ code: "behind_refused", behind: "1" });
    expect(await Promise.all([send("1"), send("2")])).toEqual([1n, 2n]);
  });

  it("hold up nothing that does not need them while the log is read", async () => {
    await publish(venues, { venue: "V", trades: ["T"] });
    const real = log;
    const read = Promise.withResolvers<void>();
    log = {
      ...real,
      async read(key, from, limit) {
        if (key.channelId === venues.id) await read.promise;
        return real.read(key, from, limit);
      },
    };
    start();
    const done: string[] = [];
    function send(id: string, members: object, keys?: Record<string, string[]>): Promise<unknown> {
      const message = { type: "data", order: `order ${id}`, ...members };
      const sent = publisher.publish(fills, { brokerId: "b", message, id, ...(keys && { keys }) });
      return sent.then((seq) => done.push(`${id} ${seq}`));
    }
    await send("a", {}, { trade: ["U"], venue: ["W"] });
    const waiting = [
      send("b", { trade: "T" }),
      send("c", {}, { trade: ["U"], venue: ["W"] }),
      // The values of the first frame are learned after the current read.
      send("d", { order: "order a" }, { venue: ["W"] }),
    ];
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(done).toEqual(["a 1"]);
    read.resolve();
    await Promise.all(waiting);
    expect(done).toEqual(["a 1", "b 2", "c 3", "d 4"]);
    const records = await real.read({ brokerId: "b", channelId: fills.id }, 2n, 9);
    expect(records.map(({ keys }) => keys)).toEqual([
      { trade: ["T"], venue: ["V"] },
      { trade: ["U"], venue: ["W"] },
      { trade: ["U"], venue: ["W"] },
    ]);
  });

  it("end where filters are found through each other in a circle", async () => {
    const circle = freeChannel("circle", {
      a: [{ through: "b", of: "circle", by: "b" }],
      b: [{ through: "a", of: "circle", by: "a" }],
    });
    start({ channels: [circle] });
    await expect(publish(circle, {})).rejects.toMatchObject({ code: "no_filter_value" });
  });
});

it("T4 refuses a frame that names another owner than its stream's", async () => {
  const owned = freeChannel("owned", {}, ["owner"]);
  expect(await publish(owned, { owner: "b" })).toBe(1n);
  expect(await publish(owned, {})).toBe(2n);
  await expect(publish(owned, { owner: "c" })).rejects.toMatchObject({
    code: "wrong_owner",
    message: expect.stringContaining('a frame of owned has the owner "c" at /owner for "b"'),
  });
});
