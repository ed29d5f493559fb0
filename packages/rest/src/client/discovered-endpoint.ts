import { parseJson, RestError } from "@specwright/runtime";
import { isObject } from "@specwright/runtime/codegen";
import { parseUrl, timeoutSignal } from "@specwright/runtime/transport";

/** Options for `discoveredEndpoint`. */
export interface DiscoveryOptions {
  /** Default `token_endpoint`. */
  readonly endpoint?: "token_endpoint" | "device_authorization_endpoint";
  /** The timeout of the request in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Creates a function that finds an endpoint in the metadata of an authorization server. The address of the
 * metadata is the `openIdConnectUrl` (OpenID Connect Discovery) or the `oauth2MetadataUrl` (RFC 8414) of a
 * security scheme. The metadata is read when the first token is needed. If reading fails, the next call
 * tries again.
 *
 * The function rejects with `RestError`: `network` if the server does not answer; `token_refused`
 * if the issuer in the metadata does not match its address (RFC 8414, section 3.3), if the metadata
 * lacks the endpoint, or if the endpoint has no HTTPS although the address has it.
 *
 * @example
 * ```ts
 * const tokenUrl = discoveredEndpoint("https://id.example.com/.well-known/openid-configuration");
 * const oidc = clientCredentials({ tokenUrl, clientId, clientSecret });
 * ```
 */
export function discoveredEndpoint(
  metadataUrl: string,
  { endpoint = "token_endpoint", ...options }: DiscoveryOptions = {},
): () => Promise<string> {
  let found: Promise<string> | undefined;
  async function findEndpoint(): Promise<string> {
    try {
      return endpointIn(await readMetadata(metadataUrl, options), metadataUrl, endpoint);
    } catch (error) {
      found = undefined;
      throw error;
    }
  }
  return async () => {
    found ??= findEndpoint();
    return await found;
  };
}

async function readMetadata(
  url: string,
  { timeoutMs = 30_000, fetch: send = globalThis.fetch }: DiscoveryOptions,
): Promise<unknown> {
  let answer: Response;
  let text: string;
  try {
    answer = await send(url, {
      headers: { accept: "application/json" },
      signal: timeoutSignal(timeoutMs),
    });
    text = await answer.text();
  } catch (cause) {
    throw new RestError("network", `${url} is unreachable`, { cause });
  }
  if (answer.status !== 200) throw invalidMetadata(url, `returned status ${answer.status}`);
  try {
    return parseJson(text);
  } catch (cause) {
    throw invalidMetadata(url, "is not JSON", cause);
  }
}

function endpointIn(metadata: unknown, url: string, endpoint: string): string {
  const members = isObject(metadata) ? metadata : {};
  const wanted = issuerOf(url);
  const { issuer } = members;
  // The issuer may end with a slash that its well-known address does not contain.
  if (wanted !== undefined && issuer !== wanted && issuer !== `${wanted}/`) {
    throw invalidMetadata(url, `belongs to an issuer other than ${wanted}`);
  }
  const found = members[endpoint];
  const target = parseUrl(String(found));
  if (typeof found !== "string" || target === undefined)
    throw invalidMetadata(url, `has no ${endpoint}`);
  const isDowngraded = url.startsWith("https:") && target.protocol !== "https:";
  if (isDowngraded) throw invalidMetadata(url, `has a ${endpoint} without HTTPS`);
  return found;
}

/** Returns the issuer to which a well-known address belongs; undefined for any other address. */
function issuerOf(url: string): string | undefined {
  const [, before, name, after = ""] =
    /^(.*)\/\.well-known\/(openid-configuration|oauth-authorization-server)(\/.*)?$/.exec(url) ??
    [];
  if (before === undefined || name === undefined) return undefined;
  return `${before}${after}`;
}

function invalidMetadata(url: string, what: string, cause?: unknown): RestError {
  return new RestError("token_refused", `the metadata at ${url} ${what}`, { cause });
}
