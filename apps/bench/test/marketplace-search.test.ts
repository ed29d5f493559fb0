import { seededRandom } from "@specwright/runtime/testing";
import { expect, test } from "vitest";
import { describeMarketplace } from "../src/benches/marketplace/describe-marketplace.ts";
import { drawListing } from "../src/benches/marketplace/search/catalogue.ts";
import { describeSlowest, searchRows } from "../src/benches/marketplace/search/search-rows.ts";

test("listings depend on the seed alone, and their places are on the earth", () => {
  const draw = (seed: number): unknown[] => {
    const random = seededRandom(seed);
    return Array.from({ length: 2_000 }, () => drawListing(random));
  };
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  const random = seededRandom(3);
  for (let at = 0; at < 2_000; at += 1) {
    const { location = { latitude: 0, longitude: 0 } } = drawListing(random);
    expect(Math.abs(location.latitude)).toBeLessThanOrEqual(90);
    expect(Math.abs(location.longitude)).toBeLessThanOrEqual(180);
  }
});

const searches = Array.from({ length: 100 }, (_, at) => ({
  kinds: at < 90 ? ["a word"] : ["a word", "count"],
  target: `/v1/listings?q=${at}`,
  cpuMicros: at < 90 ? 2_000 : 40_000 + at,
}));

test("random searches are compared with the limit by their 95th percentile, on SQLite", () => {
  expect(searchRows("sqlite", searches)[0]).toMatchObject({
    peer: "limit",
    value: 40_094,
    peerValue: 30_000,
    holds: false,
  });
  expect(searchRows("sqlite", searches.slice(0, 90))[0]).toMatchObject({ holds: true });
  expect(searchRows("postgres", searches)[0]).toMatchObject({ target: null, holds: null });
  expect(describeSlowest(searches)[0]).toBe("40.1 ms count: /v1/listings?q=99");
});

test("a table shows the kinds of searches, the most expensive first", () => {
  expect(describeMarketplace(searchRows("sqlite", searches)).split("\n").slice(-4)).toEqual([
    "| kind | searches | median | p95 | most |",
    "|---|---|---|---|---|",
    "| count | 10 | 40.1 | 40.1 | 40.1 |",
    "| a word | 100 | 2.0 | 40.1 | 40.1 |",
  ]);
});
