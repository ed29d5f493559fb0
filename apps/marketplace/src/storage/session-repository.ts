import type { Role } from "./user-repository.ts";

/** A session as stored, with the current role of its user. */
export interface SessionRecord {
  readonly id: number;
  readonly userId: number;
  readonly role: Role;
  /** Milliseconds since the epoch, as every time here. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** The end of the maximum lifetime, even if the session is used. */
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
  byId(id: number): Promise<SessionRecord | undefined>;
  byTokenHash(tokenHash: string): Promise<SessionRecord | undefined>;
  /** Lists the sessions of a user, newest first. */
  ofUser(userId: number): Promise<readonly SessionRecord[]>;
}

/** Stores sessions. */
export interface SessionRepository extends SessionReader {
  /** Adds a session and returns its id. */
  insert(session: NewSession): Promise<number>;
  /** Records that a session was used. */
  touch(id: number, usedAt: number): Promise<void>;
  /** Ends a session of a user; returns whether it existed. */
  delete(id: number, userId: number): Promise<boolean>;
  /** Ends the sessions of a user, except `exceptId` if it is given. */
  deleteOfUser(userId: number, exceptId?: number): Promise<void>;
  /** Ends the oldest sessions of a user beyond `count`. */
  deleteBeyond(userId: number, count: number): Promise<void>;
  /** Deletes sessions of a user that have expired, or were last used before `idleSince`. */
  deleteEnded(userId: number, now: number, idleSince: number): Promise<void>;
}
