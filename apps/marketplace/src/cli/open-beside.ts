import { DatabaseError } from "@specwright/service/database";
import type { MarketplaceStorage } from "../storage/marketplace-storage.ts";
import { openStorage, type StorageOptions } from "../storage/open-storage.ts";

/** Opens the database, even if a running service uses it. */
export async function openBeside(options: StorageOptions): Promise<MarketplaceStorage> {
  try {
    return await openStorage(options);
  } catch (error) {
    const isInUse = error instanceof DatabaseError && error.code === "database_in_use";
    if (!isInUse) throw error;
    return await openStorage({ ...options, isBeside: true });
  }
}
