import type { StreamServerSettings } from "../settings.ts";

/** Clients go elsewhere, so they need not wait as long as for a restart. */
const MOST_MS = 2_000;

/**
 * Returns the reason of a close that sends a client elsewhere, with the time to return. `random` returns
 * numbers in [0, 1).
 */
export function returnLater(
  { reconnectWindowMs }: StreamServerSettings,
  random: () => number,
): string {
  return `retry_ms=${Math.round(random() * Math.min(reconnectWindowMs, MOST_MS))}`;
}
