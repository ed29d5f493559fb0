import type { Caller } from "../caller.ts";
import type { Services } from "../services.ts";
import type { AuditEntry } from "../storage/audit-repository.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";

/** An action on a resource that belongs to a user. */
export interface AuditAction
  extends Pick<AuditEntry, "action" | "subject" | "subjectId" | "details"> {
  /**
   * The owner of the resource. Actions of the owner are not recorded. Absent if the resource has no
   * owner.
   */
  readonly ownerId?: number;
}

/** Records an action in the audit log, unless the caller owns the resource. */
export async function recordAuditAction(
  { users, audit }: Pick<Repositories, "users" | "audit">,
  { clock }: Pick<Services, "clock">,
  { userId: actorId }: Pick<Caller, "userId">,
  { ownerId, ...action }: AuditAction,
): Promise<void> {
  if (ownerId === actorId) return;
  const actor = (await users.byId(actorId))?.username ?? `user ${actorId}`;
  await audit.insert({ ...action, actorId, actor, happenedAt: clock.now() });
}
