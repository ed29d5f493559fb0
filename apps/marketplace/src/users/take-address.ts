import type { Repositories } from "../storage/marketplace-storage.ts";
import type { UserRecord } from "../storage/user-repository.ts";

/**
 * Marks the address of a user as verified. Other users with the same unverified address lose it.
 * `holders` are all users with the address. The caller must have locked them. Returns the updated
 * user; undefined if another user has verified the address.
 */
export async function takeAddress(
  { users, mailedKeys }: Pick<Repositories, "users" | "mailedKeys">,
  user: UserRecord,
  holders: readonly UserRecord[],
  now: number,
): Promise<UserRecord | undefined> {
  const others = holders.filter(({ id }) => id !== user.id);
  if (others.some(({ emailVerified }) => emailVerified)) return undefined;
  for (const other of others) {
    // Keys that were mailed to the address must not work for accounts that lose it.
    await mailedKeys.deleteOfUser(other.id);
    await users.update({ ...other, email: null, updatedAt: now });
  }
  if (user.emailVerified) return user;
  return await users.update({ ...user, emailVerified: true, updatedAt: now });
}
