import { RegisterUserBodySchema } from "@specwright/marketplace-api/schemas";
import type { RegisterUserBody } from "@specwright/marketplace-api/types";
import { MarketplaceError } from "./marketplace-error.ts";
import type { Services } from "./services.ts";
import type { ListingStatus } from "./storage/listing-status.ts";
import type { Role } from "./storage/user-repository.ts";
import { takeAddress } from "./users/take-address.ts";

/** Users and listings to add directly. */
export interface MarketplaceSeed {
  readonly users?: readonly SeedUser[];
  /**
   * The listings of users that this seed adds. Listings of users who already exist are not added.
   */
  readonly listings?: readonly SeedListing[];
}

/** A user to add, unless the username is taken. The address counts as verified. */
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

/** The users and listings that were added. Users who already existed are not included. */
export interface Seeded {
  /** The ids of the users, by username. */
  readonly users: ReadonlyMap<string, number>;
  /** The ids of the listings, in order. */
  readonly listings: readonly number[];
}

/**
 * Adds users and listings in one transaction.
 *
 * @throws MarketplaceError for an invalid user, or a listing whose owner is not in the seed. The
 * message names every such row.
 */
export async function seedMarketplace(services: Services, seed: MarketplaceSeed): Promise<Seeded> {
  const { storage, clock, passwords } = services;
  const missing: (SeedUser & { readonly passwordHash: string })[] = [];
  requireRows(seed);
  for (const user of seed.users ?? []) {
    const { username, password } = user;
    if ((await storage.committed.users.byUsername(username)) !== undefined) continue;
    // A deleted administrator must not be recreated by a restart.
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
        // A different process has added the same user.
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

/** Returns a description of a rule instead of its pattern. */
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
