// The handling of responses that break the contract, for clients of a foreign API. A setting of the
// transport or the call replaces it.

import type { ResponseReporting } from "./validation.ts";

/**
 * The maximum number of places that are remembered. Without a limit, a server that invents member names
 * could fill the memory.
 */
const MAX_PLACES = 1_000;

const places = new Set<string>();

/** Delivers answers that break the contract, and warns once for each operation and place. */
export const reportedResponses: ResponseReporting = { response: "report", onIssues: warnOnce };

/** Warns of issues, once for each operation and place. */
export function warnOnce({
  operation,
  issues,
}: Parameters<ResponseReporting["onIssues"]>[0]): void {
  for (const { of, pointer, message } of issues) {
    // All items of a list count as one place.
    const place = pointer.replace(/\/\d+(?=\/|$)/g, "/*");
    const key = `${operation.id} ${place}`;
    if (places.has(key) || places.size >= MAX_PLACES) continue;
    places.add(key);
    const where = place === "" ? "" : ` at "${place}"`;
    console.warn(`${operation.id}: the ${of} breaks the contract: ${message}${where}`);
  }
}
