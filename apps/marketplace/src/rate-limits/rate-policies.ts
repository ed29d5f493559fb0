// How often what may be asked for. Attempts are counted before a password is hashed.

import { networkOf, type RateLimitPolicy } from "@specwright/rest-server";
import type { Caller } from "../caller.ts";
import type { Readers } from "../storage/marketplace-storage.ts";
import { findUser } from "../users/user-repository.ts";

/** Names the limits. */
export type RatePolicyName =
  | "address"
  | "login-address"
  | "login"
  | "register"
  | "request-password"
  | "reset-password"
  | "password"
  | "create"
  | "report";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Policy = RateLimitPolicy<Caller>;

const byAddress = {
  when: "arrival",
  keyOf: ({ ip }) => networkOf(ip),
} as const satisfies Partial<Policy>;
const byCaller = {
  when: "read",
  keyOf: ({ principal }) => principal && `${principal.userId}`,
} as const satisfies Partial<Policy>;

/** Lists the limits, with other quotas where they are given. */
export function ratePolicies(
  readers: Pick<Readers, "users">,
  quotas: Readonly<Partial<Record<RatePolicyName, number>>> = {},
): readonly Policy[] {
  const limit = (
    name: RatePolicyName,
    quota: number,
    windowMs: number,
    rest: Omit<Policy, "name" | "quota" | "windowMs">,
  ): Policy => ({ name, quota: quotas[name] ?? quota, windowMs, ...rest });
  return [
    limit("address", 1200, MINUTE, byAddress),
    limit("login-address", 50, 15 * MINUTE, { ...byAddress, operations: ["loginUser"] }),
    limit("login", 10, 15 * MINUTE, {
      when: "read",
      operations: ["loginUser"],
      keyOf: ({ body }) => accountOf(readers, body),
      resetOn: [200],
    }),
    limit("register", 20, HOUR, { ...byAddress, operations: ["registerUser"] }),
    limit("request-password", 20, HOUR, { ...byAddress, operations: ["requestPassword"] }),
    limit("reset-password", 20, HOUR, { ...byAddress, operations: ["resetPassword"] }),
    limit("password", 10, 15 * MINUTE, {
      when: "read",
      operations: ["updateUser"],
      // A success forgives none: changes pass for which the password is not looked at.
      keyOf: (attempt) => (hasPassword(attempt.body) ? byCaller.keyOf(attempt) : undefined),
    }),
    limit("create", 60, HOUR, { ...byCaller, operations: ["createListing"] }),
    limit("report", 10, HOUR, { ...byCaller, operations: ["reportListing"] }),
  ];
}

/** Names the account that a login aims at, however it is spelled; a name that nobody has too. */
async function accountOf({ users }: Pick<Readers, "users">, body: unknown): Promise<string> {
  const name: unknown =
    typeof body === "object" && body !== null && "username_or_email" in body
      ? body.username_or_email
      : "";
  const folded = `${name}`.normalize("NFKC").replaceAll(/\s/g, "").toLowerCase();
  const user = await findUser(users, folded);
  return user === undefined ? `name ${folded}` : `user ${user.id}`;
}

function hasPassword(body: unknown): boolean {
  return typeof body === "object" && body !== null && "current_password" in body;
}
