// Links with a secret, by which feed readers read the feeds of a private branch.

import { hash } from "node:crypto";
import type { Services } from "../services.ts";
import type { FeedKeyReader } from "../storage/feed-key-repository.ts";
import { createTokenText, isSameHash } from "../tokens/token-text.ts";

/** Reports whether a secret is the one of a branch. */
export async function isFeedKey(
  keys: FeedKeyReader,
  { name }: { readonly name: string },
  branch: string,
  key: string,
): Promise<boolean> {
  const stored = await keys.ofBranch(name, branch);
  return stored !== undefined && isSameHash(stored.hash, hash("sha256", key, "hex"));
}

/** Creates the secret of a branch in place of the one before; `undefined` without the interface. */
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
