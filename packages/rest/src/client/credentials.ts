import type { SecretPlace } from "@specwright/runtime/codegen";

/**
 * A secret, or a function that fetches one for each call, such as a token source. If there is none,
 * as for a user who has not logged in, it returns `undefined` or `null`, and the call is sent with other
 * credentials or without any, if its operation allows that. If the server refuses a secret with 401,
 * the function is called once more, with the refused secret; if it returns another, the request is
 * sent again.
 */
export type Secret = string | ((refused?: string) => MaybeSecret | Promise<MaybeSecret>);

type MaybeSecret = string | undefined | null;

/** A way to satisfy a security scheme, created by `bearer`, `token`, `basic` or `apiKey`. */
export interface Credential {
  /**
   * Returns what to add to a request, or `undefined` if there is no secret. `refused` is the secret that
   * a server has just refused.
   */
  apply(refused?: string): Promise<CredentialParts | undefined>;
  /** Always absent: functions, which are secrets, have a `call` and an `apply` too. */
  readonly call?: never;
}

/** The parts that a credential adds to a request, not yet encoded. */
export interface CredentialParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  /** The secret, if a function returned it. */
  readonly secret?: string;
}

const BASIC = "Basic ";

/** Sends `Authorization: Bearer <token>`. */
export function bearer(token: Secret): Credential {
  return placed({ in: "header", name: "authorization", prefix: "Bearer " }, token);
}

/** Sends `Authorization: Token <token>`. */
export function token(value: Secret): Credential {
  return placed({ in: "header", name: "authorization", prefix: "Token " }, value);
}

/** Sends `Authorization: Basic`, the user and password in UTF-8. */
export function basic(user: string, password: Secret): Credential {
  const place = { in: "header", name: "authorization", prefix: BASIC } as const;
  return placed(place, password, (secret) => {
    const bytes = new TextEncoder().encode(`${user}:${secret}`);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
}

/** Sends a key in a header, the query or a cookie of the given name. */
export function apiKey(
  where: { readonly in: "header" | "query" | "cookie"; readonly name: string },
  value: Secret,
): Credential {
  return placed(where, value);
}

/** Sends a secret where a contract says. */
export function placed(
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
