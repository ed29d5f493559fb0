import { ProblemError } from "@specwright/rest/server";
import type { Caller } from "../caller.ts";
import { hashSessionToken } from "../secrets/session-token.ts";
import type { Services } from "../services.ts";
import type { Readers } from "../storage/marketplace-storage.ts";
import type { SessionRecord } from "../storage/session-repository.ts";

/**
 * The minimum time between two writes that record the use of a session, in milliseconds. Without
 * it, each request would cause a write.
 */
const TOUCH_MS = 60_000;

/**
 * Reports whether a session is valid: it was used recently enough, and its maximum lifetime has not
 * ended.
 */
export function isAlive(
  session: Pick<SessionRecord, "lastUsedAt" | "expiresAt">,
  { idleMs }: Pick<Services["sessions"], "idleMs">,
  now: number,
): boolean {
  return now < session.expiresAt && now - session.lastUsedAt < idleMs;
}

/**
 * A request that has taken longer than this number of milliseconds verifies its session again
 * before it changes data.
 */
const RECHECK_MS = 1_000;

/**
 * Verifies the session again after a long request, such as an upload. Meanwhile, a logout, a new
 * password or a suspension may have ended the session, or the role of the user may have changed.
 *
 * @throws ProblemError 401 if the session has ended or the role of the user has changed.
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
 * Returns the caller for a session token. A session ends by a logout, by a new password, and after
 * `sessions.idleMs` without use. After `sessions.lifetimeMs`, it ends even if it is used.
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
