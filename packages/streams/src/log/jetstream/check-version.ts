import { LogError } from "../log-error.ts";
import type { NatsConnection } from "./nats.ts";

/** The oldest version with which the tests of clusters are run. */
const OLDEST_IN_CLUSTER = [2, 12, 2] as const;

/**
 * Requires a version of NATS that keeps acknowledged records. In a cluster, a server with an older version
 * may become the leader with an outdated log after a crash, or may stop answering.
 *
 * @throws LogError `server_too_old`
 */
export function checkVersion({ info }: NatsConnection): void {
  const { version = "0", cluster } = info ?? {};
  if (cluster === undefined || cluster === "" || isAtLeast(version, OLDEST_IN_CLUSTER)) return;
  const oldest = OLDEST_IN_CLUSTER.join(".");
  const message = `NATS ${version} is too old for a cluster, in which it may lose acknowledged records or stop answering. Upgrade every server to ${oldest} or newer.`;
  throw new LogError("server_too_old", message);
}

/**
 * Reports whether a server accepts a request for several records. NATS 2.11 to 2.12.1 hangs if such a
 * request arrives while it stores a record.
 */
export function sendsBatches({ info }: NatsConnection): boolean {
  return isAtLeast(info?.version ?? "0", [2, 12, 2]);
}

/** Reports whether a version of NATS, such as `2.12.1`, is `oldest` or later. */
export function isAtLeast(version: string, oldest: readonly number[]): boolean {
  const own = version.split(/[.-]/).map(Number);
  for (const [at, least] of oldest.entries()) {
    const part = own[at] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
