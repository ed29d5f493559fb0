import { fakeClock } from "@specwright/runtime/testing";
import { afterEach, expect, it, vi } from "vitest";
import { streamTransport } from "../../../src/client/stream-transport.ts";
import { topics } from "../../../src/client/topics/open-feed.ts";
import { feedChannel } from "./feed-under-test.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("says once that a server cannot be reached, after three connections that failed", async () => {
  const printed: string[] = [];
  vi.spyOn(process, "emitWarning").mockImplementation((line) => void printed.push(String(line)));
  const clock = fakeClock(1_790_000_000_000);
  let attempts = 0;
  const transport = streamTransport({
    topics,
    url: "wss://venue.example",
    clock,
    random: () => 0.5,
    openSocket(_url, _headers, handlers) {
      attempts += 1;
      queueMicrotask(() => handlers.failed(new Error("ECONNREFUSED")));
      return { async send() {}, close() {}, terminate() {} };
    },
  });
  const feed = transport.openFeed(
    feedChannel({ envelope: { match: [] }, subscription: { topics: {} }, counters: [] }),
    {},
  );
  const attempt = async (count: number): Promise<void> => {
    while (attempts < count) await clock.advance(10);
    await clock.advance(0);
  };
  await attempt(2);
  expect(printed).toEqual([]);
  await attempt(5);
  expect(printed).toEqual([
    "market: no connection after 3 attempts: Error: ECONNREFUSED; retrying",
  ]);
  feed.close();
});

it("reports why the server has ended a feed permanently", async () => {
  const printed: string[] = [];
  vi.spyOn(process, "emitWarning").mockImplementation((line) => void printed.push(String(line)));
  const transport = streamTransport({
    topics,
    url: "wss://venue.example",
    openSocket(_url, _headers, handlers) {
      queueMicrotask(() => handlers.refused(403, "not from your country"));
      return { async send() {}, close() {}, terminate() {} };
    },
  });
  const feed = transport.openFeed(
    feedChannel({ envelope: { match: [] }, subscription: { topics: {} }, counters: [] }),
    {},
  );
  await expect(feed.done).rejects.toMatchObject({ code: "upgrade_refused" });
  expect(printed).toEqual([
    "market: the feed has ended: upgrade_refused: HTTP 403: not from your country",
  ]);
});
