import type { StreamServerSettings } from "../settings.ts";

/** Clients go elsewhere, so they need not wait as long as for a restart. */
const MOST_MS = 2_000;

/** Returns the reason of a close that sends a client elsewhere, with the time to return. */
export function returnLater({ reconnectWindowMs }: StreamServerSettings): string {
  return `retry_ms=${Math.round(Math.random() * Math.min(reconnectWindowMs, MOST_MS))}`;
}
