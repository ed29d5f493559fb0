// The database that each server gets a copy of. The service itself writes it.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createMarketplace, fileFolder, type Marketplace } from "@specwright/marketplace";
import type { BenchDatabase } from "./copy-database.ts";

/** The data and settings of a server. */
export interface ServerFixture {
  readonly database: BenchDatabase;
  /** The folder of the file store that belongs to the database. */
  readonly files: string;
  /** The settings of our server, except its quotas. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A database with the data that requests need. */
export interface Fixture extends ServerFixture {
  /** The token of a session that stays logged in. */
  readonly token: string;
  /** The ids of listings that the session may see. */
  readonly listingIds: readonly number[];
  /** The ids of listings that belong to the user of the session. */
  readonly ownListingIds: readonly number[];
  /** The cursors of the pages to request; undefined for the first page. */
  readonly cursors: readonly (string | undefined)[];
  /** The names of users who log in. The session belongs to a different user. */
  readonly usernames: readonly string[];
  readonly password: string;
}

const LISTINGS = 1_000;
const OWN_LISTINGS = 100;
const SELLERS = 8;
const PAGES = 40;
const password = "correct horse battery staple";
const description = "Brass and steel, 8,000 parts, turned by hand. Collect in person. ".repeat(5);

/** Writes the data into a new database. `folder` is the folder for its files. */
export async function writeFixture(folder: string, database: BenchDatabase): Promise<Fixture> {
  const market = await createMarketplace({
    database,
    files: fileFolder(filesOf(folder)),
    adminEmail: "admin@bench.example",
  });
  try {
    const usernames = Array.from({ length: SELLERS }, (_, at) => `seller${at}`);
    const { listings } = await market.seed({
      users: ["owner", ...usernames].map((username) => ({
        username,
        email: `${username}@bench.example`,
        password,
      })),
      listings: Array.from({ length: LISTINGS }, (_, at) => ({
        owner: at % (LISTINGS / OWN_LISTINGS) === 0 ? "owner" : `seller${at % SELLERS}`,
        title: `Difference engine ${at}, hardly used`,
        description,
      })),
    });
    const base = await market.listen();
    const token = await logIn(base, { name: "owner", password });
    const cursors = await cursorsOf(base, token);
    const ownListingIds = listings.filter((_, at) => at % (LISTINGS / OWN_LISTINGS) === 0);
    return {
      database,
      files: filesOf(folder),
      settings: {},
      token,
      listingIds: listings,
      ownListingIds,
      cursors,
      usernames,
      password,
    };
  } finally {
    await closeFixture(market, database);
  }
}

/** Returns the folder for the file store of a fixture. */
export function filesOf(folder: string): string {
  return join(folder, "files");
}

/** Closes the service, so that its database can be copied. */
export async function closeFixture(market: Marketplace, database: BenchDatabase): Promise<void> {
  await market.close();
  if (database.engine === "sqlite") await rm(`${database.file}.lock`, { force: true });
}

/** Logs a user in. Returns the token of the session. */
export async function logIn(
  base: string,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<string> {
  const response = await fetch(`${base}/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username_or_email: name, password }),
  });
  const { data } = (await response.json()) as { readonly data: { readonly token: string } };
  return data.token;
}

async function cursorsOf(base: string, token: string): Promise<readonly (string | undefined)[]> {
  const cursors: (string | undefined)[] = [undefined];
  while (cursors.length < PAGES) {
    const cursor = cursors.at(-1);
    const query = cursor === undefined ? "" : `?cursor=${cursor}`;
    const response = await fetch(`${base}/listings${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await response.json()) as { readonly next_cursor: string | null };
    if (page.next_cursor === null) break;
    cursors.push(page.next_cursor);
  }
  return cursors;
}
