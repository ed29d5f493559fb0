import { createHash } from "node:crypto";
import { findUser, type UserReader, type UserRecord } from "../storage/user-repository.ts";

/**
 * Returns the key by which attempts on an account are counted. All spellings of a name have the
 * same key, and unknown accounts have a key too. A new password changes the key, which clears the
 * count.
 */
export async function accountOf(users: UserReader, name: string): Promise<string> {
  const folded = foldSpelling(name);
  const user = await findUser(users, folded);
  return user === undefined ? `name ${folded}` : accountOfUser(user);
}

/**
 * Returns the key of the login limit. An address and a username are counted separately, because a
 * shared limit would reveal that they belong together. A new password changes this key too.
 */
export async function loginNameOf(users: UserReader, name: string): Promise<string> {
  const folded = foldSpelling(name);
  if (!folded.includes("@")) return await accountOf(users, folded);
  const user = await findUser(users, folded);
  return user === undefined ? `name ${folded}` : `name ${folded} ${passwordMark(user)}`;
}

/** Normalises the spelling of a name. */
export function foldSpelling(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s/g, "").toLowerCase();
}

function accountOfUser(user: Pick<UserRecord, "id" | "passwordHash">): string {
  return `user ${user.id} ${passwordMark(user)}`;
}

function passwordMark({ passwordHash }: Pick<UserRecord, "passwordHash">): string {
  return createHash("sha256").update(passwordHash).digest("base64url").slice(0, 16);
}
