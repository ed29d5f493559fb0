// Reads and writes the same rows as our server, through prepared statements. This is the minimum
// for a service with sessions, owners and versions.

import { createHash } from "node:crypto";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";

/** A row in the form that the database driver returns. */
export type PeerRow = Readonly<Record<string, SQLOutputValue | boolean>>;

/** The user who sends a request. */
export interface PeerCaller {
  readonly userId: number;
  readonly role: string;
}

/**
 * Selects a page of a list: the viewer, the id below which the page starts, and the number of rows.
 */
export interface PeerPage {
  readonly viewerId: number;
  readonly beforeId: number;
  readonly limit: number;
}

/** The filters of a search. A listing must match all of them. */
export interface PeerSearch {
  /** The words without case and accents, folded in the same way as in our service. */
  readonly words: readonly string[];
  readonly categories: readonly string[];
  readonly currency: string;
  readonly minPrice: number;
  readonly maxPrice: number;
}

/** Reads and writes the database of a peer. */
export interface PeerStore {
  /** Returns the user of a session token. Records once a minute that the session is used. */
  callerOf(token: string): PeerCaller | undefined;
  listing(id: number): PeerRow | undefined;
  /** Returns a page of the listings that a member can see, newest first. */
  page(page: PeerPage): readonly PeerRow[];
  /** Returns a page of the listings that the member can see and a search selects. */
  search(search: PeerSearch, page: PeerPage): readonly PeerRow[];
  images(listingIds: readonly number[]): readonly PeerRow[];
  /** Runs a function in a transaction. */
  transaction<T>(work: () => T): T;
  updateListing(id: number, title: string, description: string | null): PeerRow;
  user(name: string): PeerRow | undefined;
  /**
   * Starts a session. If the user then has too many sessions, ends the oldest ones. Returns the id
   * of the session.
   */
  insertSession(userId: number, token: string, expiresAt: number): number;
}

type Statement = ReturnType<DatabaseSync["prepare"]>;

const DAY_MS = 24 * 60 * 60 * 1000;
export const IDLE_MS = 7 * DAY_MS;
export const MAX_SESSIONS = 100;

/** The columns that responses with a listing need. */
export const LISTING_COLUMNS = `id, user_id, status, held, title, description, category, price_amount,
  price_currency, latitude, longitude, custom_fields, version, created_at, updated_at,
  (SELECT username FROM users WHERE users.id = listings.user_id) AS seller`;

/** Opens the database with the settings of our server: WAL, synchronous FULL. */
export function openPeerStore(file: string): PeerStore {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  const session = database.prepare(
    `SELECT sessions.id, user_id, role, last_used_at, expires_at
     FROM sessions JOIN users ON users.id = user_id WHERE token_hash = ?`,
  );
  const touch = database.prepare("UPDATE sessions SET last_used_at = ? WHERE id = ?");
  const listing = database.prepare(`SELECT ${LISTING_COLUMNS} FROM listings WHERE id = ?`);
  const page = database.prepare(
    `SELECT ${LISTING_COLUMNS} FROM listings WHERE status = 'publish' AND user_id <> ?1 AND id < ?2
     UNION ALL SELECT ${LISTING_COLUMNS} FROM listings WHERE user_id = ?1 AND status <> 'trash' AND id < ?2
     ORDER BY id DESC LIMIT ?3`,
  );
  const searches = new Map<number, Statement>();
  const images = new Map<number, Statement>();
  const update = database.prepare(
    `UPDATE listings SET title = ?, description = ?, updated_at = ?, version = version + 1
     WHERE id = ? RETURNING ${LISTING_COLUMNS}`,
  );
  const byUsername = database.prepare("SELECT * FROM users WHERE username_key = ?");
  const byEmail = database.prepare("SELECT * FROM users WHERE email_key = ?");
  const endSessions = database.prepare(
    "DELETE FROM sessions WHERE user_id = ? AND (expires_at <= ? OR last_used_at <= ?)",
  );
  const startSession = database.prepare(
    `INSERT INTO sessions (user_id, token_hash, created_at, last_used_at, expires_at)
     VALUES (?1, ?2, ?3, ?3, ?4) RETURNING id`,
  );
  const endOldest = database.prepare(
    `DELETE FROM sessions WHERE user_id = ?1 AND id NOT IN (
       SELECT id FROM sessions WHERE user_id = ?1 ORDER BY id DESC LIMIT ?2)`,
  );

  function transaction<T>(work: () => T): T {
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  }

  return {
    callerOf(token) {
      const found = session.get(hashOf(token));
      const now = Date.now();
      if (found === undefined || now >= Number(found["expires_at"])) return undefined;
      const unusedMs = now - Number(found["last_used_at"]);
      if (unusedMs >= IDLE_MS) return undefined;
      if (unusedMs >= 60_000) touch.run(now, Number(found["id"]));
      return { userId: Number(found["user_id"]), role: String(found["role"]) };
    },
    listing: (id) => listing.get(id),
    page: ({ viewerId, beforeId, limit }) => page.all(viewerId, beforeId, limit),
    search({ words, categories, currency, minPrice, maxPrice }, { viewerId, beforeId, limit }) {
      const { length } = categories;
      let statement = searches.get(length);
      if (statement === undefined) {
        // The full-text index is read with the newest listings first, so the page need not be
        // sorted.
        statement = database.prepare(
          `SELECT ${LISTING_COLUMNS}
           FROM listing_words CROSS JOIN listings ON listings.id = listing_words.rowid
           WHERE listing_words MATCH ? AND listing_words.rowid < ?
             AND (status = 'publish' OR (user_id = ? AND status <> 'trash'))
             AND +price_currency = ? AND price_amount BETWEEN ? AND ?
             AND category IN (${categories.map(() => "?").join(", ")})
           ORDER BY listing_words.rowid DESC LIMIT ?`,
        );
        searches.set(length, statement);
      }
      const match = words.map((word) => `"${word}"`).join(" ");
      const prices = [currency, minPrice, maxPrice];
      return statement.all(match, beforeId, viewerId, ...prices, ...categories, limit);
    },
    images(listingIds) {
      const { length } = listingIds;
      if (length === 0) return [];
      let statement = images.get(length);
      if (statement === undefined) {
        const places = listingIds.map(() => "?").join(", ");
        statement = database.prepare(
          `SELECT * FROM attachments WHERE listing_id IN (${places})
           ORDER BY listing_id, sort_order`,
        );
        images.set(length, statement);
      }
      return statement.all(...listingIds);
    },
    transaction,
    updateListing(id, title, description) {
      const row = update.get(title, description, Date.now(), id);
      if (row === undefined) throw new Error(`there is no listing ${id}`);
      return row;
    },
    user: (name) => (name.includes("@") ? byEmail : byUsername).get(name.toLowerCase()),
    insertSession(userId, token, expiresAt) {
      const now = Date.now();
      endSessions.run(userId, now, now - IDLE_MS);
      const started = startSession.get(userId, hashOf(token), now, expiresAt);
      endOldest.run(userId, MAX_SESSIONS);
      return Number(started?.["id"]);
    },
  };
}

/** Returns the hash of a token. The database contains only hashes of tokens. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
