// The users that send requests: their logins, and their valid and ended sessions.

import type { Random } from "../generate/random.ts";

/** A session that the service issued. */
export interface HeldSession {
  readonly id: number;
  readonly token: string;
}

/** A user with login data and sessions. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly role: "member" | "moderator" | "admin";
  password: string;
  sessions: readonly HeldSession[];
}

/** The credential of a request. */
export type Credential =
  | { readonly kind: "live"; readonly person: Person; readonly session: HeldSession }
  | { readonly kind: "none" }
  | { readonly kind: "dead"; readonly header: string };

const oddCredentials = [
  "Bearer",
  "Bearer  ",
  "Bearer null",
  "Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  "Basic YWRhOmFkYQ==",
  "Token AAAAAAAA",
  "Bearer a b c",
  "Digest username=ada",
  `Bearer ${"x".repeat(5000)}`,
  "bearer \u00e9",
];

/** Returns an invalid credential: none, a malformed one, or the token of an ended session. */
export function deadCredential(random: Random, ended: readonly string[]): Credential {
  if (random.chance(30)) return { kind: "none" };
  if (ended.length > 0 && random.chance(60)) {
    return { kind: "dead", header: `Bearer ${random.pick(ended)}` };
  }
  return { kind: "dead", header: random.pick(oddCredentials) };
}

export function credentialHeaders(credential: Credential): Readonly<Record<string, string>> {
  if (credential.kind === "none") return {};
  const { kind } = credential;
  return {
    authorization: kind === "dead" ? credential.header : `Bearer ${credential.session.token}`,
  };
}
