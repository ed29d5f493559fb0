// Creates the responses of all peers, without a framework. They have the same states, permissions
// and bodies as the responses of our server.

import { hash, randomBytes } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { presentImage } from "./peer-images.ts";
import type { PeerCaller, PeerRow, PeerSearch, PeerStore } from "./peer-store.ts";
import { categoriesWithin } from "./search/catalogue.ts";

/** A response before it is written. */
export interface PeerAnswer {
  readonly status: number;
  readonly etag?: string;
  readonly body: unknown;
}

/** The query of a page of listings. Filters select listings by words, category and price. */
export interface PeerQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly q?: string;
  readonly category?: string;
  readonly currency?: string;
  readonly min_price?: number;
  readonly max_price?: number;
}

/** The changes in a request that updates a listing. */
export interface PeerChanges {
  readonly title?: string;
  readonly description?: string | null;
}

/** The body of a login. */
export interface PeerLogin {
  readonly username_or_email: string;
  readonly password: string;
}

/** A result that SQLite returns immediately and PostgreSQL returns later. */
export type Soon<T> = T | Promise<T>;

/** Serves the routes. */
export interface PeerService {
  /**
   * Returns the caller with this `Authorization` header. If it returns `undefined`, the response
   * must be 401.
   */
  callerOf(authorization: string | undefined, isPublic: boolean): Soon<PeerCaller | undefined>;
  read(caller: PeerCaller, id: number): Soon<PeerAnswer>;
  list(caller: PeerCaller, query: PeerQuery): Soon<PeerAnswer>;
  update(caller: PeerCaller, id: number, changes: PeerChanges, ifMatch?: string): Soon<PeerAnswer>;
  logIn(login: PeerLogin): Promise<PeerAnswer>;
}

export const SESSION_MS = 30 * 24 * 60 * 60 * 1000;

/** A caller without a token. Only public routes accept this caller. */
export const anonymous: PeerCaller = { userId: 0, role: "anonymous" };

/** Creates the service on a SQLite database. */
export function peerService(store: PeerStore): PeerService {
  const imagesOf = (rows: readonly PeerRow[]) => store.images(rows.map((row) => Number(row["id"])));
  const answer = (row: PeerRow): PeerAnswer => answerWith(row, imagesOf([row]));

  return {
    callerOf(authorization, isPublic) {
      if (authorization === undefined && isPublic) return anonymous;
      const token = tokenOf(authorization);
      return token === undefined ? undefined : store.callerOf(token);
    },
    read(caller, id) {
      const row = store.listing(id);
      return row !== undefined && maySee(caller, row) ? answer(row) : problem(404, "not_found");
    },
    list({ userId }, query) {
      const { limit = 20, cursor } = query;
      const beforeId = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
      if (beforeId === undefined) return problem(400, "validation_failed");
      const search = readSearch(query);
      const page = { viewerId: userId, beforeId, limit: limit + 1 };
      const found = search === undefined ? store.page(page) : store.search(search, page);
      return answerPage(found, limit, imagesOf(found.slice(0, limit)));
    },
    update(caller, id, changes, ifMatch) {
      return store.transaction(() => {
        const row = store.listing(id);
        const next = changed(caller, row, changes, ifMatch);
        if ("status" in next) return next;
        if (next.row !== undefined) return answer(next.row);
        return answer(store.updateListing(id, next.title, next.description));
      });
    },
    async logIn({ username_or_email: name, password }) {
      const user = store.user(name);
      if (user === undefined) return problem(401, "invalid_credentials");
      const isRight = await verify(String(user["password_hash"]), password.normalize("NFC"));
      if (!isRight) return problem(401, "invalid_credentials");
      const token = randomBytes(32).toString("base64url");
      const expiresAt = Date.now() + SESSION_MS;
      const userId = Number(user["id"]);
      const id = store.transaction(() => store.insertSession(userId, token, expiresAt));
      return answerLogin(user, { id, token, expiresAt });
    },
  };
}

/** Returns the response to an invalid request. */
export function problem(status: number, code: string, errors?: unknown): PeerAnswer {
  const body = { type: "about:blank", title: code, status, code };
  return { status, body: errors === undefined ? body : { ...body, errors } };
}

/** Returns the search in a query; undefined if the query contains no words. */
export function readSearch(query: PeerQuery): PeerSearch | undefined {
  const { q, category = "", currency = "" } = query;
  if (q === undefined) return undefined;
  const folded = q.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return {
    words: folded.match(/[\p{L}\p{N}]+/gu) ?? [],
    categories: categoriesWithin.get(category) ?? [],
    currency,
    minPrice: query.min_price ?? 0,
    maxPrice: query.max_price ?? Number.MAX_SAFE_INTEGER,
  };
}

/**
 * Returns the token in an `Authorization` header; undefined if it does not have the form of a
 * token.
 */
export function tokenOf(authorization = ""): string | undefined {
  return /^Bearer +([A-Za-z0-9_-]{43})$/i.exec(authorization)?.[1];
}

/**
 * The result of checking an update: the response that refuses it, the row if nothing changes, or
 * the new texts.
 */
type Change =
  | PeerAnswer
  | { readonly row: PeerRow }
  | { readonly row?: undefined; readonly title: string; readonly description: string | null };

/** Checks an update of a listing. */
export function changed(
  caller: PeerCaller,
  row: PeerRow | undefined,
  changes: PeerChanges,
  ifMatch: string | undefined,
): Change {
  if (row === undefined || !maySee(caller, row)) return problem(404, "not_found");
  if (row["user_id"] !== caller.userId) return problem(403, "forbidden");
  if (ifMatch !== undefined && ifMatch !== "*" && ifMatch !== `"${row["version"]}"`) {
    return problem(412, "precondition_failed");
  }
  const title = changes.title ?? String(row["title"]);
  const { description = row["description"] as string | null } = changes;
  if (title === row["title"] && description === row["description"]) return { row };
  return { title, description };
}

/** Returns the response with a listing. */
export function answerWith(row: PeerRow, images: readonly PeerRow[]): PeerAnswer {
  const body = { data: presentListing(row, images) };
  return { status: 200, etag: `"${row["version"]}.${digestOf(body)}"`, body };
}

/**
 * Returns the response with a page of listings. If another page follows, `found` contains one more
 * row than the page.
 */
export function answerPage(
  found: readonly PeerRow[],
  limit: number,
  images: readonly PeerRow[],
): PeerAnswer {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const next_cursor = last === undefined ? null : writeCursor(Number(last["id"]));
  const data = rows.map((row) => presentListing(row, images));
  const body = { data, next_cursor };
  return { status: 200, etag: `"${digestOf(body)}"`, body };
}

/**
 * Returns a digest of a body. Bodies for different callers differ, so their entity tags must
 * differ.
 */
function digestOf(body: object): string {
  return hash("sha256", JSON.stringify(body), "base64url").slice(0, 22);
}

/** Returns the response with a new session. */
export function answerLogin(
  user: PeerRow,
  session: { readonly id: number; readonly token: string; readonly expiresAt: number },
): PeerAnswer {
  const { id, token, expiresAt } = session;
  const expires_at = new Date(expiresAt).toISOString();
  return { status: 200, body: { data: { id, token, expires_at, user: presentUser(user) } } };
}

/** Reports whether a caller may see a listing. */
export function maySee({ userId, role }: PeerCaller, row: PeerRow): boolean {
  if (role === "admin" || row["status"] === "publish") return true;
  return row["user_id"] === userId && row["status"] !== "trash";
}

function presentListing(row: PeerRow, images: readonly PeerRow[]): object {
  return {
    id: row["id"],
    user_id: row["user_id"],
    seller: { username: row["seller"] },
    status: row["status"],
    held: row["held"] === 1,
    title: row["title"],
    description: row["description"],
    images: images.filter((image) => image["listing_id"] === row["id"]).map(presentImage),
    ...(row["category"] !== null && { category: row["category"] }),
    ...(row["price_currency"] !== null && {
      price: { amount: row["price_amount"], currency: row["price_currency"] },
    }),
    ...(row["latitude"] !== null && {
      location: { latitude: row["latitude"], longitude: row["longitude"] },
    }),
    version: row["version"],
    created_at: new Date(Number(row["created_at"])).toISOString(),
    updated_at: new Date(Number(row["updated_at"])).toISOString(),
    ...(JSON.parse(String(row["custom_fields"])) as object),
  };
}

function presentUser(row: PeerRow): object {
  return {
    id: row["id"],
    username: row["username"],
    first_name: row["first_name"],
    last_name: row["last_name"],
    description: row["description"],
    email: row["email"],
    email_verified: row["email_verified"] === 1,
    role: row["role"],
    created_at: new Date(Number(row["created_at"])).toISOString(),
    updated_at: new Date(Number(row["updated_at"])).toISOString(),
  };
}

function writeCursor(id: number): string {
  return Buffer.from(JSON.stringify({ id })).toString("base64url");
}

/** Returns the id in a cursor; undefined if the cursor is invalid. */
export function readCursor(cursor: string): number | undefined {
  try {
    const { id } = JSON.parse(Buffer.from(cursor, "base64url").toString()) as {
      readonly id?: unknown;
    };
    return typeof id === "number" && Number.isSafeInteger(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
