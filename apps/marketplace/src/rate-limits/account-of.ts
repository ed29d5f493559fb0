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

/** Folds what somebody typed as a name to what it means. */
export function foldSpelling(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s/g, "").toLowerCase();
}

function accountOfUser({ id, passwordHash }: Pick<UserRecord, "id" | "passwordHash">): string {
  const password = createHash("sha256").update(passwordHash).digest("base64url").slice(0, 16);
  return `user ${id} ${password}`;
}
