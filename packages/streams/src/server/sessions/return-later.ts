import type { StreamServerSettings } from "../settings.ts";

/** Clients may reconnect at once, to a different process. They need not wait for a restart. */
const MOST_MS = 2_000;

/**
 * Returns the reason of a close frame after which a client reconnects to a different process. The reason
 * contains a random delay in milliseconds. `random` returns numbers in [0, 1).
 */
export function returnLater(
  { reconnectWindowMs }: StreamServerSettings,
  random: () => number,
): string {
  return `retry_ms=${Math.round(random() * Math.min(reconnectWindowMs, MOST_MS))}`;
}
