// The security of the upgrade request of a channel.

import type { StreamCredentials } from "./stream-credentials.ts";

/** The place of a credential in the upgrade request. */
export interface CredentialPlace {
  /**
   * Where the credential is sent. `basic`: user and password as HTTP Basic. `user`, `password`: only the
   * user, or only the password. `authorization`: in the header `Authorization`, after the scheme `name`.
   * `header`, `query`, `cookie`: in that part of the request, under `name`. `other`: outside the request,
   * such as a certificate.
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

/** The security requirements of the upgrade request. */
export interface SecurityDescriptor {
  /** The places of the credentials, by security scheme. */
  readonly schemes: Readonly<Record<string, CredentialPlace>>;
  /**
   * Each list contains alternatives, and each alternative is a list of schemes. In every list, one
   * alternative must be satisfied.
   */
  readonly lists: readonly (readonly (readonly string[])[])[];
  /** Sends the credentials of a client. */
  readonly sender: CredentialSender;
}

/** The parts that credentials add to an upgrade request. */
export interface UpgradeCredentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Encoded pairs. */
  readonly query: readonly string[];
}

/**
 * Chooses credentials and adds them to requests. Only the `security` of descriptors refers to the sender,
 * so that a bundle without secured channels does not contain it.
 */
export interface CredentialSender {
  /**
   * Checks that the given credentials satisfy the requirements.
   *
   * @throws StreamError `unauthorized` if they do not, or if two credentials need the same place.
   */
  check(security: SecurityDescriptor, credentials: StreamCredentials, channelId: string): void;
  /**
   * Fetches the chosen credentials, and returns the headers and parameters that they add to an upgrade
   * request. Rejects with the error of a credential function that rejects.
   */
  apply(
    security: SecurityDescriptor,
    credentials: StreamCredentials,
    channelId: string,
  ): Promise<UpgradeCredentials>;
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
