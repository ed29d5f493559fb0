// The servers and routes that are measured, and the requests to each route.

import type { Fixture } from "./fixture.ts";

export const serverKinds = ["ours", "fastify", "node:http", "express"] as const;

/** The name of a server. */
export type ServerKind = (typeof serverKinds)[number];

/** A route under load. */
export interface RouteLoad {
  readonly name: string;
  /** The requests as text. The connections send them one after the other, and then start again. */
  readonly requests: readonly string[];
  /** The number of requests that are sent before the measurement. */
  readonly warmUp: number;
  /** The number of requests in a slice. */
  readonly slice: number;
  /** Whether the steps of a request to this route are also measured. */
  readonly hasSteps: boolean;
}

/** The names of the routes. */
export const routeNames = ["read", "list", "update", "login"] as const;

export type RouteName = (typeof routeNames)[number];

export function routeLoad(name: RouteName, fixture: Fixture): RouteLoad {
  const { token, listingIds, ownListingIds, cursors, usernames, password } = fixture;
  switch (name) {
    case "read":
      return {
        name,
        hasSteps: true,
        warmUp: 12_000,
        slice: 4_000,
        requests: listingIds.map((id) => requestText({ target: `/v1/listings/${id}`, token })),
      };
    case "list":
      return {
        name,
        hasSteps: true,
        warmUp: 4_000,
        slice: 1_500,
        requests: cursors.map((cursor) => {
          const query = cursor === undefined ? "" : `&cursor=${cursor}`;
          return requestText({ target: `/v1/listings?limit=20${query}`, token });
        }),
      };
    case "update":
      return {
        name,
        hasSteps: true,
        warmUp: 1_500,
        slice: 600,
        // Each listing is updated with two different texts in turn, so that each update changes it.
        requests: ["Brass. Collect in person.", "Brass, polished. By post."].flatMap(
          (description) =>
            ownListingIds.map((id) => {
              const body = { title: `Difference engine ${id}`, description };
              return requestText({ target: `/v1/listings/${id}`, token, body });
            }),
        ),
      };
    case "login":
      return {
        name,
        hasSteps: false,
        warmUp: 32,
        slice: 32,
        requests: usernames.map((username) => {
          const body = { username_or_email: username, password };
          return requestText({ target: "/v1/users/login", body });
        }),
      };
    default:
      return name satisfies never;
  }
}

/** A request. It is a POST with JSON if it has a body, and otherwise a GET. */
export interface RequestOutline {
  readonly target: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** Returns the text of a request that is sent to the server. */
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
