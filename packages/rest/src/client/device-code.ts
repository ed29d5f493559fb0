import { type Clock, RestError, sleep, systemClock } from "@specwright/runtime";
import {
  askForTokens,
  type EndpointUrl,
  type IssuedTokens,
  postForm,
  type TokenEndpoint,
  tokenError,
} from "./token-request.ts";
import { type TokenSource, tokenSource } from "./token-source.ts";

/** The prompt for the user who authorizes a device. */
export interface DevicePrompt {
  /** The code that the user enters at `verificationUri`. */
  readonly userCode: string;
  readonly verificationUri: string;
  /**
   * The address that already includes the code, for example for a QR code. Absent if the server does not
   * send it.
   */
  readonly verificationUriComplete?: string;
  /** When the code expires, in milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/** Options for `deviceCode`. */
export interface DeviceCodeOptions extends Omit<TokenEndpoint, "clock"> {
  /** The `deviceAuthorizationUrl` of the contract, or a function that finds it. */
  readonly deviceAuthorizationUrl: EndpointUrl;
  /** Shows the user the login page and the code. */
  readonly onPrompt: (prompt: DevicePrompt) => void | Promise<void>;
  /** Called with each issued set of tokens, so that the caller can store them. */
  readonly onTokens?: (tokens: IssuedTokens) => void | Promise<void>;
  /** Aborts waiting for the user. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

/**
 * Creates a source of tokens by the device authorization grant (RFC 8628), which OpenAPI 3.2 calls the flow
 * `deviceAuthorization`. Use it on devices without a browser. The user logs in when the first token is
 * needed. The user logs in again if the endpoint issued no refresh token or no longer accepts it.
 *
 * A call waits for its credentials only within its time limit, so log in before the first call.
 *
 * @example
 * ```ts
 * const session = deviceCode({
 *   tokenUrl,
 *   deviceAuthorizationUrl,
 *   clientId,
 *   onPrompt: ({ verificationUri, userCode }) => console.log(verificationUri, userCode),
 * });
 * await session();
 * const transport = restTransport({ baseUrl, credentials: { session } });
 * ```
 */
export function deviceCode(options: DeviceCodeOptions): TokenSource {
  const { onTokens } = options;
  let refresh: string | undefined;

  async function obtainTokens(): Promise<IssuedTokens> {
    const issued = (await tryRefreshing()) ?? (await logIn(options));
    refresh = issued.refreshToken ?? refresh;
    const tokens = refresh === undefined ? issued : { ...issued, refreshToken: refresh };
    await onTokens?.(tokens);
    return tokens;
  }

  /**
   * Requests tokens with the refresh token. Returns undefined if the refresh token is missing or revoked.
   */
  async function tryRefreshing(): Promise<IssuedTokens | undefined> {
    if (refresh === undefined) return undefined;
    const grant = { grant_type: "refresh_token", refresh_token: refresh };
    const answer = await askForTokens(options, grant);
    if (answer.issued !== undefined) return answer.issued;
    if (answer.content["error"] !== "invalid_grant") throw tokenError(answer);
    refresh = undefined;
    return undefined;
  }

  return tokenSource(obtainTokens, options);
}

/** Shows the user a code, and asks for tokens until the user has used it (section 3.3 to 3.5). */
async function logIn(options: DeviceCodeOptions): Promise<IssuedTokens> {
  const { deviceAuthorizationUrl, onPrompt, signal, clock = systemClock } = options;
  const askedAt = clock.now();
  const answer = await postForm(options, deviceAuthorizationUrl, {});
  const started = answer.status === 200 ? userPrompt(answer.content, askedAt) : undefined;
  if (started === undefined) throw tokenError(answer);
  await onPrompt(started.prompt);
  let { intervalMs } = started;
  const grant = {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: started.deviceCode,
  };
  for (;;) {
    await sleep(clock, intervalMs, signal);
    if (clock.now() >= started.prompt.expiresAtMs) {
      throw new RestError("token_refused", "the code expired before the user entered it");
    }
    const polled = await askForTokens(withoutScopes(options), grant).catch(ignoreLostConnection);
    if (polled === undefined) {
      intervalMs *= 2;
      continue;
    }
    if (polled.issued !== undefined) return polled.issued;
    const { error } = polled.content;
    if (error === "slow_down") intervalMs += SLOWER_MS;
    else if (error !== "authorization_pending") throw tokenError(polled);
  }
}

/** Ignores a lost connection. After it, the client polls less often (section 3.5). */
function ignoreLostConnection(error: unknown): undefined {
  if (error instanceof RestError && error.code === "network") return undefined;
  throw error;
}

/** The time by which `slow_down` increases the interval (section 3.5). */
const SLOWER_MS = 5000;

const DEFAULT_INTERVAL_S = 5;

function withoutScopes({ scopes: _, ...endpoint }: DeviceCodeOptions): TokenEndpoint {
  return endpoint;
}

interface Started {
  readonly deviceCode: string;
  readonly intervalMs: number;
  readonly prompt: DevicePrompt;
}

/** Reads the answer of section 3.2; undefined if a required member is missing. */
function userPrompt(
  content: Readonly<Record<string, unknown>>,
  askedAt: number,
): Started | undefined {
  const { device_code: code, user_code: userCode, verification_uri: uri } = content;
  const { verification_uri_complete: complete, expires_in: life, interval } = content;
  const texts = [code, userCode, uri];
  if (!texts.every((text) => typeof text === "string") || !Number.isFinite(Number(life))) {
    return undefined;
  }
  return {
    deviceCode: String(code),
    intervalMs: (Number(interval) > 0 ? Number(interval) : DEFAULT_INTERVAL_S) * 1000,
    prompt: {
      userCode: String(userCode),
      verificationUri: String(uri),
      ...(typeof complete === "string" && { verificationUriComplete: complete }),
      expiresAtMs: askedAt + Number(life) * 1000,
    },
  };
}
