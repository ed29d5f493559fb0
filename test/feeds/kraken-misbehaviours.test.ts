import { describe, expect, it } from "vitest";
import { ReferenceBook, requestToken, sendSubscribe, startVenue } from "./kraken-client.ts";

/** Subscribes a book of depth 10, with a misbehaviour after 5 steps. */
async function suffer(misbehaviour: string, steps = 60, symbol = "ETH/USD") {
  const { client, venue, clock, open } = await startVenue(3);
  sendSubscribe(client, { channel: "book", symbol: [symbol] });
  for (let step = 0; step < 5; step += 1) venue.step();
  const before = client.frames.length;
  venue.misbehave(misbehaviour);
  for (let step = 0; step < steps; step += 1) venue.step();
  const books = client.frames.slice(2).map(({ text }) => text);
  client.read();
  return { client, venue, clock, open, books, after: client.frames.slice(before) };
}

/** Returns how many checksums differ from the checksum of the updated book. */
function mismatches(texts: readonly string[]): number {
  const book = new ReferenceBook(10);
  let found = 0;
  for (const text of texts) {
    // A faulty message may delete a missing level.
    try {
      book.apply(text);
    } catch {
      found += 1;
    }
    if (!text.includes(`"checksum":${book.checksum()}`)) found += 1;
  }
  return found;
}

const RIGHT = "no-pong";

describe("misbehaviours of Kraken", () => {
  it("each have a rule, and no others are known", async () => {
    const { venue } = await startVenue();
    for (const [kind, rule] of Object.entries(venue.misbehaviours)) {
      expect(kind).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(rule).toMatch(/^[A-Z].{20,}\.$/);
    }
    expect(() => venue.misbehave("sulk")).toThrow("there is no misbehaviour sulk");
  });

  it("drops, repeats and swaps messages of a book, once", async () => {
    const right = (await suffer(RIGHT)).books;
    const { books: dropped } = await suffer("drop");
    const missing = right.filter((text) => !dropped.includes(text));
    expect(missing).toHaveLength(1);
    expect(dropped).toEqual(right.filter((text) => text !== missing[0]));
    const { books: doubled } = await suffer("double");
    expect(doubled.filter((text, at) => text === doubled[at - 1])).toHaveLength(1);
    expect([...new Set(doubled)]).toEqual(right);
    const { books: exchanged } = await suffer("reorder");
    expect(exchanged).not.toEqual(right);
    expect(exchanged.toSorted()).toEqual(right.toSorted());
    expect(mismatches(right)).toBe(0);
    expect(mismatches(exchanged)).toBeGreaterThan(0);
  });

  it("repeats a message of executions, with the same number", async () => {
    const { client, venue } = await startVenue();
    sendSubscribe(client, { channel: "executions", token: requestToken(venue).result?.token });
    venue.misbehave("double");
    for (let step = 0; step < 100; step += 1) venue.step();
    const numbers = client.frames.flatMap(({ text }) => /"sequence":(\d+)/.exec(text)?.[1] ?? []);
    expect(numbers.slice(0, 4)).toEqual(["1", "2", "2", "3"]);
  });

  it("corrupts one quantity, so that the checksum is wrong until that level changes", async () => {
    const { books } = await suffer("corrupt");
    const right = (await suffer(RIGHT)).books;
    expect(books.filter((text, at) => text !== right[at])).toHaveLength(1);
    expect(mismatches(books)).toBeGreaterThan(0);
  });

  it("stalls without a heartbeat, and stays open", async () => {
    const { client, clock } = await suffer("stall");
    await clock.advance(60_000);
    expect(client.read()).toEqual([]);
    expect(client.closes).toEqual([]);
  });

  it.each([
    { kind: "cut", want: 1006 },
    { kind: "age", want: 1001 },
  ])("ends the connection by $kind with $want", async ({ kind, want }) => {
    const { client, clock } = await suffer(kind);
    expect(client.closes).toEqual([[want, ""]]);
    await clock.advance(10_000);
    expect(client.read()).toEqual([]);
  });

  it("is in maintenance for a while, and sends no books meanwhile", async () => {
    const { client, venue, clock, after, books } = await suffer("maintenance");
    const status = (system: string) => ({ channel: "status", data: [{ system }] });
    expect(after.map(({ text }) => JSON.parse(text))).toMatchObject([status("maintenance")]);
    await clock.advance(10_000);
    expect(client.read().at(-1)).toMatchObject(status("online"));
    const at = client.frames.length;
    for (let step = 0; step < 20; step += 1) venue.step();
    const resumed = client.frames.slice(at).map(({ text }) => text);
    expect(resumed.length).toBeGreaterThan(5);
    expect(mismatches([...books.slice(0, -1), ...resumed])).toBe(0);
  });

  const two = { channel: "book", symbol: ["BTC/USD", "PEPE/USD"] };
  it.each([
    { kind: RIGHT, want: [8, 8] },
    { kind: "no-acknowledgement", want: [] },
    { kind: "one-acknowledgement", want: [8] },
    { kind: "wrong-acknowledgement-id", want: [9, 9] },
  ])("$kind acknowledges with the numbers $want", async ({ kind, want }) => {
    const { client } = await suffer(kind);
    const at = client.frames.length;
    sendSubscribe(client, two, 8);
    const texts = client.frames.slice(at).map(({ text }) => text);
    expect(texts.flatMap((text) => /"req_id":(\d+)/.exec(text)?.[1] ?? []).map(Number)).toEqual(
      want,
    );
    expect(texts.filter((text) => text.includes('"snapshot"'))).not.toEqual([]);
  });

  it("sends no snapshot, so that no client can have the book", async () => {
    const { client, venue } = await suffer("no-snapshot");
    sendSubscribe(client, two);
    expect(client.read()).toMatchObject([{ success: true }, { success: true }]);
    const at = client.frames.length;
    for (let step = 0; step < 20; step += 1) venue.step();
    const updates = client.frames.slice(at).filter(({ text }) => text.includes("BTC/USD"));
    expect(updates.length).toBeGreaterThan(0);
    expect(updates.every(({ truths }) => truths.length === 0)).toBe(true);
  });

  it.each([
    { kind: "no-heartbeat", want: 0 },
    { kind: RIGHT, want: 10 },
  ])("$kind sends $want heartbeats in ten seconds", async ({ kind, want }) => {
    const { client, clock } = await suffer(kind);
    await clock.advance(10_000);
    expect(client.read()).toHaveLength(want);
  });

  it("does not answer pings", async () => {
    const { client } = await suffer("no-pong");
    client.send({ method: "ping", req_id: 1 });
    expect(client.read()).toEqual([]);
  });

  it("continues after the end of a subscription", async () => {
    const { client, venue } = await suffer("data-after-unsubscribe");
    client.send({ method: "unsubscribe", params: { channel: "book", symbol: ["ETH/USD"] } });
    for (let step = 0; step < 20; step += 1) venue.step();
    expect(client.read().slice(0, 2)).toMatchObject([
      { method: "unsubscribe", success: true },
      { channel: "book", type: "update" },
    ]);
  });

  it("sends wrong checksums", async () => {
    const { books, after } = await suffer("wrong-checksum");
    expect(mismatches(books)).toBe(after.length);
  });

  it("does not send levels that come back into the depth", async () => {
    expect(mismatches((await suffer(RIGHT, 300)).books)).toBe(0);
    const { books, after } = await suffer("no-truncation-refill", 300);
    expect(mismatches(books)).toBeGreaterThan(0);
    const truth = after.at(-1)?.truths[0]?.book;
    expect(truth?.bids).toHaveLength(10);
  });

  it("sends numbers without trailing zeros", async () => {
    const { after } = await suffer("trimmed-zeros");
    expect(after.map(({ text }) => text).join()).not.toMatch(/\.\d*0[,}]/);
    expect((await suffer(RIGHT)).books.join()).toMatch(/\.\d*0[,}]/);
  });
});
