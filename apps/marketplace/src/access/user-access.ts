// The permissions for users. Callers without permission get the same response if the user does not
// exist, so that the response does not reveal this.

import type { Caller } from "../caller.ts";
import type { AccessStatus } from "./listing-access.ts";
import { type Relation, relationOf } from "./relation.ts";

type Row = readonly [existing: AccessStatus, missing: AccessStatus];

export type UserOperation = "getUser" | "updateUser" | "deleteUser";

/** The status of the response to each operation, for an existing user and for a missing user. */
export const userAccess: Readonly<Record<UserOperation, Readonly<Record<Relation, Row>>>> = {
  getUser: { owner: [200, 404], other: [200, 404], moderator: [200, 404], admin: [200, 404] },
  updateUser: { owner: [200, 404], other: [403, 403], moderator: [403, 403], admin: [200, 404] },
  deleteUser: { owner: [204, 404], other: [403, 403], moderator: [403, 403], admin: [204, 404] },
};

/**
 * Reports whether the caller may not perform an operation on a user. The result does not depend on
 * whether the user exists.
 */
export function isForbidden(
  operation: UserOperation,
  caller: Pick<Caller, "userId" | "role">,
  userId: number,
): boolean {
  return userAccess[operation][relationOf(caller, userId)][0] === 403;
}
