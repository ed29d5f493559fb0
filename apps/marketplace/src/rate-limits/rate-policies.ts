// The rate limits of operations. An attempt is counted before its password is hashed.

import { operations } from "@specwright/marketplace-api/server";
import { type AnswerMark, networkOf, type RateLimitPolicy } from "@specwright/rest/server";
import type { Caller } from "../caller.ts";
import type { Readers } from "../storage/marketplace-storage.ts";
import { loginNameOf } from "./account-of.ts";

/** The names of the limits. */
export type RatePolicyName =
  | "address"
  | "login-address"
  | "login"
  | "register"
  | "request-password"
  | "reset-password"
  | "request-verification"
  | "verify-email"
  | "password"
  | "create"
  | "report"
  | "faults"
  | "uploads";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Policy = RateLimitPolicy<Caller>;

/**
 * The responses to a login with the correct password, which the limits do not count. The response
 * to a suspended user is one of them: it is sent only after the password was found correct, so it
 * does not help to guess passwords.
 */
const RIGHT_PASSWORD: readonly AnswerMark[] = [200, "account_suspended"];

/** The statuses of responses to invalid or incomplete bodies. */
const FAULTS: ReadonlySet<number> = new Set([400, 408, 413, 415]);

const byAddress = {
  when: "arrival",
  keyOf: ({ ip }) => networkOf(ip),
} as const satisfies Partial<Policy>;
const byNetwork = {
  when: "arrival",
  keyOf: ({ ip }) => neighbourhoodOf(ip),
} as const satisfies Partial<Policy>;
const byCaller = {
  when: "read",
  keyOf: ({ principal }) => principal && `${principal.userId}`,
} as const satisfies Partial<Policy>;

/** Returns the limits. The given quotas replace the default quotas. */
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
    // Logins with the correct password are not counted, so that a network with many users does not
    // reach the limit.
    limit("login-address", 100, 15 * MINUTE, {
      ...byNetwork,
      operations: ["loginUser"],
      refundOn: RIGHT_PASSWORD,
    }),
    // Attempts are counted for each pair of a name (username or address) and a network, so that
    // attempts from other networks never lock out the owner.
    limit("login", 10, 15 * MINUTE, {
      when: "read",
      operations: ["loginUser"],
      keyOf: async ({ body, ip }) =>
        `${await loginNameOf(readers.users, nameIn(body))} ${neighbourhoodOf(ip)}`,
      resetOn: RIGHT_PASSWORD,
    }),
    limit("register", 20, HOUR, { ...byAddress, operations: ["registerUser"] }),
    limit("request-password", 20, HOUR, { ...byAddress, operations: ["requestPassword"] }),
    limit("reset-password", 20, HOUR, {
      ...byNetwork,
      operations: ["resetPassword"],
      refundOn: [200],
    }),
    limit("request-verification", 20, HOUR, {
      ...byCaller,
      operations: ["requestVerification"],
    }),
    limit("verify-email", 20, HOUR, {
      ...byNetwork,
      operations: ["verifyEmail"],
      refundOn: [200],
    }),
    limit("password", 10, 15 * MINUTE, {
      when: "read",
      operations: ["updateUser"],
      // A successful request does not reset the count, because some requests are accepted without a
      // check of the password.
      keyOf: ({ principal, body, ip }) =>
        principal !== undefined && hasPassword(body)
          ? `${principal.userId} ${neighbourhoodOf(ip)}`
          : undefined,
    }),
    limit("create", 60, HOUR, { ...byCaller, operations: ["createListing"] }),
    limit("report", 10, HOUR, { ...byCaller, operations: ["reportListing"] }),
    limit("uploads", 300, HOUR, { ...byCaller, operations: ["createAttachment"] }),
    // The service must read a body to reject it, so callers that send many invalid bodies must
    // wait. The quota is larger than the number of connections that one address may open, so
    // concurrent valid requests never have to wait.
    limit("faults", 120, MINUTE, {
      when: "authenticated",
      operations: operations.flatMap(({ id, body }) => (body === undefined ? [] : [id])),
      keyOf: ({ principal, ip }) =>
        principal === undefined ? `network ${networkOf(ip)}` : `user ${principal.userId}`,
      refundOn: operations
        .flatMap(({ responses }) => Object.keys(responses).map(Number))
        .filter((status) => !FAULTS.has(status)),
    }),
  ];
}

/** Returns the network under which guesses are counted: an IPv4 /24 or an IPv6 /64. */
function neighbourhoodOf(ip: string): string {
  return networkOf(ip, 24);
}

function nameIn(body: unknown): string {
  return typeof body === "object" && body !== null && "username_or_email" in body
    ? `${body.username_or_email}`
    : "";
}

function hasPassword(body: unknown): boolean {
  return typeof body === "object" && body !== null && "current_password" in body;
}
