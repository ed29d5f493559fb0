import { decodeCookies, decodeQuery } from "@specwright/runtime";
import type { ParameterDescriptor } from "@specwright/runtime/codegen";
import { ProblemError } from "./problem-error.ts";
import type { RequestMeta } from "./request-context.ts";

/** The result of verifying a credential of one scheme. */
export type Verdict<Principal> =
  | { readonly kind: "absent" | "refused" }
  /**
   * The caller is known, but lacks a scope. A different alternative of the security requirements may still
   * admit the caller.
   */
  | { readonly kind: "forbidden"; readonly problem: ProblemError }
  | { readonly kind: "accepted"; readonly principal: Principal };

/**
 * Verifies credentials of one security scheme. Created by `bearer`, `token`, `basic` and `apiKey`.
 */
export interface Authenticator<Principal> {
  /** The challenge for the `WWW-Authenticate` header. Absent if HTTP has no challenge for the scheme. */
  readonly challenge?: string;
  /** The query parameter that contains the credential. It does not count as an unknown parameter. */
  readonly queryKey?: string;
  /** Verifies the credential of a request. `scopes` are the scopes that the operation requires. */
  authenticate(head: RequestHead, scopes: readonly string[]): Promise<Verdict<Principal>>;
}

/** A request before its body is read. */
export interface RequestHead extends RequestMeta {
  readonly rawHeaders: readonly string[];
}

/** A request whose credential is verified. */
export interface VerifiedRequest extends RequestMeta {
  /** The scopes or roles of this security scheme that the operation requires. */
  readonly scopes: readonly string[];
}

/**
 * Verifies a credential and returns its principal. Returns `undefined` if the credential is invalid. Throws
 * a `ProblemError` with 403 if the credential lacks a scope of the operation.
 */
export type Verify<Credential, Principal> = (
  credential: Credential,
  request: VerifiedRequest,
) => Principal | undefined | Promise<Principal | undefined>;

const REFUSED: Promise<{ readonly kind: "refused" }> = Promise.resolve({ kind: "refused" });

/** The maximum length of a credential that is passed to a verifier. */
const MAX_CREDENTIAL = 4096;

/** Verifies `Authorization: Bearer <token>`. */
export function bearer<Principal>(verify: Verify<string, Principal>): Authenticator<Principal> {
  return authorization("Bearer", "Bearer", verify);
}

/** Verifies `Authorization: Token <token>`. */
export function token<Principal>(verify: Verify<string, Principal>): Authenticator<Principal> {
  return authorization("Token", "Token", verify);
}

/** Verifies `Authorization: Basic`; user and password are UTF-8. */
export function basic<Principal>(
  verify: Verify<{ readonly user: string; readonly password: string }, Principal>,
  realm = "api",
): Authenticator<Principal> {
  const challenge = `Basic realm="${realm.replaceAll(/[^\w .-]/g, "")}", charset="UTF-8"`;
  return authorization("Basic", challenge, (text, head) => {
    const pair = decodeBasic(text);
    return pair === undefined ? undefined : verify(pair, head);
  });
}

/** Verifies a key in a header, the query or a cookie of the given name. */
export function apiKey<Principal>(
  where: { readonly in: "header" | "query" | "cookie"; readonly name: string },
  verify: Verify<string, Principal>,
): Authenticator<Principal> {
  return {
    ...(where.in === "query" ? { queryKey: where.name } : {}),
    async authenticate(head, scopes) {
      return await verifyCredential(keyValues(head, where), { ...head, scopes }, verify);
    },
  };
}

function authorization<Principal>(
  scheme: string,
  challenge: string,
  verify: Verify<string, Principal>,
): Authenticator<Principal> {
  const prefix = new RegExp(`^${scheme}(?: +|$)`, "i");
  return {
    challenge,
    authenticate(head, scopes) {
      const values = headerValues(head.rawHeaders, "authorization");
      // A request with two credentials is refused, because a proxy might have checked the other one.
      if (values.length > 1) return REFUSED;
      const [scheme] = prefix.exec(values[0] ?? "") ?? [];
      const own = values[0]?.slice(scheme?.length);
      return verifyCredential(
        scheme === undefined || own === undefined ? [] : [own],
        { ...head, scopes },
        verify,
      );
    },
  };
}

async function verifyCredential<Principal>(
  values: readonly string[],
  request: VerifiedRequest,
  verify: Verify<string, Principal>,
): Promise<Verdict<Principal>> {
  const [value] = values;
  if (value === undefined) return { kind: "absent" };
  if (values.length > 1 || value === "" || value.length > MAX_CREDENTIAL) {
    return { kind: "refused" };
  }
  try {
    const principal = await verify(value, request);
    return principal === undefined ? { kind: "refused" } : { kind: "accepted", principal };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.status === 403) {
      return { kind: "forbidden", problem: error };
    }
    throw error;
  }
}

/** Returns all values of the key in the request. */
function keyValues(
  head: RequestHead,
  where: { readonly in: "header" | "query" | "cookie"; readonly name: string },
): readonly string[] {
  if (where.in === "header") return headerValues(head.rawHeaders, where.name.toLowerCase());
  const descriptor: ParameterDescriptor = {
    name: where.name,
    in: where.in,
    type: "string",
    array: true,
  };
  const decoded =
    where.in === "query"
      ? decodeQuery([descriptor], head.url.split("?").slice(1).join("?"))
      : decodeCookies([descriptor], head.headers.cookie ?? "");
  const values = decoded.values[where.name];
  return Array.isArray(values) ? values.map(String) : [];
}

function headerValues(rawHeaders: readonly string[], lowerName: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length !== lowerName.length || name.toLowerCase() !== lowerName) continue;
    values.push(rawHeaders[at + 1] ?? "");
  }
  return values;
}

function decodeBasic(text: string): { user: string; password: string } | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const pair = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const colon = pair.indexOf(":");
    if (colon === -1) return undefined;
    return { user: pair.slice(0, colon), password: pair.slice(colon + 1) };
  } catch {
    return undefined;
  }
}
