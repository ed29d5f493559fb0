import type { Credential, Secret, SecretPlace } from "../codegen/credentials.ts";

const BASIC = "Basic ";

/** Sends `Authorization: Bearer <token>`. */
export function bearer(token: Secret): Credential {
  return placedCredential({ in: "header", name: "authorization", prefix: "Bearer " }, token);
}

/** Sends `Authorization: Token <token>`. */
export function token(value: Secret): Credential {
  return placedCredential({ in: "header", name: "authorization", prefix: "Token " }, value);
}

/** Sends `Authorization: Basic`, the user and password in UTF-8. */
export function basic(user: string, password: Secret): Credential {
  const place = { in: "header", name: "authorization", prefix: BASIC } as const;
  return placedCredential(place, password, (secret) => {
    const bytes = new TextEncoder().encode(`${user}:${secret}`);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
}

/** Sends a key in a header, the query or a cookie of the given name. */
export function apiKey(
  where: { readonly in: "header" | "query" | "cookie"; readonly name: string },
  value: Secret,
): Credential {
  return placedCredential(where, value);
}

/** Creates a credential for a secret whose place the contract defines. */
export function placedCredential(
  { in: where, name, prefix = "" }: SecretPlace,
  secret: Secret,
  write: (secret: string) => string = (text) => text,
): Credential {
  const part = { header: "headers", query: "query", cookie: "cookies" } as const;
  return {
    async apply(refused) {
      const isFetched = typeof secret === "function";
      const value = isFetched ? await secret(refused) : secret;
      // A password may be empty.
      if (value === undefined || value === null || (value === "" && prefix !== BASIC)) {
        return undefined;
      }
      const parts = { [part[where]]: { [name]: `${prefix}${write(value)}` } };
      return isFetched ? { ...parts, secret: value } : parts;
    },
  };
}
