// The credentials of channels whose document has security schemes.

import type {
  CredentialPlace,
  SecurityDescriptor,
  UpgradeCredentials,
} from "../codegen/channel-security.ts";
import type { StreamCredential, StreamCredentials } from "../codegen/stream-credentials.ts";
import { StreamError } from "../errors/stream-error.ts";
import { chooseSchemes } from "./choose-schemes.ts";

/** Implements `CredentialSender.apply`. */
export async function applyCredentials(
  security: SecurityDescriptor,
  credentials: StreamCredentials,
  channelId: string,
): Promise<UpgradeCredentials> {
  const headers: Record<string, string> = {};
  const [query, cookies]: [string[], string[]] = [[], []];
  const login = { user: "", password: "" };
  let hasLogin = false;
  for (const id of chooseSchemes(security, credentials, channelId)) {
    const [place, credential] = [security.schemes[id], credentials[id]];
    if (place === undefined || credential === undefined) continue;
    if (typeof credential === "object" && "headers" in credential) {
      Object.assign(headers, credential.headers);
      continue;
    }
    const { user, secret } = await revealSecret(credential, place);
    const isLogin = place.kind === "basic" || place.kind === "user" || place.kind === "password";
    // JavaScript callers may pass a secret of any type.
    if (typeof secret !== "string" || (secret === "" && !isLogin) || (user !== "" && !isLogin)) {
      const form = isLogin ? "a user and a secret" : "a text, or a function that returns one";
      const message = `The credentials of ${id} are empty or malformed. Pass ${form}.`;
      throw new StreamError("unauthorized", message, { channelId });
    }
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

async function revealSecret(
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
