// Who sees and settles reports, and who reads the audit log.

import type { Caller } from "../caller.ts";
import type { Role } from "../users/user-repository.ts";

/** Names an operation of those who moderate. */
export type ModerationOperation =
  | "listReports"
  | "assignReport"
  | "closeReport"
  | "listAuditEntries";

/** Holds the roles that each operation takes; every other caller gets 403. */
export const moderationAccess: Readonly<Record<ModerationOperation, readonly Role[]>> = {
  listReports: ["moderator", "admin"],
  assignReport: ["moderator", "admin"],
  closeReport: ["moderator", "admin"],
  listAuditEntries: ["admin"],
};

/** Reports whether the role of a caller does not allow an operation. */
export function lacksRole(operation: ModerationOperation, { role }: Pick<Caller, "role">): boolean {
  return !moderationAccess[operation].includes(role);
}
