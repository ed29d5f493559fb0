// Compares searches with a plain scan of all listings, and checks what is refused.

import { systemClock } from "@specwright/runtime";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { ListingQuery } from "../src/listings/read-search.ts";
import { foldedWords } from "../src/search/fold-words.ts";
import { pointOf } from "../src/search/point.ts";
import type { ListingRecord } from "../src/storage/listing-repository.ts";
import type { FieldFilter, ListingSearch, SearchOrder } from "../src/storage/listing-search.ts";
import type { MarketplaceStorage } from "../src/storage/marketplace-storage.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { at, type Running, startMarketplace, temporaryFolder } from "./start-marketplace.ts";
import { databaseOf, execute } from "./test-database.ts";

const LISTINGS = 500;
const QUERIES = 2_000;
const vocabulary = [
  "Brass",
  "engine",
  "Éclair",
  "naïve",
  "ÖL",
  "straße",
  "自転車",
  "bike",
  "bikes",
  "99",
  "x-ray",
];
const statuses = ["publish", "publish", "publish", "draft", "pending", "hidden", "trash"] as const;

interface World {
  readonly storage: MarketplaceStorage;
  readonly all: readonly ListingRecord[];
  readonly random: SeededRandom;
}

async function fill(): Promise<World> {
  const random = seededRandom(7);
  const database = await databaseOf(await temporaryFolder());
  const storage = await openStorage({ database, clock: systemClock });
  onTestFinished(() => storage.close());
  const maybe = <T>(value: T): T | null => (random.chance(0.7) ? value : null);
  const some = (): string =>
    Array.from({ length: 1 + random.below(4) }, () => random.pick(vocabulary)).join(" ");
  const all: ListingRecord[] = [];
  await storage.transaction(async ({ users, listings }) => {
    for (const username of ["ada", "bob", "cyd"]) {
      await users.insert({
        username,
        email: `${username}@people.example`,
        emailVerified: true,
        passwordHash: "",
        role: "member",
        firstName: null,
        lastName: null,
        description: null,
        customFields: {},
        createdAt: 0,
        updatedAt: 0,
      });
    }
    for (let at = 0; at < LISTINGS; at += 1) {
      const listing = await listings.insert({
        userId: 1 + random.below(3),
        status: random.pick(statuses),
        title: some(),
        description: maybe(some()),
        category: maybe(random.pick(["a", "b", "c", "d"])),
        price: maybe({ amount: random.below(20) * 50, currency: random.pick(["EUR", "USD"]) }),
        location: maybe({
          latitude: random.below(1800) / 10 - 90,
          longitude: random.below(3600) / 10 - 180,
        }),
        customFields: {
          ...(random.chance(0.6) && { color: random.pick(["red", "green", "7"]) }),
          ...(random.chance(0.6) && { weight: random.below(100) / 4 }),
          ...(random.chance(0.3) && { used: random.chance(0.5) }),
        },
        createdAt: 1_000 * random.below(50),
        updatedAt: 0,
      });
      all.push(listing);
    }
  });
  return { storage, all, random };
}

function drawSearch(random: SeededRandom): ListingSearch {
  const has = (): boolean => random.chance(0.25);
  const order = random.pick<SearchOrder>([
    "newest",
    "newest",
    "oldest",
    "cheapest",
    "dearest",
    "nearest",
  ]);
  const viewer = random.below(5);
  const isPriced = order === "cheapest" || order === "dearest" || has();
  const place = {
    latitude: random.below(1800) / 10 - 90,
    longitude: random.below(3600) / 10 - 180,
  };
  const fields: FieldFilter[] = [];
  if (has()) fields.push({ name: "color", value: random.pick(["red", "7", "blue"]) });
  if (has()) fields.push({ name: "weight", least: random.below(15), ...(has() && { most: 20 }) });
  if (random.chance(0.1)) fields.push({ name: "used", value: "true" });
  return {
    ...(viewer < 4 && { viewerId: viewer }),
    ...(viewer > 0 && random.chance(0.3) && { moderates: true }),
    ...(has() && { userId: 1 + random.below(3) }),
    ...(has() && { status: random.pick(statuses) }),
    ...(has() && {
      words: Array.from({ length: 1 + random.below(2) }, () => {
        const word = foldedWords(random.pick(vocabulary)).split(" ")[0] ?? "";
        const isPrefix = random.chance(0.4);
        return { word: isPrefix ? word.slice(0, 1 + random.below(word.length)) : word, isPrefix };
      }),
    }),
    ...(has() && { categories: random.pick([["a"], ["a", "b"], ["c", "d", "e"]]) }),
    ...(isPriced && { currency: random.pick(["EUR", "USD"]) }),
    ...(isPriced && has() && { minPrice: random.below(20) * 50 }),
    ...(isPriced && has() && { maxPrice: random.below(20) * 50 }),
    ...((order === "nearest" || has()) && {
      near: { point: pointOf(place), latitude: place.latitude, radiusKm: 1 + random.below(20_000) },
    }),
    ...(has() && { createdFrom: 1_000 * random.below(50) }),
    ...(has() && { createdBefore: 1_000 * random.below(50) }),
    ...(fields.length > 0 && { fields }),
    order,
    limit: 1 + random.below(30),
  };
}

function distance([x, y, z]: readonly number[], point: readonly number[]): number {
  const [dx, dy, dz] = [x, y, z].map((value = 0, at) => value - (point[at] ?? 0));
  const [a = 0, b = 0, c = 0] = [dx, dy, dz];
  return a * a + b * b + c * c;
}

function rankOf(listing: ListingRecord, { order, near }: ListingSearch): number {
  if (order === "newest" || order === "oldest") return listing.id;
  if (order !== "nearest") return listing.price?.amount ?? Number.NaN;
  return distance(pointOf(listing.location ?? { latitude: 0, longitude: 0 }), near?.point ?? []);
}

function isVisible(
  listing: ListingRecord,
  { viewerId, moderates, status }: ListingSearch,
): boolean {
  if (viewerId === undefined) return true;
  if (listing.userId === viewerId) return listing.status !== "trash" || status === "trash";
  if (listing.status === "publish") return true;
  return moderates === true && viewerId !== 0 && listing.status === "pending";
}

/** The plain scan. */
function scan(all: readonly ListingRecord[], search: ListingSearch): readonly ListingRecord[] {
  const { near, order } = search;
  const found = all.filter((listing) => {
    const words = new Set(foldedWords(listing.title, listing.description).split(" "));
    return (
      isVisible(listing, search) &&
      (search.userId === undefined || listing.userId === search.userId) &&
      (search.status === undefined || listing.status === search.status) &&
      (search.words ?? []).every(({ word, isPrefix }) =>
        isPrefix ? [...words].some((each) => each.startsWith(word)) : words.has(word),
      ) &&
      (search.categories === undefined || search.categories.includes(listing.category ?? "")) &&
      (search.currency === undefined || listing.price?.currency === search.currency) &&
      (search.minPrice === undefined || (listing.price?.amount ?? -1) >= search.minPrice) &&
      (search.maxPrice === undefined || (listing.price?.amount ?? 1e9) <= search.maxPrice) &&
      (search.createdFrom === undefined || listing.createdAt >= search.createdFrom) &&
      (search.createdBefore === undefined || listing.createdAt < search.createdBefore) &&
      (near === undefined ||
        (listing.location !== null && kilometres(listing.location, near) <= near.radiusKm)) &&
      (search.fields ?? []).every(({ name, value, least, most }) => {
        const own = listing.customFields[name];
        if (own === undefined) return false;
        if (value !== undefined) return String(own) === value;
        return typeof own === "number" && own >= (least ?? -1e9) && own <= (most ?? 1e9);
      })
    );
  });
  const sign = order === "newest" || order === "dearest" ? -1 : 1;
  return found.toSorted((a, b) => {
    return sign * (rankOf(a, search) - rankOf(b, search)) || sign * (a.id - b.id);
  });
}

/** By the haversine formula, so that the way of the service is checked by another. */
function kilometres(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  { point: [x, y, z] }: { readonly point: readonly [number, number, number] },
): number {
  const [a, b] = [(latitude * Math.PI) / 180, Math.asin(z)];
  const half = (angle: number): number => Math.sin(angle / 2) ** 2;
  const east = (longitude * Math.PI) / 180 - Math.atan2(y, x);
  return 2 * 6371 * Math.asin(Math.sqrt(half(b - a) + Math.cos(a) * Math.cos(b) * half(east)));
}

test(`finds what a plain scan finds, in ${QUERIES} random searches and all their pages`, {
  timeout: 120_000,
}, async () => {
  const { storage, all, random } = await fill();
  let results = 0;
  for (let queries = 0; queries < QUERIES; queries += 1) {
    const search = drawSearch(random);
    const wanted = scan(all, search).map(({ id }) => id);
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

  test("lets those who moderate select by fields that are not public", async () => {
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

  test("goes on with the same cursor if only the first page is counted", async () => {
    const first = await running.anonymous.listListings({ query: { limit: 2, count: true } });
    if (first.status !== 200) throw new Error("it was refused");
    expect(first.body.total).toBe(5);
    const cursor = first.body.next_cursor ?? "";
    expect(await titles({ limit: 2, cursor })).toEqual(["Iron loom", "Brass clock"]);
  });

  test("finds a listing by what it says now, and not when it is gone", async () => {
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
