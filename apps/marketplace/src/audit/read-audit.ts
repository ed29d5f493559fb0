import { lacksRole } from "../access/moderation-access.ts";
import { callerOf, type Handlers } from "../caller.ts";
import { badCursor, pageOf, readCursor } from "../page-cursor.ts";
import { problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../timestamp.ts";

const DEFAULT_LIMIT = 20;

/** Serves `GET /audit-entries`: newest first, to administrators. */
export function listAuditEntries({ storage }: Services): Handlers["listAuditEntries"] {
  return async ({ query = {} }, context) => {
    if (lacksRole("listAuditEntries", callerOf(context))) return problemAnswer(403, "forbidden");
    const { limit = DEFAULT_LIMIT, cursor } = query;
    const beforeId = cursor === undefined ? undefined : readCursor(cursor, {});
    if (cursor !== undefined && beforeId === undefined) return badCursor();
    const selection = { ...(beforeId === undefined ? {} : { beforeId }), limit: limit + 1 };
    const found = await storage.committed.audit.page(selection);
    const { items, next } = pageOf(found, limit, {});
    const data = items.map((entry) => ({
      id: entry.id,
      happened_at: timestamp(entry.happenedAt),
      actor_id: entry.actorId,
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject,
      subject_id: entry.subjectId,
      details: entry.details,
    }));
    return { status: 200, body: { data, next_cursor: next } };
  };
}
