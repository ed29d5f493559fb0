import { LogError } from "../log-error.ts";
import type { NatsConnection } from "./nats.ts";

/** The oldest version that the cluster tests run with. */
const OLDEST_IN_CLUSTER = [2, 12] as const;

/**
 * Requires a server that keeps what it acknowledged. In a cluster, an older one may return after a
 * crash as the leader of an older log.
 *
 * @throws LogError `server_too_old`
 */
export function checkVersion({ info }: NatsConnection): void {
  const { version = "0", cluster } = info ?? {};
  if (cluster === undefined || cluster === "" || isAtLeast(version, OLDEST_IN_CLUSTER)) return;
  const oldest = OLDEST_IN_CLUSTER.join(".");
  const message = `NATS ${version} is too old for a cluster, in which it may lose acknowledged records. Upgrade every server to ${oldest} or newer.`;
  throw new LogError("server_too_old", message);
}

/** Reports whether a version of NATS, such as `2.12.1`, is at least another one. */
export function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}
