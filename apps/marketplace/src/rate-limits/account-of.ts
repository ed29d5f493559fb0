import { createHash } from "node:crypto";
import { findUser, type UserReader, type UserRecord } from "../users/user-repository.ts";

/**
 * Names the account that a login aims at, however it is spelled; a name that nobody has too. With a
 * new password it has another name: what was counted before is lifted with it.
 */
export async function accountOf(users: UserReader, name: string): Promise<string> {
  const folded = foldSpelling(name);
  const user = await findUser(users, folded);
  return user === undefined ? `name ${folded}` : accountOfUser(user);
}

/**
 * Names what the limit of logins counts: an address is one thing and a username another, or the
 * limit of one would tell whose the other is. With a new password it has another name, too.
 */
export async function loginNameOf(users: UserReader, name: string): Promise<string> {
  const folded = foldSpelling(name);
  if (!folded.includes("@")) return await accountOf(users, folded);
  const user = await findUser(users, folded);
  return user === undefined ? `name ${folded}` : `name ${folded} ${passwordMark(user)}`;
}

/** Folds what somebody typed as a name to what it means. */
export function foldSpelling(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s/g, "").toLowerCase();
}

function accountOfUser(user: Pick<UserRecord, "id" | "passwordHash">): string {
  return `user ${user.id} ${passwordMark(user)}`;
}

function passwordMark({ passwordHash }: Pick<UserRecord, "passwordHash">): string {
  return createHash("sha256").update(passwordHash).digest("base64url").slice(0, 16);
}
