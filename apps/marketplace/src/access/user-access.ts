// The permissions for users. A caller without permission gets the same response whether or not the
// user exists.

import type { Caller } from "../caller.ts";
import type { AccessStatus } from "./listing-access.ts";
import { type Relation, relationOf } from "./relation.ts";

type Row = readonly [existing: AccessStatus, missing: AccessStatus];

export type UserOperation = "getUser" | "updateUser" | "deleteUser";

/** The responses to operations on an existing and on a missing user. */
export const userAccess: Readonly<Record<UserOperation, Readonly<Record<Relation, Row>>>> = {
  getUser: { owner: [200, 404], other: [200, 404], moderator: [200, 404], admin: [200, 404] },
  updateUser: { owner: [200, 404], other: [403, 403], moderator: [403, 403], admin: [200, 404] },
  deleteUser: { owner: [204, 404], other: [403, 403], moderator: [403, 403], admin: [204, 404] },
};

/** Reports whether the caller may not perform an operation on a user. Does not look up the user. */
export function isForbidden(
  operation: UserOperation,
  caller: Pick<Caller, "userId" | "role">,
  userId: number,
): boolean {
  return userAccess[operation][relationOf(caller, userId)][0] === 403;
}
