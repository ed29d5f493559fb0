import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { percentEncode } from "@specwright/runtime/transport";
import { type BuiltRequest, setHeader } from "./build-request.ts";
import { callError } from "./call-error.ts";
import {
  basic,
  bearer,
  type Credential,
  type CredentialParts,
  placed,
  type Secret,
} from "./credentials.ts";

/** The user and the password of a scheme of HTTP Basic. */
export interface UserPassword {
  readonly username: string;
  readonly password: Secret;
}

/**
 * A credential for each security scheme, by the name of the scheme in the contract. A bare secret
 * is sent where the contract says: an API key in its header, query parameter or cookie, and a token
 * of any other scheme as a bearer token. A scheme that the contract does not declare needs a
 * `Credential`, which says where it is sent. `true` is a scheme that needs nothing in a request, such
 * as mutual TLS.
 */
export type Credentials = Readonly<Record<string, Credential | Secret | UserPassword | true>>;

/** The credentials of one call. */
export interface SelectedCredentials {
  /** Returns what to add to a request. */
  parts(): readonly CredentialParts[];
  /** Renews the secrets after a 401, once. Resolves with whether there are others now. */
  renew(): Promise<boolean>;
}

/**
 * Selects the first alternative for which every scheme has a value. Public operations get no
 * credentials, so that a token is never sent unnecessarily. Throws `RestError` with
 * `missing_credentials`.
 */
export async function selectCredentials(
  operation: OperationDescriptor,
  credentials: Credentials,
): Promise<SelectedCredentials> {
  const { security } = operation;
  const isPublic = security.length === 0 || security.some(({ length }) => length === 0);
  const secured = security.filter(({ length }) => length > 0);
  for (const alternative of isPublic ? [...secured, []] : secured) {
    const isGiven = (scheme: string): boolean =>
      Object.hasOwn(credentials, scheme) && credentials[scheme] !== undefined;
    if (!alternative.every(isGiven)) continue;
    const chosen = alternative.flatMap((scheme) => credentialOf(operation, scheme, credentials));
    const selected = await applied(chosen);
    if (selected !== undefined) return selected;
  }
  const wanted = security.map((alternative) => alternative.join(" and ")).join(", or ");
  throw callError(operation, "missing_credentials", `needs ${wanted}`);
}

function credentialOf(
  operation: OperationDescriptor,
  scheme: string,
  credentials: Credentials,
): readonly Credential[] {
  const given = credentials[scheme];
  if (given === undefined || given === true) return [];
  if (typeof given === "object") {
    return ["apply" in given ? given : basic(given.username, given.password)];
  }
  const place = operation.schemes?.[scheme];
  if (place === "unknown") {
    const message = `${scheme} is of an unknown kind: give a credential like bearer(token)`;
    throw callError(operation, "missing_credentials", message);
  }
  return [place === undefined ? bearer(given) : placed(place, given)];
}

/** Asks credentials for what they add to a request; undefined if one of them has no secret. */
async function applied(chosen: readonly Credential[]): Promise<SelectedCredentials | undefined> {
  async function ask(
    former: readonly CredentialParts[],
  ): Promise<readonly CredentialParts[] | undefined> {
    const parts = await Promise.all(
      chosen.map((credential, index) => credential.apply(former[index]?.secret)),
    );
    return parts.every((each) => each !== undefined) ? parts : undefined;
  }
  const first = await ask([]);
  if (first === undefined) return undefined;
  let parts = first;
  let mayRenew = true;
  return {
    parts: () => parts,
    async renew() {
      const former = parts;
      if (mayRenew) parts = (await ask(former)) ?? former;
      mayRenew = false;
      return parts.some(({ secret }, index) => secret !== former[index]?.secret);
    },
  };
}

/** What RFC 6265, section 4.1.1, does not allow in the value of a cookie. */
const NO_COOKIE_OCTET = /[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+/g;

/**
 * Adds credentials to a request. Those of the query are percent-encoded, as its parameters are.
 */
export function applyCredentials(
  operation: OperationDescriptor,
  request: BuiltRequest,
  credentials: readonly CredentialParts[],
): BuiltRequest {
  // A copy, because an interceptor may keep the headers that it has returned.
  const headers = new Headers(request.headers);
  const cookies = [headers.get("cookie") ?? []].flat();
  let { url } = request;
  for (const parts of credentials) {
    for (const [name, value] of Object.entries(parts.headers ?? {})) {
      setHeader(operation, headers, name, value);
    }
    for (const [name, value] of Object.entries(parts.query ?? {})) {
      url += `${url.includes("?") ? "&" : "?"}${percentEncode(name)}=${percentEncode(value)}`;
    }
    for (const [name, value] of Object.entries(parts.cookies ?? {})) {
      cookies.push(`${name}=${value.replace(NO_COOKIE_OCTET, percentEncode)}`);
    }
  }
  if (cookies.length > 0) setHeader(operation, headers, "cookie", cookies.join("; "));
  return { ...request, url, headers };
}
