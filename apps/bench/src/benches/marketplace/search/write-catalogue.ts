// Writes the database for the searches, through the storage of the service.

import { createHash } from "node:crypto";
import { createMarketplace, fileFolder, type Marketplace } from "@specwright/marketplace";
import { type SeededRandom, seededRandom } from "@specwright/runtime/testing";
import type { BenchDatabase } from "../copy-database.ts";
import { closeFixture, filesOf, logIn, type ServerFixture } from "../fixture.ts";
import { categories, customFields, drawListing, LISTINGS, statuses } from "./catalogue.ts";

/** A database with many listings, and its users. */
export interface Catalogue extends ServerFixture {
  /** The tokens of a member who owns listings, of a moderator, and of an administrator. */
  readonly tokens: { readonly member: string; readonly moderator: string; readonly admin: string };
  readonly ownerIds: readonly number[];
  /** The ids of published listings, which writes can change. */
  readonly listingIds: readonly number[];
}

const SEED = 35;
const OWNERS = 2_000;
const OF_MEMBER = 200;
const BATCH = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.UTC(2024, 0, 1);
const STEP_MS = (700 * DAY_MS) / LISTINGS;
const password = "correct horse battery staple";
const callers = ["member", "moderator", "admin"] as const;

type Stored = Parameters<Parameters<Marketplace["storage"]["transaction"]>[0]>[0];

/** Writes the listings into a new database. `folder` is the folder for its files. */
export async function writeCatalogue(folder: string, database: BenchDatabase): Promise<Catalogue> {
  const market = await createMarketplace({
    database,
    files: fileFolder(filesOf(folder)),
    adminEmail: "admin@bench.example",
    categories,
    customFields: { listings: customFields },
  });
  try {
    const { users } = await market.seed({
      users: callers.map((role) => {
        return { username: role, email: `${role}@bench.example`, password, role };
      }),
    });
    const ownerIds = await market.storage.transaction(insertOwners);
    const random = seededRandom(SEED);
    const listingIds: number[] = [];
    for (let first = 0; first < LISTINGS; first += BATCH) {
      const published = await market.storage.transaction(async (stored) => {
        const ids: number[] = [];
        for (let number = first; number < first + BATCH; number += 1) {
          const isOfMember = number % (LISTINGS / OF_MEMBER) === 0;
          const userId = (isOfMember ? users.get("member") : random.pick(ownerIds)) ?? 0;
          const { id, status } = await insertListing(stored, random, { userId, number });
          if (status === "publish") ids.push(id);
        }
        return ids;
      });
      listingIds.push(...published);
    }
    const base = await market.listen();
    const [member = "", moderator = "", admin = ""] = await Promise.all(
      callers.map((name) => logIn(base, { name, password })),
    );
    return {
      database,
      files: filesOf(folder),
      settings: { categories, custom_fields: { listings: customFields } },
      tokens: { member, moderator, admin },
      ownerIds,
      listingIds,
    };
  } finally {
    await closeFixture(market, database);
  }
}

async function insertOwners({ users }: Stored): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let at = 0; at < OWNERS; at += 1) {
    const owner = await users.insert({
      username: `owner${at}`,
      email: `owner${at}@bench.example`,
      emailVerified: true,
      // These users never log in.
      passwordHash: "",
      role: "member",
      firstName: null,
      lastName: null,
      description: null,
      customFields: {},
      createdAt: START_MS,
      updatedAt: START_MS,
    });
    if (owner !== undefined) ids.push(owner.id);
  }
  return ids;
}

/** Inserts a listing with its images. */
async function insertListing(
  { listings, attachments }: Stored,
  random: SeededRandom,
  { userId, number }: { readonly userId: number; readonly number: number },
): Promise<Awaited<ReturnType<Stored["listings"]["insert"]>>> {
  const { category = null, price = null, location = null, custom, ...texts } = drawListing(random);
  const status = random.chance(0.85) ? "publish" : random.pick(statuses);
  const createdAt = Math.round(START_MS + number * STEP_MS);
  const times = { createdAt, updatedAt: createdAt };
  const inserted = await listings.insert({
    userId,
    status,
    ...texts,
    category,
    price,
    location,
    customFields: custom,
    ...times,
  });
  const { id } = inserted;
  const images = random.below(4);
  for (let sortOrder = 0; sortOrder < images; sortOrder += 1) {
    const sha256 = createHash("sha256").update(`${id} ${sortOrder}`).digest("hex");
    await attachments.insert({
      listingId: id,
      fileName: `${sha256.slice(0, 32)}.jpg`,
      sortOrder,
      mediaType: "image/jpeg",
      byteSize: 120_000,
      sha256,
      width: 1_600,
      height: 1_200,
      isSized: true,
      createdAt,
    });
  }
  return inserted;
}
