import { type ClientSecret, requestTokens, type TokenEndpoint } from "./token-request.ts";
import { type TokenSource, tokenSource } from "./token-source.ts";

/** Options for `clientCredentials`. */
export interface ClientCredentialsOptions extends TokenEndpoint {
  readonly clientSecret: ClientSecret;
}

/**
 * Creates a source of tokens by the grant `client_credentials` (RFC 6749, section 4.4). Use it for a
 * program that acts on its own behalf.
 *
 * @example
 * ```ts
 * const transport = restTransport({
 *   baseUrl,
 *   credentials: { oauth: clientCredentials({ tokenUrl, clientId, clientSecret, scopes: ["read"] }) },
 * });
 * ```
 */
export function clientCredentials(options: ClientCredentialsOptions): TokenSource {
  return tokenSource(() => requestTokens(options, { grant_type: "client_credentials" }), options);
}
