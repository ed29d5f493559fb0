// The credentials that a client has for channels.

/** A secret, or a function that fetches one for each connection, such as a fresh token. */
export type StreamSecret = string | (() => string | Promise<string>);

/**
 * The signing keys for a scheme of `x-credentials`, or a function that returns them. The function is called
 * before each signature.
 */
export type StreamKeys = CredentialKeys | (() => CredentialKeys | Promise<CredentialKeys>);

/**
 * A credential: a token or key, a user with a password, the headers of a scheme whose place the document
 * does not define, or signing keys.
 */
export type StreamCredential =
  | StreamSecret
  | { readonly user: string; readonly secret: StreamSecret }
  | { readonly headers: Readonly<Record<string, string>> }
  | StreamKeys;

/** The credentials of a client, by the name of the security scheme in the document. */
export type StreamCredentials = Readonly<Record<string, StreamCredential>>;

/** The keys that a venue has issued to a user. */
export interface CredentialKeys {
  /** The public part: an API key, a client id, or a token. */
  readonly key?: string;
  readonly secret?: string;
  /** Additional values that a venue issues, such as a passphrase, by their names in the signing rule. */
  readonly values?: Readonly<Record<string, string>>;
}
