// What is measured: servers, routes, and the requests of each route.

import type { Fixture } from "./fixture.ts";

/** The servers. */
export const serverKinds = ["ours", "fastify", "node:http", "express"] as const;

/** The name of a server. */
export type ServerKind = (typeof serverKinds)[number];

/** A route under load. */
export interface RouteLoad {
  readonly name: string;
  /** Requests as sent; connections take them in turn, repeatedly. */
  readonly requests: (fixture: Fixture) => readonly string[];
  /** The number of requests before the measurement. */
  readonly warmUp: number;
  /** The number of requests in a slice. */
  readonly slice: number;
  /** Whether the steps of a request are measured too. */
  readonly hasSteps: boolean;
}

/** The routes. */
export const routeLoads: readonly RouteLoad[] = [
  {
    name: "read",
    hasSteps: true,
    warmUp: 12_000,
    slice: 4_000,
    requests: ({ token, listingIds }) =>
      listingIds.map((id) => requestText({ target: `/v1/listings/${id}`, token })),
  },
  {
    name: "list",
    hasSteps: true,
    warmUp: 4_000,
    slice: 1_500,
    requests: ({ token, cursors }) =>
      cursors.map((cursor) => {
        const query = cursor === undefined ? "" : `&cursor=${cursor}`;
        return requestText({ target: `/v1/listings?limit=20${query}`, token });
      }),
  },
  {
    name: "update",
    hasSteps: true,
    warmUp: 1_500,
    slice: 600,
    // Two passes, so that each update changes its listing.
    requests: ({ token, ownListingIds }) =>
      ["Brass. Collect in person.", "Brass, polished. By post."].flatMap((description) =>
        ownListingIds.map((id) => {
          const body = { title: `Difference engine ${id}`, description };
          return requestText({ target: `/v1/listings/${id}`, token, body });
        }),
      ),
  },
  {
    name: "login",
    hasSteps: false,
    warmUp: 32,
    slice: 32,
    requests: ({ usernames, password }) =>
      usernames.map((username) => {
        const body = { username_or_email: username, password };
        return requestText({ target: "/v1/users/login", body });
      }),
  },
];

/** A request: a GET, or a POST of JSON if it has a body. */
export interface RequestOutline {
  readonly target: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** Formats a request as it is sent. */
export function requestText({ target, token, body }: RequestOutline): string {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const lines = [
    `${text === undefined ? "GET" : "POST"} ${target} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Accept: application/json",
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(text === undefined
      ? []
      : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text ?? ""}`;
}
