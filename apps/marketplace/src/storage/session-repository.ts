import type { Role } from "./user-repository.ts";

/** The stored data of a session, and the current role of its user. */
export interface SessionRecord {
  readonly id: number;
  readonly userId: number;
  readonly role: Role;
  /** Milliseconds since the epoch. All times in this file have this unit. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** When the session ends, even if it is used. */
  readonly expiresAt: number;
}

/** A session to insert, which has no id yet. */
export interface NewSession {
  readonly userId: number;
  /** SHA-256 of the token in hex. The token itself is not stored. */
  readonly tokenHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Finds sessions. */
export interface SessionReader {
  byId(id: number): Promise<SessionRecord | undefined>;
  byTokenHash(tokenHash: string): Promise<SessionRecord | undefined>;
  /** Returns the sessions of a user, newest first. */
  ofUser(userId: number): Promise<readonly SessionRecord[]>;
}

/** Stores sessions. */
export interface SessionRepository extends SessionReader {
  /** Adds a session and returns its id. */
  insert(session: NewSession): Promise<number>;
  /** Records that a session was used. */
  touch(id: number, usedAt: number): Promise<void>;
  /** Ends a session of a user. Reports whether the session existed. */
  delete(id: number, userId: number): Promise<boolean>;
  /** Ends all sessions of a user, except the session `exceptId`. */
  deleteOfUser(userId: number, exceptId?: number): Promise<void>;
  /** If a user has more than `count` sessions, ends the oldest ones. */
  deleteBeyond(userId: number, count: number): Promise<void>;
  /** Deletes sessions of a user that have expired, or were last used before `idleSince`. */
  deleteEnded(userId: number, now: number, idleSince: number): Promise<void>;
}
