// Verifies before the measurement that all servers respond in the same way.

import { isDeepStrictEqual } from "node:util";
import type { Fixture } from "./fixture.ts";
import type { RequestOutline } from "./route-load.ts";
import type { Server } from "./servers.ts";

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly etag: string | null;
  /**
   * The body, if the request succeeded. Bodies of errors are not compared, because their texts may
   * differ.
   */
  readonly body: unknown;
}

/**
 * Sends the same requests to every server. If a response differs from the response of the first
 * server, rejects with this response.
 */
export async function requireSameAnswers(
  servers: readonly Server[],
  requests: readonly RequestOutline[],
): Promise<void> {
  for (const request of requests) {
    const answers = await Promise.all(servers.map(async (server) => askServer(server, request)));
    for (const [at, answer] of answers.entries()) {
      if (isDeepStrictEqual(answer, answers[0])) continue;
      const [first, other] = [answers[0], answer].map((each) => JSON.stringify(each));
      throw new Error(
        `${request.target}: ${servers[at]?.kind} answers ${other}, ${servers[0]?.kind} ${first}`,
      );
    }
  }
}

/** Returns requests to all routes. Some of them are invalid. */
export function routeRequests(fixture: Fixture): readonly RequestOutline[] {
  const { token, listingIds, ownListingIds, cursors, usernames, password } = fixture;
  const [own = 0] = ownListingIds;
  const foreign = listingIds.find((id) => !ownListingIds.includes(id)) ?? 0;
  const stranger = "x".repeat(43);
  const changes = { title: "A new title", description: null };
  const login = { username_or_email: usernames[0], password };
  return [
    ...[own, foreign, 999_999, "x", "01", 0].flatMap((id) => [
      { target: `/v1/listings/${id}`, token },
      { target: `/v1/listings/${id}` },
      { target: `/v1/listings/${id}`, token: stranger },
      { target: `/v1/listings/${id}`, token, body: changes },
      { target: `/v1/listings/${id}`, token, body: { ...changes, title: "" } },
      { target: `/v1/listings/${id}`, token, body: { weight: 1 } },
      { target: `/v1/listings/${id}`, body: changes },
    ]),
    { target: "/v1/listings" },
    { target: "/v1/listings", token },
    ...["limit=20", `cursor=${cursors[1]}`, "limit=0", "limit=x", "size=1", "status=publish2"].map(
      (query) => ({ target: `/v1/listings?${query}`, token }),
    ),
    { target: "/v1/nothing", token },
    { target: "/v1/users/login", body: login },
    { target: "/v1/users/login", body: { ...login, password: "wrong" } },
    { target: "/v1/users/login", body: { ...login, username_or_email: "nobody" } },
    { target: "/v1/users/login", body: { ...login, more: 1 } },
  ];
}

async function askServer(
  { port }: Server,
  { target, token, body }: RequestOutline,
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { status, headers } = response;
  return {
    status,
    type: headers.get("content-type")?.split(";")[0] ?? null,
    // Only the version in an entity tag is compared. Its digest differs between servers.
    etag: headers.get("etag")?.replace(/(?:\.[\w-]+|[\w-]{22})"$/, '"') ?? null,
    body: status < 400 ? comparablePart(JSON.parse(text)) : undefined,
  };
}

/** Members whose values each server generates: times and tokens. */
const OWN: ReadonlySet<string> = new Set(["token", "expires_at", "updated_at"]);

/** Returns the id in a cursor. The cursor may contain more members. */
function positionOf(cursor: string): unknown {
  const { id } = JSON.parse(Buffer.from(cursor, "base64url").toString()) as {
    readonly id: unknown;
  };
  return id;
}

/** Replaces the values that must differ between servers, at any depth. */
function comparablePart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparablePart);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === "next_cursor" && typeof inner === "string") return [key, positionOf(inner)];
      return [key, OWN.has(key) ? typeof inner : comparablePart(inner)];
    }),
  );
}
