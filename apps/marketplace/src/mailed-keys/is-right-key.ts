import { timingSafeEqual } from "node:crypto";
import type { KeyKind } from "../storage/mailed-key-repository.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";

/** A key from a request. */
export interface PresentedKey {
  readonly kind: KeyKind;
  readonly userId: number;
  /** The hash of the key; an empty string if the key is malformed. */
  readonly keyHash: string;
}

/**
 * Reports whether a key belongs to the user and is valid. A valid key stays valid until the
 * transaction ends.
 */
export async function isRightKey(
  { mailedKeys }: Pick<Repositories, "mailedKeys">,
  { kind, userId, keyHash }: PresentedKey,
  now: number,
): Promise<boolean> {
  const known = await mailedKeys.lock(kind, userId);
  if (known === undefined || known.expiresAt <= now) return false;
  // A key of 256 bits cannot be guessed, so wrong keys do not invalidate the stored key. If they
  // did, anyone could invalidate the key of a user.
  return isSameHash(known.keyHash, keyHash);
}

function isSameHash(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
