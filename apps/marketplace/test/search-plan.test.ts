// With a few hundred listings every filter is narrow. Here, fewer or none of them are, so that
// searches walk through the index of their order, as they do with many listings.

import { systemClock } from "@specwright/runtime";
import { openDatabase } from "@specwright/service/database";
import { expect, onTestFinished, test } from "vitest";
import { migrationsFolder } from "../src/storage/migrations-folder.ts";
import { type Breadth, sqlListings } from "../src/storage/sql-listings.ts";
import { drawSearch, fillMarketplace, scanListings } from "./random-searches.ts";
import { isPostgres } from "./test-database.ts";

const QUERIES = 500;

// PostgreSQL has its own statistics.
test.skipIf(isPostgres).each<readonly [string, Breadth]>([
  ["no filter is narrow", { broad: 0, narrow: 0 }],
  ["few filters are narrow", { broad: 40, narrow: 0 }],
  ["the first narrow filter is taken", { broad: 500, narrow: 100 }],
])("finds the same as a plain scan if %s", { timeout: 120_000 }, async (_name, breadth) => {
  const { database: location, all, random } = await fillMarketplace();
  const database = await openDatabase({
    database: location,
    clock: systemClock,
    migrations: migrationsFolder,
    applicationName: "test",
    isBeside: true,
  });
  onTestFinished(() => database.close());
  const listings = sqlListings(database.reader, breadth);
  let results = 0;
  for (let queries = 0; queries < QUERIES; queries += 1) {
    const search = drawSearch(random);
    const wanted = scanListings(all, search).map(({ id }) => id);
    const [first, second] = [wanted.slice(0, search.limit), wanted.slice(search.limit)];
    const page = await listings.search(search);
    expect(
      page.map(({ listing }) => listing.id),
      JSON.stringify(search),
    ).toEqual(first);
    expect(await listings.count(search, 100)).toBe(Math.min(100, wanted.length));
    const last = page.at(-1);
    if (page.length < search.limit || last === undefined) continue;
    const next = await listings.search({
      ...search,
      after: { id: last.listing.id, rank: last.rank },
    });
    expect(next.map(({ listing }) => listing.id)).toEqual(second.slice(0, search.limit));
    results += next.length;
  }
  expect(results).toBeGreaterThan(QUERIES);
});
