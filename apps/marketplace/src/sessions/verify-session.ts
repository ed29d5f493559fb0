import { ProblemError } from "@specwright/rest/server";
import type { Caller } from "../caller.ts";
import { hashSessionToken } from "../secrets/session-token.ts";
import type { Services } from "../services.ts";
import type { Readers } from "../storage/marketplace-storage.ts";
import type { SessionRecord } from "../storage/session-repository.ts";

/**
 * The minimum time between two records of the use of a session, in milliseconds. It avoids a write
 * for each request.
 */
const TOUCH_MS = 60_000;

/** Reports whether a session is still valid: neither idle for too long nor past its end. */
export function isAlive(
  session: Pick<SessionRecord, "lastUsedAt" | "expiresAt">,
  { idleMs }: Pick<Services["sessions"], "idleMs">,
  now: number,
): boolean {
  return now < session.expiresAt && now - session.lastUsedAt < idleMs;
}

/**
 * If a request has taken this long, in milliseconds, it checks its session again before it changes
 * data.
 */
const RECHECK_MS = 1_000;

/**
 * Checks the session again after a long request, such as an upload. Meanwhile it may have ended by
 * a logout, a new password
 * or a suspension, or the role of its user may have changed.
 *
 * @throws ProblemError 401 if the session has ended or its user has another role.
 */
export async function recheckSession(
  stored: Pick<Readers, "sessions">,
  { clock }: Pick<Services, "clock">,
  caller: Caller | undefined,
): Promise<void> {
  if (caller === undefined || clock.now() - caller.verifiedAt < RECHECK_MS) return;
  const session = await stored.sessions.byId(caller.sessionId);
  if (session?.role !== caller.role) throw new ProblemError(401, "unauthorized");
}

/**
 * Finds the user of a session token. A session ends by a logout, by a new password, after
 * `sessions.idleMs` without use, and after `sessions.lifetimeMs` in any case.
 */
export async function verifySession(
  services: Services,
  token: string,
): Promise<Caller | undefined> {
  const { storage, clock, sessions } = services;
  const tokenHash = hashSessionToken(token);
  if (tokenHash === undefined) return undefined;
  const session = await storage.committed.sessions.byTokenHash(tokenHash);
  if (session === undefined) return undefined;
  const now = clock.now();
  if (!isAlive(session, sessions, now)) return undefined;
  if (now - session.lastUsedAt >= Math.min(TOUCH_MS, sessions.idleMs / 2)) {
    await storage.transaction((stored) => stored.sessions.touch(session.id, now));
  }
  return {
    userId: session.userId,
    role: session.role,
    sessionId: session.id,
    loggedInAt: session.createdAt,
    verifiedAt: now,
  };
}
