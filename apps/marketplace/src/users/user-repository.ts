import type { CustomValues } from "../custom-fields/custom-fields.ts";

/** Says what a user may do. */
export type Role = "member" | "moderator" | "admin";

/** A user as stored. Never leaves the service in this form. */
export interface UserRecord {
  readonly id: number;
  readonly username: string;
  /** Null once another user has verified the address that this one had. */
  readonly email: string | null;
  /** Whether the user has shown that they read mail to the address; nobody else has it then. */
  readonly emailVerified: boolean;
  /** In PHC form, with its parameters. */
  readonly passwordHash: string;
  readonly role: Role;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly description: string | null;
  readonly customFields: CustomValues;
  /** Counts the changes, from 1. */
  readonly version: number;
  /** Milliseconds since the epoch, as every time here. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A user without an id. */
export type NewUser = Omit<UserRecord, "id" | "version">;

/** Finds users. Names and addresses match whatever their case. */
export interface UserReader {
  byId(id: number): Promise<UserRecord | undefined>;
  byUsername(username: string): Promise<UserRecord | undefined>;
  /**
   * Finds whom an address stands for: the user who has verified it, or the only one who holds it.
   * Where several hold it and none has verified it, nobody.
   */
  byEmail(email: string): Promise<UserRecord | undefined>;
  /** Finds the user who has verified an address. */
  byVerifiedEmail(email: string): Promise<UserRecord | undefined>;
  /** Reports whether a name is reserved because a deleted moderator or administrator had it. */
  isRetired(username: string): Promise<boolean>;
}

/** Finds a user by what they log in with: a username has no `@`. */
export function findUser(users: UserReader, name: string): Promise<UserRecord | undefined> {
  return name.includes("@") ? users.byEmail(name) : users.byUsername(name);
}

/** Stores users. */
export interface UserRepository extends UserReader {
  /** Finds a user and keeps others from changing it until the transaction ends. */
  lock(id: number): Promise<UserRecord | undefined>;
  /** Finds all who hold an address, and keeps others from changing them until the end. */
  lockHolders(email: string): Promise<readonly UserRecord[]>;
  /** Adds a user; nothing when the name is taken or retired, or two would have verified an address. */
  insert(user: NewUser): Promise<UserRecord | undefined>;
  /** Replaces a user by its number; its version goes up by one. A verified address must be free. */
  update(user: UserRecord): Promise<UserRecord>;
  /**
   * Returns the ids of the administrators, whose roles cannot change until the transaction ends.
   */
  lockAdmins(): Promise<readonly number[]>;
  /** Changes the role of a user. */
  setRole(id: number, role: Role): Promise<void>;
  /** Keeps everybody from taking a name again. */
  retireName(username: string, now: number): Promise<void>;
  /** Deletes a user with all that is theirs. */
  delete(id: number): Promise<void>;
}

/** Reads a role. Whatever a later version may have called one, it lets nobody do more. */
export function readRole(text: string): Role {
  return text === "admin" || text === "moderator" ? text : "member";
}

/** Folds a username or an email address to what it is compared by. Both are ASCII. */
export function foldName(name: string): string {
  return name.toLowerCase();
}
