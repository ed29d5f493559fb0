import type { Caller } from "../caller.ts";
import { hashSessionToken } from "../secrets/session-token.ts";
import type { Services } from "../services.ts";
import type { SessionRecord } from "../storage/session-repository.ts";

/** The use of a session is recorded at most this often, to avoid a write for each request. */
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
  };
}
