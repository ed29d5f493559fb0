// The permissions for reports, suspensions and the audit log.

import type { Caller } from "../caller.ts";
import type { Role } from "../storage/user-repository.ts";

/** The operations of moderators and administrators. */
export type ModerationOperation =
  | "listReports"
  | "assignReport"
  | "closeReport"
  | "suspendUser"
  | "listAuditEntries";

/** The roles that may perform each operation. Callers with other roles get 403. */
export const moderationAccess: Readonly<Record<ModerationOperation, readonly Role[]>> = {
  listReports: ["moderator", "admin"],
  assignReport: ["moderator", "admin"],
  closeReport: ["moderator", "admin"],
  suspendUser: ["moderator", "admin"],
  listAuditEntries: ["admin"],
};

/** Reports whether the role of a caller forbids an operation. */
export function lacksRole(operation: ModerationOperation, { role }: Pick<Caller, "role">): boolean {
  return !moderationAccess[operation].includes(role);
}
