import { createHash } from "node:crypto";
import { findUser, type UserReader, type UserRecord } from "../storage/user-repository.ts";

/**
 * Returns the key under which attempts on an account are counted. All spellings of a username or
 * address have the same key. Unknown accounts have a key, too. A new password changes the key, so
 * the count starts again.
 */
export async function accountOf(users: UserReader, name: string): Promise<string> {
  const folded = foldSpelling(name);
  const user = await findUser(users, folded);
  return user === undefined ? `name ${folded}` : accountOfUser(user);
}

/**
 * Returns the key under which the login limit counts. An address and a username of one user have
 * different keys, because a shared limit would reveal that they belong together. A new password
 * changes the key.
 */
export async function loginNameOf(users: UserReader, name: string): Promise<string> {
  const folded = foldSpelling(name);
  if (!folded.includes("@")) return await accountOf(users, folded);
  const user = await findUser(users, folded);
  return user === undefined ? `name ${folded}` : `name ${folded} ${passwordMark(user)}`;
}

/** Normalizes the spelling of a username or address. */
export function foldSpelling(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s/g, "").toLowerCase();
}

function accountOfUser(user: Pick<UserRecord, "id" | "passwordHash">): string {
  return `user ${user.id} ${passwordMark(user)}`;
}

function passwordMark({ passwordHash }: Pick<UserRecord, "passwordHash">): string {
  return createHash("sha256").update(passwordHash).digest("base64url").slice(0, 16);
}
