import type { Clock } from "@specwright/runtime";
import type { PublisherStorage } from "../storage/publisher-storage.ts";
import type { StoredToken, TokenRights } from "../storage/token-repository.ts";
import { createTokenText, type RandomBytes, tokenParts } from "./token-text.ts";

/** The properties of a new token. */
export interface TokenOrder {
  readonly label: string;
  readonly rights: TokenRights;
  /** The only interface that the token is valid for; null for all interfaces. */
  readonly interface: string | null;
}

/** A new token. Its text is not stored, so it cannot be shown again. */
export interface IssuedToken {
  readonly text: string;
  readonly stored: StoredToken;
}

/** The services to issue a token. */
export interface TokenIssuer {
  readonly storage: PublisherStorage;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}

/** Issues a token. Rejects with `SqlError` `foreign_key` if the interface does not exist. */
export async function issueToken(
  { storage, clock, random }: TokenIssuer,
  order: TokenOrder,
): Promise<IssuedToken> {
  const text = createTokenText(random);
  const parts = tokenParts(text);
  if (parts === undefined) throw new TypeError("the random source returned too few bytes");
  const stored = { ...parts, ...order, createdAt: clock.now(), revokedAt: null };
  await storage.transaction(({ tokens }) => tokens.insert(stored));
  return { text, stored };
}
