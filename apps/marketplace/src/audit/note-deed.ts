import type { Caller } from "../caller.ts";
import type { Services } from "../services.ts";
import type { Repositories } from "../storage/marketplace-storage.ts";
import type { AuditEntry } from "./audit-repository.ts";

/** What somebody does to what belongs to a user. */
export interface Deed extends Pick<AuditEntry, "action" | "subject" | "subjectId" | "details"> {
  /** Whose it is. What they do themself is not noted; absent: it is nobody's. */
  readonly ownerId?: number;
}

/** Notes in the audit log what a caller does to what is not theirs. */
export async function noteDeed(
  { users, audit }: Pick<Repositories, "users" | "audit">,
  { clock }: Pick<Services, "clock">,
  { userId: actorId }: Pick<Caller, "userId">,
  { ownerId, ...deed }: Deed,
): Promise<void> {
  if (ownerId === actorId) return;
  const actor = (await users.byId(actorId))?.username ?? `user ${actorId}`;
  await audit.insert({ ...deed, actorId, actor, happenedAt: clock.now() });
}
