import { timingSafeEqual } from "node:crypto";
import type { Repositories } from "../storage/marketplace-storage.ts";
import type { KeyKind } from "./mailed-key-repository.ts";

/** A key that somebody came with. */
export interface PresentedKey {
  readonly kind: KeyKind;
  readonly userId: number;
  /** The hash of what they sent; empty when that cannot be a key. */
  readonly keyHash: string;
}

/**
 * Reports whether a key belongs to the user and is valid; it then stays so until the transaction
 * ends.
 */
export async function isRightKey(
  { mailedKeys }: Pick<Repositories, "mailedKeys">,
  { kind, userId, keyHash }: PresentedKey,
  now: number,
): Promise<boolean> {
  const known = await mailedKeys.lock(kind, userId);
  if (known === undefined || known.expiresAt <= now) return false;
  // Nobody guesses 256 bits: wrong keys void nothing, or anybody could void the right one.
  return isSame(known.keyHash, keyHash);
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
