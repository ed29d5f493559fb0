import type { Repositories } from "../storage/marketplace-storage.ts";
import type { UserRecord } from "../storage/user-repository.ts";

/**
 * Reports whether a user is the only administrator. The roles of administrators cannot change until
 * the transaction ends.
 */
export async function isLastAdmin(
  { users }: Pick<Repositories, "users">,
  { id, role }: Pick<UserRecord, "id" | "role">,
): Promise<boolean> {
  if (role !== "admin") return false;
  const admins = await users.lockAdmins();
  return admins.every((admin) => admin === id);
}
