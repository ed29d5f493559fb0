import { type Clock, parseJson, RestError, systemClock } from "@specwright/runtime";
import { isObject } from "@specwright/runtime/codegen";
import { timeoutSignal } from "@specwright/runtime/transport";

/** The address of an endpoint, or a function that finds it. */
export type EndpointUrl = string | (() => string | Promise<string>);

/** The secret of a client, or a function that fetches it for each request. */
export type ClientSecret = string | (() => string | Promise<string>);

/** A token endpoint of OAuth 2 (RFC 6749), and the client that is registered there. */
export interface TokenEndpoint {
  /**
   * The `tokenUrl` of the contract; for `refreshToken`, its `refreshUrl`. It may also be a function that
   * finds the URL; see `discoveredEndpoint`.
   */
  readonly tokenUrl: EndpointUrl;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: ClientSecret;
  /**
   * How the id and the secret are sent. `basic`: form-encoded, in the header `Authorization: Basic`.
   * `body`: as `client_id` and `client_secret` in the body (section 2.3.1). Default `basic`.
   */
  readonly authentication?: "basic" | "body";
  readonly scopes?: readonly string[];
  /** Additional parameters, such as an `audience`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** How long before its expiry a token is replaced, in milliseconds. Default 30,000. */
  readonly earlyMs?: number;
  /** The timeout of a request for a token, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Pick<Clock, "now">;
}

/** The tokens that a token endpoint issued. */
export interface IssuedTokens {
  readonly accessToken: string;
  /** Milliseconds since the epoch; absent if the endpoint does not send an expiry. */
  readonly expiresAtMs?: number;
  /** The token for the next refresh; absent if the endpoint issued none. */
  readonly refreshToken?: string;
}

/** The response of a token endpoint: tokens, or an error. */
export interface TokenAnswer {
  readonly status: number;
  readonly issued?: IssuedTokens;
  /** The JSON of the answer. */
  readonly content: Readonly<Record<string, unknown>>;
}

/**
 * Requests tokens by a grant, and returns them.
 *
 * @throws RestError with `token_refused` or `network`.
 */
export async function requestTokens(
  endpoint: TokenEndpoint,
  grant: Readonly<Record<string, string>>,
): Promise<IssuedTokens> {
  const answer = await askForTokens(endpoint, grant);
  if (answer.issued !== undefined) return answer.issued;
  throw tokenError(answer);
}

/**
 * Requests tokens by a grant, and returns the answer even if it is an error.
 *
 * @throws RestError with `network`.
 */
export async function askForTokens(
  endpoint: TokenEndpoint,
  grant: Readonly<Record<string, string>>,
): Promise<TokenAnswer> {
  const { clock = systemClock } = endpoint;
  const sentAt = clock.now();
  const { status, content } = await postForm(endpoint, endpoint.tokenUrl, grant);
  const issued = status === 200 ? issuedTokens(content, sentAt) : undefined;
  return { status, content, ...(issued && { issued }) };
}

/**
 * Sends a form to an endpoint of the authorization server, with the id and the secret of the client.
 *
 * @throws RestError with `network`.
 */
export async function postForm(
  endpoint: TokenEndpoint,
  url: EndpointUrl,
  fields: Readonly<Record<string, string>>,
): Promise<Pick<TokenAnswer, "status" | "content">> {
  const { scopes = [], parameters, timeoutMs = 30_000, fetch: send = globalThis.fetch } = endpoint;
  const scope = scopes.length === 0 ? {} : { scope: scopes.join(" ") };
  const client = await clientParts(endpoint);
  const address = typeof url === "string" ? url : await url();
  try {
    const response = await send(address, {
      method: "POST",
      headers: { accept: "application/json", ...client.headers },
      // fetch sends `URLSearchParams` as a form, with the matching content type.
      body: new URLSearchParams({ ...fields, ...scope, ...parameters, ...client.body }),
      // Redirects are not followed, because a different address must not receive the secret.
      redirect: "manual",
      signal: timeoutSignal(timeoutMs),
    });
    return { status: response.status, content: readTokens(await response.text()) };
  } catch (cause) {
    throw new RestError("network", "the token endpoint is unreachable", { cause });
  }
}

/** Creates the error for an endpoint that issued no tokens. Of its answer, only the `error` is quoted. */
export function tokenError({
  status,
  content,
}: Pick<TokenAnswer, "status" | "content">): RestError {
  const { error, error_description: description } = content;
  const words = [error, description].filter((word) => typeof word === "string");
  const reason = words.length === 0 ? `with status ${status}` : words.join(": ").slice(0, 200);
  return new RestError("token_refused", `the token endpoint returned ${reason}`, { status });
}

async function clientParts({
  clientId,
  clientSecret,
  authentication = "basic",
}: TokenEndpoint): Promise<{
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, string>>;
}> {
  if (clientSecret === undefined) return { body: { client_id: clientId } };
  const secret = typeof clientSecret === "string" ? clientSecret : await clientSecret();
  if (authentication === "body") return { body: { client_id: clientId, client_secret: secret } };
  // Form-encoded text is ASCII.
  return {
    headers: { authorization: `Basic ${btoa(`${formText(clientId)}:${formText(secret)}`)}` },
  };
}

function formText(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}

function readTokens(text: string): Readonly<Record<string, unknown>> {
  try {
    const answer = parseJson(text);
    return isObject(answer) ? answer : {};
  } catch {
    return {};
  }
}

/** Reads a successful answer (section 5.1). Undefined if it has no token that can be used. */
function issuedTokens(
  answer: Readonly<Record<string, unknown>>,
  sentAt: number,
): IssuedTokens | undefined {
  const { access_token: accessToken, token_type: type, expires_in: lifetime } = answer;
  if (typeof accessToken !== "string" || accessToken === "") return undefined;
  if (typeof type === "string" && type.toLowerCase() !== "bearer") return undefined;
  const seconds = Number(lifetime ?? Number.NaN);
  const { refresh_token: refreshToken } = answer;
  return {
    accessToken,
    ...(Number.isFinite(seconds) ? { expiresAtMs: sentAt + seconds * 1000 } : {}),
    ...(typeof refreshToken === "string" ? { refreshToken } : {}),
  };
}
