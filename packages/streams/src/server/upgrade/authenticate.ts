// Verifies the credentials of upgrades on channels with security schemes.

import { StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { CredentialPlace } from "@specwright/runtime/transport";
import type { UpgradeRequest } from "./upgrade-request.ts";

/** A credential in an upgrade request. */
export interface PresentedCredential {
  /**
   * The token, key or password. Empty for a scheme whose credential is not in the request, such as mutual
   * TLS.
   */
  readonly secret: string;
  /** The user name, for schemes with user names. Empty for all others. */
  readonly user: string;
}

/**
 * Verifies the credential of a security scheme. Returns the owner of the credential, or undefined if the
 * credential is wrong.
 */
export type StreamAuthenticator = (
  credential: PresentedCredential,
  request: UpgradeRequest,
) => unknown;

/** The authenticators of a server, by the name of the security scheme in the document. */
export type StreamAuthenticators = Readonly<Record<string, StreamAuthenticator>>;

/**
 * The results of the authenticators, by the name of the scheme. A scheme whose credential was refused has
 * no result.
 */
export type Principals = Readonly<Record<string, unknown>>;

/** Longer credentials are refused without calling the authenticator. */
const MAX_CREDENTIAL = 4096;

/**
 * Checks that every scheme of a channel has an authenticator.
 *
 * @throws StreamError `missing_authenticator`.
 */
export function requireAuthenticators(
  { id: channelId, security }: ChannelDescriptor,
  authenticators: StreamAuthenticators,
): void {
  const schemes = new Set(security?.lists.flat(2));
  const missing = [...schemes].filter((scheme) => !Object.hasOwn(authenticators, scheme));
  if (missing.length === 0) return;
  const message = `channel ${channelId} has security: pass a function in \`authenticate\` for ${missing.join(", ")}`;
  throw new StreamError("missing_authenticator", message, { channelId });
}

/** Verifies the credentials of a request. Returns undefined if they are wrong or missing. */
export async function authenticate(
  security: NonNullable<ChannelDescriptor["security"]>,
  authenticators: StreamAuthenticators,
  request: UpgradeRequest,
): Promise<Principals | undefined> {
  const known = new Map<string, unknown>();
  const askScheme = async (scheme: string): Promise<unknown> => {
    if (!known.has(scheme)) {
      const place = security.schemes[scheme] ?? { kind: "other" };
      const credential = readCredential(place, request);
      const verify = authenticators[scheme];
      known.set(scheme, credential && verify ? await verify(credential, request) : undefined);
    }
    return known.get(scheme);
  };
  const accepted: Record<string, unknown> = {};
  for (const alternatives of security.lists) {
    const passed = await firstPassed(alternatives, askScheme);
    if (passed === undefined) return undefined;
    for (const scheme of passed) accepted[scheme] = known.get(scheme);
  }
  return accepted;
}

async function firstPassed(
  alternatives: readonly (readonly string[])[],
  ask: (scheme: string) => Promise<unknown>,
): Promise<readonly string[] | undefined> {
  for (const schemes of alternatives) {
    let passes = true;
    for (const scheme of schemes) passes &&= (await ask(scheme)) !== undefined;
    if (passes) return schemes;
  }
  return undefined;
}

/**
 * Returns the challenges for the header `WWW-Authenticate`. Returns undefined if none of the schemes has
 * one.
 */
export function authenticateChallenge({ security }: ChannelDescriptor): string | undefined {
  const challenges = Object.values(security?.schemes ?? {}).flatMap(({ kind, name = "" }) => {
    if (kind === "authorization") return [name];
    return kind === "basic" || kind === "user" || kind === "password"
      ? ['Basic realm="stream"']
      : [];
  });
  return challenges.length === 0 ? undefined : [...new Set(challenges)].join(", ");
}

/** Returns the names of query parameters that contain credentials. */
export function credentialParameters({ security, feed }: ChannelDescriptor): ReadonlySet<string> {
  const places = Object.values(security?.schemes ?? {});
  const signed = Object.values(feed?.credentials ?? {});
  return new Set([
    ...places.flatMap(({ kind, name }) => (kind === "query" && name ? [name] : [])),
    ...signed.flatMap(({ place }) => Object.keys(place.query ?? {})),
  ]);
}

function readCredential(
  { kind, name = "" }: CredentialPlace,
  request: UpgradeRequest,
): PresentedCredential | undefined {
  switch (kind) {
    case "basic":
      return readLogin(request);
    case "user": {
      const { user = "" } = readLogin(request) ?? {};
      return user === "" ? undefined : { user, secret: user };
    }
    case "password": {
      const { secret = "" } = readLogin(request) ?? {};
      return secret === "" ? undefined : { user: "", secret };
    }
    case "authorization":
      return checkSecret(readAuthorization(request, name));
    case "header":
      return checkSecret(singleHeader(request, name));
    case "query":
      return checkSecret(readPairs(requestQuery(request), "&", name));
    case "cookie":
      return checkSecret(readPairs(singleHeader(request, "cookie") ?? "", ";", name));
    case "other":
      return { user: "", secret: "" };
    default:
      return kind satisfies never;
  }
}

function checkSecret(secret: string | undefined): PresentedCredential | undefined {
  if (secret === undefined || secret === "" || secret.length > MAX_CREDENTIAL) return undefined;
  return { user: "", secret };
}

/**
 * Returns the value of a header that occurs exactly once. If a header occurs twice, a proxy may have
 * checked the other value.
 */
function singleHeader({ rawHeaders }: UpgradeRequest, name: string): string | undefined {
  const values = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name.toLowerCase(),
  );
  return values.length === 1 ? values[0] : undefined;
}

function readAuthorization(request: UpgradeRequest, scheme: string): string | undefined {
  const [word = "", ...rest] = (singleHeader(request, "authorization") ?? "").split(" ");
  return word.toLowerCase() === scheme.toLowerCase() ? rest.join(" ").trim() : undefined;
}

function readLogin(request: UpgradeRequest): PresentedCredential | undefined {
  const text = readAuthorization(request, "basic");
  if (text === undefined || text.length > MAX_CREDENTIAL) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const pair = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = pair.indexOf(":");
    return colon === -1 ? undefined : { user: pair.slice(0, colon), secret: pair.slice(colon + 1) };
  } catch {
    return undefined;
  }
}

/** Returns the query of a request with plus signs as spaces, as in forms. */
function requestQuery({ url = "" }: UpgradeRequest): string {
  return url.split("?").slice(1).join("?").replaceAll("+", "%20");
}

/** Finds a name in a list of encoded pairs. Returns its value if the name occurs exactly once. */
function readPairs(text: string, separator: string, name: string): string | undefined {
  const values = text.split(separator).flatMap((pair) => {
    const equals = pair.indexOf("=");
    if (equals === -1 || decodePercent(pair.slice(0, equals).trim()) !== name) return [];
    return [decodePercent(pair.slice(equals + 1).trim())];
  });
  return values.length === 1 ? values[0] : undefined;
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
