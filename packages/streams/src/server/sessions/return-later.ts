import type { StreamServerSettings } from "../settings.ts";

/** The clients reconnect to a different process, so they need not wait as long as for a restart. */
const MOST_MS = 2_000;

/**
 * Returns the reason for a close frame that makes a client reconnect to a different process. The
 * reason says after how many milliseconds. `random` returns numbers in [0, 1).
 */
export function returnLater(
  { reconnectWindowMs }: StreamServerSettings,
  random: () => number,
): string {
  return `retry_ms=${Math.round(random() * Math.min(reconnectWindowMs, MOST_MS))}`;
}
