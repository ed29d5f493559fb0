import type { CustomValues } from "../custom-fields/custom-fields.ts";

/** The permissions of a user. */
export type Role = "member" | "moderator" | "admin";

/** The stored data of a user. The service never sends all of it to clients. */
export interface UserRecord {
  readonly id: number;
  readonly username: string;
  /** The mail address. It becomes null when a different user verifies the same address. */
  readonly email: string | null;
  /** Whether the user has verified the address. If so, no other user has this address. */
  readonly emailVerified: boolean;
  /** The hash in PHC format, which includes the parameters of the hash function. */
  readonly passwordHash: string;
  readonly role: Role;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly description: string | null;
  readonly customFields: CustomValues;
  /**
   * When the user was suspended; null if the user is not suspended. A suspended user cannot log in.
   */
  readonly suspendedAt: number | null;
  /** The version. It starts with 1 and increases with each change. */
  readonly version: number;
  /** Milliseconds since the epoch. All times in this file have this unit. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A user to insert, who has no id yet. */
export type NewUser = Omit<UserRecord, "id" | "version" | "suspendedAt">;

/** Finds users. Letter case is ignored in usernames and addresses. */
export interface UserReader {
  byId(id: number): Promise<UserRecord | undefined>;
  byUsername(username: string): Promise<UserRecord | undefined>;
  /**
   * Returns the user who verified this address. If nobody verified it and exactly one user has it,
   * returns this user.
   */
  byEmail(email: string): Promise<UserRecord | undefined>;
  /** Returns the user who has verified this address. */
  byVerifiedEmail(email: string): Promise<UserRecord | undefined>;
  /**
   * Reports whether a username is reserved, because a deleted moderator or administrator had it.
   */
  isRetired(username: string): Promise<boolean>;
}

/** Finds a user by username or address. An address contains `@`, and a username does not. */
export function findUser(users: UserReader, name: string): Promise<UserRecord | undefined> {
  return name.includes("@") ? users.byEmail(name) : users.byUsername(name);
}

/** Stores users. */
export interface UserRepository extends UserReader {
  /** Returns a user and locks the user's row until the transaction ends. */
  lock(id: number): Promise<UserRecord | undefined>;
  /** Returns all users with this address and locks their rows until the transaction ends. */
  lockHolders(email: string): Promise<readonly UserRecord[]>;
  /**
   * Adds a user. Resolves with undefined if the username is taken or reserved, or a different user
   * has verified the address.
   */
  insert(user: NewUser): Promise<UserRecord | undefined>;
  /**
   * Updates the user with this id, and increments the version. If the address is verified, no other
   * user may have it.
   */
  update(user: UserRecord): Promise<UserRecord>;
  /**
   * Returns the ids of the administrators. Their roles cannot change until the transaction ends.
   */
  lockAdmins(): Promise<readonly number[]>;
  /** Sets the role of a user. */
  setRole(id: number, role: Role): Promise<void>;
  /** Suspends a user. If `at` is null, lifts the suspension. */
  setSuspended(id: number, at: number | null): Promise<UserRecord>;
  /** Reserves a username permanently. */
  retireName(username: string, now: number): Promise<void>;
  /** Deletes a user with all their data. */
  delete(id: number): Promise<void>;
}

/**
 * Parses a stored role. A role from a later version of the service, which is unknown here, becomes
 * `member`.
 */
export function readRole(text: string): Role {
  return text === "admin" || text === "moderator" ? text : "member";
}

/**
 * Normalizes a username or a mail address, so that two of them can be compared. Both contain only
 * ASCII characters.
 */
export function foldName(name: string): string {
  return name.toLowerCase();
}
