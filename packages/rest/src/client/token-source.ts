import { systemClock } from "@specwright/runtime";
import type { IssuedTokens, TokenEndpoint } from "./token-request.ts";

/** Returns a valid access token. `refused` is a token that a server has just refused. */
export type TokenSource = (refused?: string) => Promise<string>;

/**
 * Creates a source that keeps a token until shortly before it expires, or until a server refuses
 * it. Concurrent calls that need a new token share one request.
 */
export function tokenSource(
  obtain: () => Promise<IssuedTokens>,
  { earlyMs = 30_000, clock = systemClock }: Pick<TokenEndpoint, "earlyMs" | "clock">,
  initial?: IssuedTokens,
): TokenSource {
  let current = initial && withUsableUntil(initial);
  let pending: Promise<string> | undefined;

  /**
   * Adds the time until which a token is used. A token is used for at least half of its lifetime, even if
   * the lifetime is short.
   */
  function withUsableUntil({
    accessToken,
    expiresAtMs = Number.POSITIVE_INFINITY,
  }: IssuedTokens): Kept {
    const lifeMs = expiresAtMs - clock.now();
    return { accessToken, until: expiresAtMs - Math.min(earlyMs, lifeMs / 2) };
  }

  async function replaceToken(): Promise<string> {
    try {
      current = withUsableUntil(await obtain());
      return current.accessToken;
    } finally {
      pending = undefined;
    }
  }

  return async (refused) => {
    if (current?.accessToken === refused) current = undefined;
    if (current !== undefined && clock.now() < current.until) return current.accessToken;
    pending ??= replaceToken();
    return await pending;
  };
}

interface Kept {
  readonly accessToken: string;
  /** In milliseconds since the epoch. */
  readonly until: number;
}
