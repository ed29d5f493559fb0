import type { Repositories } from "../storage/marketplace-storage.ts";
import type { UserRecord } from "../storage/user-repository.ts";

/**
 * Marks the address of a user as verified, and removes it from all other users. `holders` are all
 * users with this address. The caller must have locked them. Returns the updated user. Returns
 * undefined if a different user has already verified the address.
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
    // The other user loses the address, so keys that were mailed to it must become invalid.
    await mailedKeys.deleteOfUser(other.id);
    await users.update({ ...other, email: null, updatedAt: now });
  }
  if (user.emailVerified) return user;
  return await users.update({ ...user, emailVerified: true, updatedAt: now });
}
