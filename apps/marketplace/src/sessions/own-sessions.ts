import type { SessionSummary } from "@specwright/marketplace-api/types";
import { callerOf, type Handlers } from "../caller.ts";
import { notFound } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { SessionRecord } from "../storage/session-repository.ts";
import { timestamp } from "../timestamp.ts";
import { isAlive } from "./verify-session.ts";

/** Serves `GET /users/me/sessions`. The list does not contain ended sessions. */
export function listSessions(services: Services): Handlers["listSessions"] {
  const { storage, clock, sessions } = services;
  return async (_request, context) => {
    const { userId, sessionId } = callerOf(context);
    const now = clock.now();
    const found = await storage.committed.sessions.ofUser(userId);
    const alive = found.filter((session) => isAlive(session, sessions, now));
    const data = alive.map((session) => presentSession(session, session.id === sessionId));
    return { status: 200, body: { data } };
  };
}

/** Serves `DELETE /users/me/sessions/{session_id}`. The session ends immediately. */
export function revokeSession({ storage }: Services): Handlers["revokeSession"] {
  return async ({ path }, context) => {
    const { userId } = callerOf(context);
    const isGone = await storage.transaction((stored) =>
      stored.sessions.delete(path.session_id, userId),
    );
    return isGone ? { status: 204 } : notFound();
  };
}

function presentSession(session: SessionRecord, isCurrent: boolean): SessionSummary {
  return {
    id: session.id,
    is_current: isCurrent,
    created_at: timestamp(session.createdAt),
    last_used_at: timestamp(session.lastUsedAt),
    expires_at: timestamp(session.expiresAt),
  };
}
