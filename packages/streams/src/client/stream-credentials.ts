// The credentials of channels whose document has security schemes.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { CredentialPlace } from "@specwright/runtime/transport";
import type { CredentialKeys } from "../signing/rule/credential-rule.ts";

/** A secret, or a function that fetches one for each connection, such as a fresh token. */
export type StreamSecret = string | (() => string | Promise<string>);

/**
 * The keys that sign for a scheme of `x-credentials`, or a function that returns them, which is called
 * before each signature.
 */
export type StreamKeys = CredentialKeys | (() => CredentialKeys | Promise<CredentialKeys>);

/**
 * A credential: the token or key of its scheme, a user with a password, the headers of a scheme that
 * has no place of its own, or the keys that sign.
 */
export type StreamCredential =
  | StreamSecret
  | { readonly user: string; readonly secret: StreamSecret }
  | { readonly headers: Readonly<Record<string, string>> }
  | StreamKeys;

/** The credentials of a client, by the name of the security scheme in the document. */
export type StreamCredentials = Readonly<Record<string, StreamCredential>>;

/** The parts that credentials add to an upgrade request. */
export interface CredentialParts {
  readonly headers: Readonly<Record<string, string>>;
  /** Encoded pairs. */
  readonly query: readonly string[];
}

/** Fetches the credentials of schemes, and returns what they add to an upgrade request. */
export async function applyCredentials(
  { security }: ChannelDescriptor,
  schemes: readonly string[],
  credentials: StreamCredentials,
): Promise<CredentialParts> {
  const headers: Record<string, string> = {};
  const [query, cookies]: [string[], string[]] = [[], []];
  const login = { user: "", password: "" };
  let hasLogin = false;
  for (const id of schemes) {
    const [place, credential] = [security?.schemes[id], credentials[id]];
    if (place === undefined || credential === undefined) continue;
    if (typeof credential === "object" && "headers" in credential) {
      Object.assign(headers, credential.headers);
      continue;
    }
    const { user, secret } = await reveal(credential, place);
    const name = place.name ?? "";
    switch (place.kind) {
      case "basic":
      case "user":
      case "password":
        hasLogin = true;
        if (place.kind !== "password") login.user = user;
        if (place.kind !== "user") login.password = secret;
        break;
      case "authorization":
        headers["Authorization"] = `${name} ${secret}`;
        break;
      case "header":
        headers[name] = secret;
        break;
      case "query":
        query.push(`${encodeURIComponent(name)}=${encodeURIComponent(secret)}`);
        break;
      case "cookie":
        cookies.push(`${name}=${encodeURIComponent(secret)}`);
        break;
      case "other":
        break;
      default:
        place.kind satisfies never;
    }
  }
  if (hasLogin) headers["Authorization"] = `Basic ${encodeLogin(login)}`;
  if (cookies.length > 0) headers["Cookie"] = cookies.join("; ");
  return { headers, query };
}

async function reveal(
  credential: Exclude<StreamCredential, { readonly headers: unknown }>,
  { kind }: CredentialPlace,
): Promise<{ readonly user: string; readonly secret: string }> {
  const given = typeof credential === "object" ? credential : { secret: credential };
  const found = typeof given.secret === "function" ? await given.secret() : given.secret;
  const secret = (typeof found === "object" ? found.secret : found) ?? "";
  if (kind === "user") return { user: secret, secret: "" };
  return { user: "user" in given ? given.user : "", secret };
}

function encodeLogin({
  user,
  password,
}: {
  readonly user: string;
  readonly password: string;
}): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
