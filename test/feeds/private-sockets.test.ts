// Private topics over real sockets and HTTP, with the clock of the machine.

import { systemClock } from "@specwright/runtime";
import type { FeedTransport } from "@specwright/runtime/codegen";
import { seededRandom } from "@specwright/runtime/testing";
import { streamTransport, topics } from "@specwright/streams/client";
import { afterEach, expect, it } from "vitest";
import { serveSimulator } from "../../examples/feeds/serve-simulator.ts";
import { type PrivateVenue, privateVenues } from "./private-world.ts";

const stops: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Serves a venue, and returns a function that creates transports to it. */
async function serve(rule: PrivateVenue): Promise<() => FeedTransport> {
  const venue = rule.create({ clock: systemClock, random: seededRandom(3) });
  const { url, stop } = await serveSimulator(venue, { stepMs: 5 });
  stops.push(stop);
  return () =>
    streamTransport({
      topics,
      url: url + new URL(rule.url).pathname.replace(/\/$/, ""),
      servers: { "https://api.kraken.com": url.replace("ws", "http") },
      credentials: rule.credentials,
      onEvent: () => {},
    });
}

const venues: readonly (readonly [string, PrivateVenue])[] = Object.entries(privateVenues);

it.each(venues)("the private topic of %s arrives", async (_, rule) => {
  const transport = await serve(rule);
  const { feed, topic } = rule.open(transport());
  stops.push(() => feed.close());
  const messages = topic()[Symbol.asyncIterator]();
  const numbers: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const { value } = await messages.next();
    expect(value).toBeTypeOf("object");
    expect(value).not.toHaveProperty("type", "$unknown");
    numbers.push(...[rule.numberOf?.(value) ?? []].flat());
  }
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  expect(numbers.length > 0).toBe(rule.numberOf !== undefined);
});

it("connections with one key share its rising nonces", async () => {
  const rule = privateVenues.bitfinex;
  const transport = await serve(rule);
  const topics = [1, 2, 3].map(() => {
    const { feed, topic } = rule.open(transport());
    stops.push(() => feed.close());
    return topic();
  });
  await expect
    .poll(() => topics.map(({ state }) => state))
    .toEqual(["subscribed", "subscribed", "subscribed"]);
});
