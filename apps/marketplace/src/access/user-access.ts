// The permissions for users. A stranger without permission gets the same answer whether or not the
// user exists.

import type { Caller } from "../caller.ts";
import type { AccessStatus } from "./listing-access.ts";
import { type Relation, relationOf } from "./relation.ts";

type Row = readonly [existing: AccessStatus, missing: AccessStatus];

/** The operations on a user. */
export type UserOperation = "getUser" | "updateUser" | "deleteUser";

/** The answers to operations on an existing user, and on a missing one. */
export const userAccess: Readonly<Record<UserOperation, Readonly<Record<Relation, Row>>>> = {
  getUser: { owner: [200, 404], other: [200, 404], moderator: [200, 404], admin: [200, 404] },
  updateUser: { owner: [200, 404], other: [403, 403], moderator: [403, 403], admin: [200, 404] },
  deleteUser: { owner: [204, 404], other: [403, 403], moderator: [403, 403], admin: [204, 404] },
};

/** Reports, before the user is looked up, whether the caller may not do this to them. */
export function isForbidden(
  operation: UserOperation,
  caller: Pick<Caller, "userId" | "role">,
  userId: number,
): boolean {
  return userAccess[operation][relationOf(caller, userId)][0] === 403;
}
