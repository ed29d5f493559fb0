// Who sends requests: what a person logs in with, and the sessions that live and those that ended.

import type { Random } from "../generate/random.ts";

/** Is a session that the service gave. */
export interface HeldSession {
  readonly id: number;
  readonly token: string;
}

/** Is a user and what they hold. */
export interface Person {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly role: "member" | "moderator" | "admin";
  password: string;
  sessions: readonly HeldSession[];
}

/** Is the credential that a request goes with. */
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

/** Draws a credential that lets nobody in: none, an odd one, or the token of an ended session. */
export function deadCredential(random: Random, ended: readonly string[]): Credential {
  if (random.chance(30)) return { kind: "none" };
  if (ended.length > 0 && random.chance(60)) {
    return { kind: "dead", header: `Bearer ${random.pick(ended)}` };
  }
  return { kind: "dead", header: random.pick(oddCredentials) };
}

/** Gives the headers of a credential. */
export function credentialHeaders(credential: Credential): Readonly<Record<string, string>> {
  if (credential.kind === "none") return {};
  const { kind } = credential;
  return {
    authorization: kind === "dead" ? credential.header : `Bearer ${credential.session.token}`,
  };
}
