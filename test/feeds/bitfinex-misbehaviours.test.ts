import { describe, expect, it } from "vitest";
import {
  authEvent,
  isRecord,
  OB_CHECKSUM,
  ReferenceBook,
  SEQ_ALL,
  startVenue,
  subscribeBook,
} from "./bitfinex-client.ts";

describe("misbehaviours", () => {
  /** Returns the frames of a client with numbers and checksums if the misbehaviour starts after 5 steps. */
  async function suffer(misbehaviour: string, topic: Record<string, unknown> = {}, steps = 40) {
    const { client, venue, clock, open } = await startVenue(3);
    client.send({ event: "conf", flags: SEQ_ALL + OB_CHECKSUM });
    const chanId = subscribeBook(client, topic);
    for (let step = 0; step < 5; step += 1) venue.step();
    venue.misbehave(misbehaviour);
    for (let step = 0; step < steps; step += 1) venue.step();
    const frames = client.frames.map(({ text }): unknown => JSON.parse(text)).filter(Array.isArray);
    const numbers = frames.map((frame) => Number(frame.at(-1)));
    return { client, venue, clock, open, chanId, frames, numbers };
  }

  /** Returns how many checksums differ from the checksum of the updated book. */
  function mismatches(frames: unknown[][]): number {
    const book = new ReferenceBook(false);
    let found = 0;
    for (const [, body, checksum] of frames) {
      if (body === "cs") found += book.checksum() === checksum ? 0 : 1;
      else if (Array.isArray(body) && Array.isArray(body[0]))
        for (const row of body) book.apply(row);
      else if (Array.isArray(body)) book.apply([Number(body[0]), Number(body[1]), Number(body[2])]);
    }
    return found;
  }

  const rising = (numbers: number[]) => numbers.map((_, at) => at + 1);

  it("each have a rule, and no others are known", async () => {
    const { venue } = await startVenue();
    for (const [kind, rule] of Object.entries(venue.misbehaviours)) {
      expect(kind).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(rule).toMatch(/^[A-Z`].{20,}\.$/);
    }
    expect(() => venue.misbehave("sulk")).toThrow("there is no misbehaviour sulk");
  });

  it("drops one frame", async () => {
    const { numbers } = await suffer("drop");
    const missing = rising([...numbers, 0]).filter((number) => !numbers.includes(number));
    expect(missing).toHaveLength(1);
  });

  it("sends one frame twice", async () => {
    const { numbers } = await suffer("double");
    expect(numbers.length - new Set(numbers).size).toBe(1);
  });

  it("exchanges two frames", async () => {
    const { numbers } = await suffer("reorder");
    expect(numbers).not.toEqual(rising(numbers));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(rising(numbers));
  });

  it("corrupts one update, so that the checksum is wrong until that level changes", async () => {
    const { frames, numbers } = await suffer("corrupt");
    expect(numbers).toEqual(rising(numbers));
    expect(mismatches(frames)).toBeGreaterThan(0);
    expect(mismatches((await suffer("no-pong")).frames)).toBe(0);
  });

  it("stalls without a heartbeat, and stays open", async () => {
    const { client, clock } = await suffer("stall");
    client.read();
    await clock.advance(120_000);
    expect(client.read()).toEqual([]);
    expect(client.closes).toEqual([]);
  });

  it("cuts the connection", async () => {
    expect((await suffer("cut")).client.closes).toEqual([[1006, ""]]);
  });

  it("announces its end", async () => {
    const { client } = await suffer("age");
    expect(client.read().at(-1)).toMatchObject({ event: "info", code: 20051 });
    expect(client.closes).toEqual([[1001, ""]]);
  });

  it("pauses for maintenance; afterwards only new subscriptions are valid", async () => {
    const { client, venue, clock, chanId } = await suffer("maintenance");
    expect(client.read().at(-1)).toMatchObject({ event: "info", code: 20060 });
    await clock.advance(10_000);
    expect(client.read()).toMatchObject([{ event: "info", code: 20061 }]);
    for (let step = 0; step < 10; step += 1) venue.step();
    const outdated = client.frames.slice(-5);
    expect(outdated.every(({ truths }) => truths.length === 0)).toBe(true);
    client.send({ event: "unsubscribe", chanId });
    subscribeBook(client);
    venue.step();
    expect(client.frames.at(-1)?.truths).toHaveLength(1);
  });

  it("does not acknowledge", async () => {
    const { client, chanId } = await suffer("no-acknowledgement");
    client.read();
    client.send({ event: "subscribe", channel: "book", symbol: "tETHUSD" });
    client.send({ event: "unsubscribe", chanId });
    expect(client.read().filter(isRecord)).toEqual([]);
  });

  it("acknowledges with another number", async () => {
    const { client } = await suffer("wrong-acknowledgement-id");
    client.read();
    client.send({ event: "subscribe", channel: "book", symbol: "tETHUSD", subId: 4 });
    expect(client.read()[0]).toMatchObject({ event: "subscribed", subId: "40" });
  });

  it.each([
    { kind: "no-heartbeat", want: 0 },
    { kind: "no-pong", want: 4 },
  ])("$kind sends $want heartbeats in a minute", async ({ kind, want }) => {
    const { client, clock } = await suffer(kind);
    client.read();
    await clock.advance(60_000);
    expect(client.read()).toHaveLength(want);
  });

  it("does not answer pings", async () => {
    const { client } = await suffer("no-pong");
    client.read();
    client.send({ event: "ping", cid: 1 });
    expect(client.read()).toEqual([]);
  });

  it("sends no snapshot", async () => {
    const { client } = await suffer("no-snapshot");
    client.read();
    client.send({ event: "subscribe", channel: "book", symbol: "tETHUSD" });
    expect(client.read()).toMatchObject([{ event: "subscribed" }]);
  });

  it("sends wrong checksums", async () => {
    const { frames } = await suffer("wrong-checksum");
    expect(mismatches(frames)).toBeGreaterThan(10);
  });

  it("sends no checksums", async () => {
    const { frames } = await suffer("no-checksum");
    expect(frames.slice(-20).filter(([, type]) => type === "cs")).toEqual([]);
  });

  it("does not count heartbeats", async () => {
    const { client, clock, numbers } = await suffer("sequence-skips-heartbeats");
    client.read();
    await clock.advance(15_000);
    expect(client.read()).toMatchObject([[expect.any(Number), "hb", numbers.length]]);
  });

  it("keeps levels that fall out of the length", async () => {
    const { frames } = await suffer("keeps-fallen-levels", { len: 25 }, 100);
    const book = new ReferenceBook(false);
    for (const [, body] of frames) {
      if (Array.isArray(body))
        for (const row of Array.isArray(body[0]) ? body : [body]) book.apply(row);
    }
    expect(Math.max(book.sorted("bid").length, book.sorted("ask").length)).toBeGreaterThan(25);
  });

  it("deletes on the other side", async () => {
    const { frames } = await suffer("wrong-deletion-side");
    expect(() => mismatches(frames)).toThrow("which is not there");
  });

  it("writes numbers without an exponent", async () => {
    const { client } = await suffer("plain-numbers", { symbol: "tPEPE:USD" });
    expect(
      client.frames
        .slice(-10)
        .map(({ text }) => text)
        .join(),
    ).not.toContain("e-7");
  });

  it("continues after the end of a subscription", async () => {
    const { client, clock, chanId } = await suffer("data-after-unsubscribe");
    client.read();
    client.send({ event: "unsubscribe", chanId });
    await clock.advance(15_000);
    expect(client.read()).toMatchObject([
      { event: "unsubscribed" },
      [chanId, "hb", expect.any(Number)],
    ]);
  });

  it("sends data of a channel without a subscription", async () => {
    const { frames, chanId } = await suffer("stranger-channel");
    expect(frames.at(-1)?.[0]).toBe(chanId + 1);
  });

  it("accepts an old nonce", async () => {
    const { client } = await suffer("accepts-old-nonce");
    client.send(authEvent(5));
    client.send({ event: "unauth" });
    client.read();
    client.send(authEvent(5));
    expect(client.read()[0]).toMatchObject({ event: "auth", status: "OK" });
  });
});
