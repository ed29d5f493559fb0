// The credentials of REST calls, and how a client adds them to its requests.

/** The place where a secret is sent. */
export interface SecretPlace {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  /** The text before the secret, such as `Digest `. */
  readonly prefix?: string;
}

/** The credentials that an operation requires. */
export interface SecuredOperation {
  /**
   * Alternatives, each a list of schemes. An alternative requires all of its schemes. If there are no
   * alternatives, or one of them is empty, the operation is public.
   */
  readonly security: readonly (readonly string[])[];
  /**
   * The places where secrets are sent, by the name of the scheme. Contains only schemes that are not bearer
   * tokens. `unknown`: the document does not declare the scheme.
   */
  readonly schemes?: Readonly<Record<string, SecretPlace | "unknown">>;
}

/**
 * A secret, or a function that fetches a secret for each call, such as a token source. A function returns
 * `undefined` or `null` if there is no secret, for example before the user has logged in. The call is then
 * sent with other credentials or without credentials, if its operation allows that. If the server refuses a
 * secret with 401, the function is called again with the refused secret. If it returns a different secret,
 * the request is sent again.
 */
export type Secret = string | ((refused?: string) => MaybeSecret | Promise<MaybeSecret>);

type MaybeSecret = string | undefined | null;

/** A way to satisfy a security scheme, created by `bearer`, `token`, `basic` or `apiKey`. */
export interface Credential {
  /**
   * Returns the parts to add to a request, or `undefined` if there is no secret. `refused` is the secret
   * that a server has just refused.
   */
  apply(refused?: string): Promise<CredentialParts | undefined>;
  /**
   * Always absent. Functions have the members `call` and `apply`, so this member distinguishes a credential
   * from a function.
   */
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

/** The user and the password of a scheme of HTTP Basic. */
export interface UserPassword {
  readonly username: string;
  readonly password: Secret;
}

/**
 * A credential for each security scheme, by the name of the scheme in the contract. A bare secret is sent
 * in the place that the contract defines: an API key in its header, query parameter or cookie, and a token
 * of any other scheme as a bearer token. A scheme that the contract does not declare needs a `Credential`,
 * which defines the place. `true` means that the client adds nothing for the scheme, for example for mutual
 * TLS or a cookie that the browser sends.
 */
export type Credentials = Readonly<Record<string, Credential | Secret | UserPassword | true>>;

/** The credentials of one call. */
export interface SelectedCredentials {
  /**
   * Adds credentials to the headers of a request by calling `setHeader` for each. Returns the URL of the
   * request, to which it adds the credentials that belong in the query.
   */
  addTo(url: string, headers: Headers, setHeader: (name: string, value: string) => void): string;
  /** Renews the secrets after a 401, at most once. Resolves to true if the secrets have changed. */
  renew(): Promise<boolean>;
}

/**
 * Selects the credentials of a call. Rejects with the error that `error` returns if credentials are
 * missing. Only descriptors of operations with credentials refer to this function, so that other bundles do
 * not contain it.
 */
export type SelectCredentials = (
  operation: SecuredOperation,
  credentials: Credentials,
  error: (message: string) => Error,
) => Promise<SelectedCredentials>;
