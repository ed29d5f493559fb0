// Random listings and searches, and the results of a plain scan of all listings.

import { systemClock } from "@specwright/runtime";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import { onTestFinished } from "vitest";
import { foldedWords } from "../src/search/fold-words.ts";
import { toPoint } from "../src/search/point.ts";
import type { ListingRecord } from "../src/storage/listing-repository.ts";
import type { FieldFilter, ListingSearch, SearchOrder } from "../src/storage/listing-search.ts";
import type { MarketplaceStorage } from "../src/storage/marketplace-storage.ts";
import { openStorage } from "../src/storage/open-storage.ts";
import { temporaryFolder } from "./start-marketplace.ts";
import { databaseOf } from "./test-database.ts";

const LISTINGS = 500;
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

/** A storage with listings. */
export interface World {
  readonly database: Awaited<ReturnType<typeof databaseOf>>;
  readonly storage: MarketplaceStorage;
  readonly all: readonly ListingRecord[];
  readonly random: SeededRandom;
}

/** Fills a new storage, which the end of the test closes. */
export async function fillMarketplace(): Promise<World> {
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
  return { database, storage, all, random };
}

/** Draws a search with any filters. */
export function drawSearch(random: SeededRandom): ListingSearch {
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
      near: { point: toPoint(place), latitude: place.latitude, radiusKm: 1 + random.below(20_000) },
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
  return distance(toPoint(listing.location ?? { latitude: 0, longitude: 0 }), near?.point ?? []);
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
export function scanListings(
  all: readonly ListingRecord[],
  search: ListingSearch,
): readonly ListingRecord[] {
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
