// What the upgrade request of a channel has to prove, and how.

/** The place of a credential in the upgrade request. */
export interface CredentialPlace {
  /**
   * `basic`: user and password of HTTP Basic; `user`, `password`: one of the two alone;
   * `authorization`: after the scheme `name` in that header; `header`, `query`, `cookie`: under
   * `name`; `other`: nowhere, as for a certificate.
   */
  readonly kind:
    | "basic"
    | "user"
    | "password"
    | "authorization"
    | "header"
    | "query"
    | "cookie"
    | "other";
  readonly name?: string;
}

/** What the upgrade request has to prove. */
export interface SecurityDescriptor {
  /** The places of the credentials, by security scheme. */
  readonly schemes: Readonly<Record<string, CredentialPlace>>;
  /** Lists of alternatives, of which each has schemes: one alternative of every list must pass. */
  readonly lists: readonly (readonly (readonly string[])[])[];
}

/** How the upgrade request is signed (`x-credentials`). */
export interface SignatureDescriptor {
  readonly algorithm: string;
  readonly headers: {
    readonly key: string;
    readonly timestamp: string;
    readonly signature: string;
  };
  readonly lines: readonly string[];
  readonly clockSkewMs: number;
}
