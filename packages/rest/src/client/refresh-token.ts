import { type IssuedTokens, requestTokens, type TokenEndpoint } from "./token-request.ts";
import { type TokenSource, tokenSource } from "./token-source.ts";

/** Options for `refreshToken`. */
export interface RefreshTokenOptions extends TokenEndpoint {
  readonly refreshToken: string;
  /** An access token that is still valid, if there is one. */
  readonly accessToken?: string;
  /** The time when the access token expires, in milliseconds since the epoch. */
  readonly expiresAtMs?: number;
  /**
   * Called with each issued set of tokens, so that the caller can store them: the endpoint may
   * replace the refresh token each time.
   */
  readonly onTokens?: (tokens: IssuedTokens) => void | Promise<void>;
}

/**
 * Creates a source of tokens by the grant `refresh_token` (RFC 6749, section 6). Use it for a user who has
 * logged in. If the endpoint issues a new refresh token, the new token replaces the former one.
 */
export function refreshToken(options: RefreshTokenOptions): TokenSource {
  const { accessToken, expiresAtMs, onTokens } = options;
  let refresh = options.refreshToken;

  async function obtainTokens(): Promise<IssuedTokens> {
    const grant = { grant_type: "refresh_token", refresh_token: refresh };
    const issued = { refreshToken: refresh, ...(await requestTokens(options, grant)) };
    refresh = issued.refreshToken;
    await onTokens?.(issued);
    return issued;
  }

  return tokenSource(
    obtainTokens,
    options,
    accessToken === undefined
      ? undefined
      : { accessToken, ...(expiresAtMs === undefined ? {} : { expiresAtMs }) },
  );
}
