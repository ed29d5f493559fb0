import { createHash } from "node:crypto";
import { findUser, type UserReader, type UserRecord } from "../storage/user-repository.ts";

/**
 * Returns the key that counts attempts on an account. It is the same for all spellings, and also
 * exists for unknown
 * accounts. It changes with the password, which clears the count.
 */
export async function accountOf(users: UserReader, name: string): Promise<string> {
  const folded = foldSpelling(name);
  const user = await findUser(users, folded);
  return user === undefined ? `name ${folded}` : accountOfUser(user);
}

/**
 * Returns the key of the login limit. An address and a username are counted separately, because a
 * shared limit would reveal
 * that they belong together. It also changes with the password.
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
