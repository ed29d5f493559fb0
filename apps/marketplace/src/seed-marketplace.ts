import { RegisterUserBodySchema } from "@specwright/marketplace-api/schemas";
import type { RegisterUserBody } from "@specwright/marketplace-api/types";
import { MarketplaceError } from "./marketplace-error.ts";
import type { Services } from "./services.ts";
import type { ListingStatus } from "./storage/listing-status.ts";
import type { Role } from "./storage/user-repository.ts";
import { takeAddress } from "./users/take-address.ts";

/** Users and listings to add to the database. */
export interface MarketplaceSeed {
  readonly users?: readonly SeedUser[];
  /**
   * Listings whose owners are users of this seed. A listing is skipped if its owner already
   * existed.
   */
  readonly listings?: readonly SeedListing[];
}

/**
 * A user to add. The user is skipped if the username is taken. The mail address is stored as
 * verified.
 */
export interface SeedUser extends Pick<RegisterUserBody, "username" | "email" | "password"> {
  /** Default `member`. */
  readonly role?: Role;
}

/** A listing to add. */
export interface SeedListing {
  /** The username of a user of this seed. */
  readonly owner: string;
  readonly title: string;
  readonly description?: string;
  /** Default `publish`. */
  readonly status?: ListingStatus;
}

/** The users and listings that were added. Skipped users and listings are not included. */
export interface Seeded {
  /** The ids of the users, by username. */
  readonly users: ReadonlyMap<string, number>;
  /** The ids of the listings, in the order of the seed. */
  readonly listings: readonly number[];
}

/**
 * Adds users and listings in one transaction.
 *
 * @throws MarketplaceError if a user is invalid, or the owner of a listing is not in the seed. The
 * message names every such user and listing.
 */
export async function seedMarketplace(services: Services, seed: MarketplaceSeed): Promise<Seeded> {
  const { storage, clock, passwords } = services;
  const missing: (SeedUser & { readonly passwordHash: string })[] = [];
  requireRows(seed);
  for (const user of seed.users ?? []) {
    const { username, password } = user;
    if ((await storage.committed.users.byUsername(username)) !== undefined) continue;
    // The name of a deleted administrator stays reserved, so that a restart does not create the
    // user again.
    if (await storage.committed.users.isRetired(username)) continue;
    missing.push({ ...user, passwordHash: await passwords.hash(password) });
  }
  const now = clock.now();
  const stamps = { customFields: {}, createdAt: now, updatedAt: now };
  return await storage.transaction(async (stored) => {
    const users = new Map<string, number>();
    for (const { username, email, role = "member", passwordHash } of missing) {
      const profile = { firstName: null, lastName: null, description: null };
      const address = { email, emailVerified: true };
      const user = { ...profile, ...stamps, ...address, username, role, passwordHash };
      const holders = await stored.users.lockHolders(email);
      const inserted = await stored.users.insert(user);
      if (inserted === undefined) {
        // A different process has added the same user in the meantime.
        if ((await stored.users.byUsername(username)) !== undefined) continue;
        throw new MarketplaceError("invalid_option", `seed: the address of ${username} is taken`);
      }
      await takeAddress(stored, inserted, holders, now);
      users.set(username, inserted.id);
    }
    const listings: number[] = [];
    for (const { owner, title, description = null, status = "publish" } of seed.listings ?? []) {
      const userId = users.get(owner);
      if (userId === undefined) continue;
      const place = { category: null, price: null, location: null };
      const listing = { ...stamps, ...place, userId, title, description, status };
      listings.push((await stored.listings.insert(listing)).id);
    }
    return { users, listings };
  });
}

/** For each rule, the text that an error message contains instead of the pattern. */
const EXPECTED: Readonly<Record<string, string>> = {
  username: "a username of at most 60 letters, digits, dots, underscores and hyphens",
  email: "a mail address such as ada@people.example",
  password: "a password of 8 to 128 characters",
};

function requireRows({ users = [], listings = [] }: MarketplaceSeed): void {
  const faults = users.flatMap(({ username, email, password }, row) => {
    const { error } = RegisterUserBodySchema.safeParse({ username, email, password });
    const fields = new Set(error?.issues.map(({ path }) => String(path[0])));
    return [...fields].map(
      (field) => `/seed/users/${row}/${field}: expected ${EXPECTED[field] ?? "another value"}`,
    );
  });
  const known = new Set(users.map(({ username }) => username));
  const strangers = listings.flatMap(({ owner }, row) =>
    known.has(owner)
      ? []
      : `/seed/listings/${row}/owner: ${JSON.stringify(owner)} is not a username in /seed/users; add the user there, or correct the name`,
  );
  const all = [...faults, ...strangers];
  if (all.length > 0) throw new MarketplaceError("invalid_option", `the seed: ${all.join("; ")}`);
}
