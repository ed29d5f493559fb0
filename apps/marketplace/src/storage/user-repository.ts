import type { CustomValues } from "../custom-fields/custom-fields.ts";

/** The permissions of a user. */
export type Role = "member" | "moderator" | "admin";

/** A user as stored. The service never sends this form to clients. */
export interface UserRecord {
  readonly id: number;
  readonly username: string;
  /** The address; null if another user has verified the address of this user. */
  readonly email: string | null;
  /** Whether the user has verified the address. No other user has a verified address. */
  readonly emailVerified: boolean;
  /** In PHC form, with its parameters. */
  readonly passwordHash: string;
  readonly role: Role;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly description: string | null;
  readonly customFields: CustomValues;
  /**
   * The time when the user was suspended; null for a user who is not suspended. A suspended user
   * cannot log in.
   */
  readonly suspendedAt: number | null;
  /** The number of changes, from 1. */
  readonly version: number;
  /** Milliseconds since the epoch, as every time here. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A user without an id. */
export type NewUser = Omit<UserRecord, "id" | "version" | "suspendedAt">;

/** Finds users. Names and addresses match in any letter case. */
export interface UserReader {
  byId(id: number): Promise<UserRecord | undefined>;
  byUsername(username: string): Promise<UserRecord | undefined>;
  /** Finds the user with an address: the user who verified it, or else the only user who has it. */
  byEmail(email: string): Promise<UserRecord | undefined>;
  /** Finds the user who has verified an address. */
  byVerifiedEmail(email: string): Promise<UserRecord | undefined>;
  /** Reports whether a name is reserved because a deleted moderator or administrator had it. */
  isRetired(username: string): Promise<boolean>;
}

/** Finds a user by username or address: a username has no `@`. */
export function findUser(users: UserReader, name: string): Promise<UserRecord | undefined> {
  return name.includes("@") ? users.byEmail(name) : users.byUsername(name);
}

/** Stores users. */
export interface UserRepository extends UserReader {
  /** Finds a user and locks it until the transaction ends. */
  lock(id: number): Promise<UserRecord | undefined>;
  /** Finds all users with an address and locks them until the transaction ends. */
  lockHolders(email: string): Promise<readonly UserRecord[]>;
  /**
   * Adds a user; resolves with undefined if the name is taken or reserved, or another user has
   * verified the address.
   */
  insert(user: NewUser): Promise<UserRecord | undefined>;
  /** Replaces a user by id and increments the version. A verified address must be free. */
  update(user: UserRecord): Promise<UserRecord>;
  /**
   * Returns the ids of the administrators, whose roles cannot change until the transaction ends.
   */
  lockAdmins(): Promise<readonly number[]>;
  /** Changes the role of a user. */
  setRole(id: number, role: Role): Promise<void>;
  /** Suspends a user, or lifts the suspension with null. */
  setSuspended(id: number, at: number | null): Promise<UserRecord>;
  /** Reserves a name permanently. */
  retireName(username: string, now: number): Promise<void>;
  /** Deletes a user with all their data. */
  delete(id: number): Promise<void>;
}

/** Parses a role. An unknown role of a later version counts as `member`. */
export function readRole(text: string): Role {
  return text === "admin" || text === "moderator" ? text : "member";
}

/** Normalises a username or an email address for comparison. Both are ASCII. */
export function foldName(name: string): string {
  return name.toLowerCase();
}
