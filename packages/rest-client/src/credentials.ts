/** A secret, or a function that fetches one for each call, for example to refresh a token. */
export type Secret = string | (() => string | Promise<string>);

/** A way to satisfy a security scheme, created by `bearer`, `token`, `basic` or `apiKey`. */
export interface Credential {
  /** Returns what to add to a request. */
  apply(): Promise<CredentialParts>;
}

/** The parts that a credential adds to a request, in their encoded form. */
export interface CredentialParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
}

/** Sends `Authorization: Bearer <token>`. */
export function bearer(token: Secret): Credential {
  return authorization("Bearer", token);
}

/** Sends `Authorization: Token <token>`. */
export function token(value: Secret): Credential {
  return authorization("Token", value);
}

/** Sends `Authorization: Basic`, the user and password in UTF-8. */
export function basic(user: string, password: Secret): Credential {
  return authorization("Basic", async () => {
    const bytes = new TextEncoder().encode(`${user}:${await reveal(password)}`);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
}

/** Sends a key in a header, the query or a cookie of the given name. */
export function apiKey(
  where: { readonly in: "header" | "query" | "cookie"; readonly name: string },
  value: Secret,
): Credential {
  return {
    async apply() {
      const part = { [where.name]: await reveal(value) };
      switch (where.in) {
        case "header":
          return { headers: part };
        case "query":
          return { query: part };
        case "cookie":
          return { cookies: part };
        default:
          return where.in satisfies never;
      }
    },
  };
}

function authorization(scheme: string, value: Secret): Credential {
  return {
    async apply() {
      return { headers: { authorization: `${scheme} ${await reveal(value)}` } };
    },
  };
}

async function reveal(secret: Secret): Promise<string> {
  return typeof secret === "string" ? secret : await secret();
}
