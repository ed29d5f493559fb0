// Links with a secret, which let feed readers read the feeds of a private branch.

import { hash } from "node:crypto";
import type { Services } from "../services.ts";
import type { FeedKeyReader } from "../storage/feed-key-repository.ts";
import { createTokenText, isSameHash } from "../tokens/token-text.ts";

/** Reports whether a secret is valid for a branch. */
export async function isFeedKey(
  keys: FeedKeyReader,
  { name }: { readonly name: string },
  branch: string,
  key: string,
): Promise<boolean> {
  const stored = await keys.ofBranch(name, branch);
  return stored !== undefined && isSameHash(stored.hash, hash("sha256", key, "hex"));
}

/**
 * Creates a secret for a branch, and invalidates the previous secret. Returns undefined if the
 * interface does not exist.
 */
export async function replaceFeedKey(
  { storage, clock, random }: Pick<Services, "storage" | "clock" | "random">,
  name: string,
  branch: string,
): Promise<{ readonly key: string; readonly createdAt: number } | undefined> {
  const key = createTokenText(random);
  const createdAt = clock.now();
  return await storage.transaction(async ({ interfaces, feedKeys }) => {
    if ((await interfaces.lock(name)) === undefined) return undefined;
    const stored = { interface: name, branch, hash: hash("sha256", key, "hex"), createdAt };
    await feedKeys.replace(stored);
    return { key, createdAt };
  });
}
