// Compares searches with a plain scan of all listings, and checks rejected parameters.

import { beforeEach, describe, expect, test } from "vitest";
import type { ListingQuery } from "../src/listings/read-search.ts";
import type { ListingSearch } from "../src/storage/listing-search.ts";
import { drawSearch, fillMarketplace, scanListings } from "./random-searches.ts";
import { at, type Running, startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { execute } from "./test-database.ts";

const QUERIES = 2_000;

test(`finds the same as a plain scan, in ${QUERIES} random searches and all their pages`, {
  timeout: 120_000,
}, async () => {
  const { storage, all, random } = await fillMarketplace();
  let results = 0;
  for (let queries = 0; queries < QUERIES; queries += 1) {
    const search = drawSearch(random);
    const wanted = scanListings(all, search).map(({ id }) => id);
    const found: number[] = [];
    let after: ListingSearch["after"];
    for (;;) {
      const page = await storage.committed.listings.search({ ...search, ...(after && { after }) });
      found.push(...page.map(({ listing }) => listing.id));
      const last = page.at(-1);
      if (page.length < search.limit || last === undefined) break;
      after = { id: last.listing.id, rank: last.rank };
    }
    expect(found, JSON.stringify(search)).toEqual(wanted);
    expect(await storage.committed.listings.count(search, 100)).toBe(Math.min(100, wanted.length));
    results += found.length;
  }
  // Searches that find nothing would prove nothing.
  expect(results).toBeGreaterThan(QUERIES * 10);
});

describe("GET /listings", () => {
  let running: Running;

  beforeEach(async () => {
    running = await startMarketplace({
      moderation: false,
      categories: [
        { id: "machines", name: "Machines", categories: [{ id: "clocks", name: "Clocks" }] },
        { id: "books", name: "Books" },
      ],
      customFields: {
        listings: {
          weight_kg: { schema: { type: "number" } },
          secret_note: { schema: { type: "string" }, public: false },
        },
      },
    });
    const ada = await running.as("ada");
    const bodies = [
      { title: "Brass clock", category: "clocks", price: { amount: 900, currency: "EUR" } },
      { title: "Iron loom", category: "machines", weight_kg: 40, secret_note: "x" },
      { title: "Éclairs, a cookbook", category: "books", price: { amount: 500, currency: "EUR" } },
      { title: "Loom manual", location: { latitude: 51.5, longitude: -0.1 }, weight_kg: 1.5 },
    ];
    for (const body of bodies) {
      const created = await ada.createListing({ body });
      if (created.status !== 201) throw new Error(`it answered ${created.status}`);
    }
    // Without the images that a listing needs to be submitted.
    await execute(running.folder, "UPDATE listings SET status = 'publish' WHERE id > 5");
  });

  async function titles(query: ListingQuery, client = running.anonymous): Promise<unknown> {
    const answer = await client.listListings({ query });
    if (answer.status !== 200) return at(answer.body, "errors") ?? answer.body;
    return answer.body.data.map(({ title }) => title);
  }

  test.each<readonly [string, ListingQuery, readonly string[]]>([
    ["words in any order", { q: "clock BRASS" }, ["Brass clock"]],
    ["words without accents", { q: "eclairs" }, ["Éclairs, a cookbook"]],
    ["the beginning of words", { q: "cook*" }, ["Éclairs, a cookbook"]],
    ["whole words only", { q: "cook" }, []],
    ["a category and those below", { category: "machines" }, ["Iron loom", "Brass clock"]],
    [
      "a range of prices",
      { currency: "EUR", min_price: 500, max_price: 899 },
      ["Éclairs, a cookbook"],
    ],
    [
      "the cheapest first",
      { currency: "EUR", sort: "cheapest" },
      ["Éclairs, a cookbook", "Brass clock"],
    ],
    ["places nearby", { near: "51.4,-0.2", radius_km: 20 }, ["Loom manual"]],
    ["no places further away", { near: "52.4,-0.2", radius_km: 20 }, []],
    ["a range of a custom field", { field: ["weight_kg:1..2"] }, ["Loom manual"]],
    ["a value of a custom field", { field: ["weight_kg:40"], q: "loom" }, ["Iron loom"]],
    ["the oldest first", { sort: "oldest", limit: 2 }, ["published", "Brass clock"]],
  ])("finds %s", async (_name, query, wanted) => {
    expect(await titles(query)).toEqual(wanted);
  });

  test.each<readonly [string, ListingQuery, string, string]>([
    ["no word", { q: "--" }, "/q", "no_words"],
    ["an unknown category", { category: "cars" }, "/category", "unknown_category"],
    ["a price without its currency", { min_price: 1 }, "/min_price", "needs_currency"],
    ["an order by price without a currency", { sort: "dearest" }, "/sort", "needs_currency"],
    ["an order by distance from nowhere", { sort: "nearest" }, "/sort", "needs_near"],
    ["a place off the earth", { near: "91,0" }, "/near", "range"],
    ["an unknown field", { field: ["colour:red"] }, "/field", "unknown_field"],
    ["a field that is not public", { field: ["secret_note:x"] }, "/field", "unknown_field"],
  ])("refuses %s", async (_name, query, pointer, code) => {
    expect(await titles(query)).toEqual([expect.objectContaining({ in: "query", pointer, code })]);
  });

  test("lets moderators select by fields that are not public", async () => {
    expect(await titles({ field: ["secret_note:x"] }, await running.as("root"))).toEqual([
      "Iron loom",
    ]);
  });

  test("counts, and pages with a cursor that belongs to its search", async () => {
    const query = { currency: "EUR", sort: "cheapest", limit: 1, count: true } as const;
    const first = await running.anonymous.listListings({ query });
    if (first.status !== 200) throw new Error("it was refused");
    expect(first.body.total).toBe(2);
    const cursor = first.body.next_cursor ?? "";
    expect(await titles({ ...query, cursor })).toEqual(["Brass clock"]);
    const other = { ...query, sort: "dearest", cursor } as const;
    expect(await titles(other)).toEqual([expect.objectContaining({ code: "cursor" })]);
  });

  test("continues with the same cursor if only the first page is counted", async () => {
    const first = await running.anonymous.listListings({ query: { limit: 2, count: true } });
    if (first.status !== 200) throw new Error("it was refused");
    expect(first.body.total).toBe(5);
    const cursor = first.body.next_cursor ?? "";
    expect(await titles({ limit: 2, cursor })).toEqual(["Iron loom", "Brass clock"]);
  });

  test("finds a listing by its current text, and not once it is deleted", async () => {
    const ada = await running.as("ada");
    const found = await ada.listListings({ query: { q: "manual" } });
    if (found.status !== 200) throw new Error("it was refused");
    const path = { listing_id: found.body.data[0]?.id ?? 0 };
    const body = { title: "Loom guide", location: null, weight_kg: null, category: "books" };
    await ada.updateListing({ path, body });
    expect(await titles({ q: "manual" })).toEqual([]);
    expect(await titles({ q: "guide", category: "books" })).toEqual(["Loom guide"]);
    expect(await titles({ field: ["weight_kg:1..2"] })).toEqual([]);
    await ada.deleteListing({ path });
    expect(await titles({ q: "guide" })).toEqual([]);
  });

  test("has a tree of categories, and accepts no other", async () => {
    const tree = await running.anonymous.listCategories();
    expect(tree.body).toMatchObject({
      data: [{ id: "machines", categories: [{ id: "clocks", categories: [] }] }, { id: "books" }],
    });
    const ada = await running.as("ada");
    const refused = await ada.createListing({ body: { title: "x", category: "cars" } });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ code: "unknown_category" }] },
    });
  });
});

test("listings of earlier versions are found after an update", async () => {
  const folder = await temporaryFolder();
  const former = await startMarketplace({ folder });
  await execute(folder, "UPDATE listings SET words = NULL");
  await former.marketplace.close();
  const { anonymous } = await startMarketplace({ folder });
  const answer = await anonymous.listListings({ query: { q: "published" } });
  expect(answer.body).toMatchObject({ data: [{ title: "published" }] });
});
