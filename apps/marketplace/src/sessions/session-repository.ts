import type { Role } from "../users/user-repository.ts";

/** A session as stored, with the current role of its user. */
export interface SessionRecord {
  readonly id: number;
  readonly userId: number;
  readonly role: Role;
  /** Milliseconds since the epoch, as every time here. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** When it ends at the latest. */
  readonly expiresAt: number;
}

/** A session without an id. */
export interface NewSession {
  readonly userId: number;
  /** SHA-256 of the token in hex. The token itself is not stored. */
  readonly tokenHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Finds sessions. */
export interface SessionReader {
  byTokenHash(tokenHash: string): Promise<SessionRecord | undefined>;
  /** Lists the sessions of a user, newest first. */
  ofUser(userId: number): Promise<readonly SessionRecord[]>;
}

/** Stores sessions. */
export interface SessionRepository extends SessionReader {
  /** Adds a session and gives its number. */
  insert(session: NewSession): Promise<number>;
  /** Notes that a session was used. */
  touch(id: number, usedAt: number): Promise<void>;
  /** Ends a session of a user; tells whether there was one. */
  delete(id: number, userId: number): Promise<boolean>;
  /** Ends the sessions of a user, all but one when `exceptId` names it. */
  deleteOfUser(userId: number, exceptId?: number): Promise<void>;
  /** Ends the oldest sessions of a user beyond so many. */
  deleteBeyond(userId: number, count: number): Promise<void>;
  /** Drops sessions of a user that ended by then, or were last used before `idleSince`. */
  deleteEnded(userId: number, now: number, idleSince: number): Promise<void>;
}
