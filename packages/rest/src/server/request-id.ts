import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Matches an id that can be written in a log line and in a header without escapes. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._-]{7,127}$/;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Returns the id of a request: its `X-Request-Id` if that header is well-formed, otherwise a new UUID. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && WELL_FORMED.test(given) ? given : randomUUID();
}

/**
 * Returns the `instance` of a problem. The member is omitted unless the id is a UUID, because no other id
 * is a URI.
 */
export function problemInstance(requestId: string): { readonly instance?: string } {
  return UUID.test(requestId) ? { instance: `urn:uuid:${requestId}` } : {};
}
