import type {
  Credential,
  CredentialParts,
  Credentials,
  SecuredOperation,
  SelectCredentials,
  SelectedCredentials,
} from "../codegen/credentials.ts";
import { percentEncode } from "../parameters/percent.ts";
import { basic, bearer, placedCredential } from "./credential.ts";

/**
 * Adds the credentials of the first alternative whose schemes all have a value. Public operations get no
 * credentials, so that no token is sent unnecessarily.
 */
export const addCredentials: SelectCredentials = async (operation, credentials, error) => {
  const { security } = operation;
  const secured = security.filter(({ length }) => length > 0);
  for (const alternative of secured.length < security.length ? [...secured, []] : secured) {
    const isGiven = (scheme: string): boolean =>
      Object.hasOwn(credentials, scheme) && credentials[scheme] !== undefined;
    if (!alternative.every(isGiven)) continue;
    const chosen = alternative.flatMap((scheme) =>
      credentialOf(operation, scheme, credentials, error),
    );
    const selected = await applyCredentials(chosen);
    if (selected !== undefined) return selected;
  }
  const wanted = security.map((alternative) => alternative.join(" and ")).join(", or ");
  throw error(`needs ${wanted}`);
};

function credentialOf(
  { schemes }: SecuredOperation,
  scheme: string,
  credentials: Credentials,
  error: (message: string) => Error,
): readonly Credential[] {
  const given = credentials[scheme];
  if (given === undefined || given === true) return [];
  if (typeof given === "object") {
    return ["apply" in given ? given : basic(given.username, given.password)];
  }
  const place = schemes?.[scheme];
  if (place === "unknown") {
    throw error(`${scheme} has an unknown kind: pass a credential such as bearer(token)`);
  }
  return [place === undefined ? bearer(given) : placedCredential(place, given)];
}

/**
 * Calls `apply` of credentials, and returns the parts that they add to a request. Returns undefined if one
 * of the credentials has no secret.
 */
async function applyCredentials(
  chosen: readonly Credential[],
): Promise<SelectedCredentials | undefined> {
  async function readParts(
    former: readonly CredentialParts[],
  ): Promise<readonly CredentialParts[] | undefined> {
    const parts = await Promise.all(
      chosen.map((credential, index) => credential.apply(former[index]?.secret)),
    );
    return parts.every((each) => each !== undefined) ? parts : undefined;
  }
  const first = await readParts([]);
  if (first === undefined) return undefined;
  let parts = first;
  let mayRenew = true;
  return {
    addTo: (url, headers, setHeader) => addParts(parts, url, headers, setHeader),
    async renew() {
      const former = parts;
      if (mayRenew) parts = (await readParts(former)) ?? former;
      mayRenew = false;
      return parts.some(({ secret }, index) => secret !== former[index]?.secret);
    },
  };
}

/** Characters that RFC 6265, section 4.1.1, does not allow in the value of a cookie. */
const NO_COOKIE_OCTET = /[^\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+/g;

/** Adds parts to a request. Percent-encodes the parts in the query, like parameters. */
function addParts(
  all: readonly CredentialParts[],
  url: string,
  headers: Headers,
  setHeader: (name: string, value: string) => void,
): string {
  const cookies = [headers.get("cookie") ?? []].flat();
  let secured = url;
  for (const parts of all) {
    for (const [name, value] of Object.entries(parts.headers ?? {})) setHeader(name, value);
    for (const [name, value] of Object.entries(parts.query ?? {})) {
      const start = secured.includes("?") ? "&" : "?";
      secured += `${start}${percentEncode(name)}=${percentEncode(value)}`;
    }
    for (const [name, value] of Object.entries(parts.cookies ?? {})) {
      cookies.push(`${name}=${value.replace(NO_COOKIE_OCTET, percentEncode)}`);
    }
  }
  if (cookies.length > 0) setHeader("cookie", cookies.join("; "));
  return secured;
}
