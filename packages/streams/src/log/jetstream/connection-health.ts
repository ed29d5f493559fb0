import { type Clock, sleep } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogNotice } from "./log-notice.ts";
import type { NatsConnection } from "./nats.ts";
import type { ReplyInbox } from "./reply-inbox.ts";

/** The state of a connection to NATS. */
export interface ConnectionHealth {
  /** Resolves when a server is reachable. After the timeout, rejects with `log_unavailable`. */
  up(): Promise<void>;
  /** Adds a listener for reconnections. Returns a function that removes it. */
  onBack(listener: () => void): () => void;
  /**
   * Connects to a different server of the cluster, because the current one does not answer. Its cause may
   * only be the election of a leader, so each further move requires twice the time since the last one.
   */
  move(why: string): void;
  /** Connects to a different server, because the current one has reported that it has no quorum. */
  leave(why: string): void;
}

/** After a move, the client stays with the new server for at least this time, in milliseconds. */
const MOVE_MS = 4_000;
/**
 * If the new server reports that it has no quorum, the client may leave it after this time, in
 * milliseconds.
 */
const LEAVE_MS = 1_000;
/** The client avoids a server that it has left for this time, in milliseconds. */
const AVOID_MS = 20_000;

/**
 * Follows the state of a connection. When the connection breaks, pending requests are rejected, because
 * their answers are lost.
 */
export function followConnection(
  connection: NatsConnection,
  inboxes: readonly ReplyInbox[],
  notify: (notice: LogNotice) => void,
  clock: Clock,
  timeoutMs: number,
): ConnectionHealth {
  let isUp = true;
  let movedMs = Number.NEGATIVE_INFINITY;
  let proofMs = MOVE_MS;
  /** When the client left each server. */
  const left = new Map<string, number>();
  /** How many servers were skipped since the last move. */
  let passed = 0;
  let back = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();

  async function followStatus(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === "disconnect" || type === "staleConnection") {
        const broken = "the connection was lost before the answer arrived";
        for (const inbox of inboxes) inbox.failAll(new LogError("log_unavailable", broken));
        if (!isUp) continue;
        isUp = false;
        reportEvent("warn", "disconnected", "NATS is unreachable");
      } else if (type === "reconnect") {
        if (passesBy()) continue;
        isUp = true;
        back.resolve();
        back = Promise.withResolvers();
        for (const listener of [...listeners]) listener();
        reportEvent("info", "reconnected", "NATS is reachable again");
      }
    }
  }
  void followStatus();

  function serverInUse(): string {
    return connection.getServer?.() ?? "";
  }

  function reportEvent(level: "info" | "warn", event: string, message: string): void {
    notify({ level, event, message, server: serverInUse() });
  }

  /** Skips a server that the client has recently left. If all servers were skipped, uses the server. */
  function passesBy(): boolean {
    const leftMs = left.get(serverInUse()) ?? Number.NEGATIVE_INFINITY;
    const servers = connection.getServers?.().length ?? 1;
    if (clock.elapsed() - leftMs >= AVOID_MS || passed >= servers) return false;
    passed += 1;
    reconnect();
    return true;
  }

  function reconnect(): void {
    // The call fails if the connection was closed in the meantime. That needs no reaction.
    connection.reconnect?.().catch(() => {});
  }

  function moveToOtherServer(why: string, afterMs: number): boolean {
    // If there is only one server, a move would interrupt the connection without a benefit.
    if (!connection.info?.cluster) return false;
    if (!isUp || clock.elapsed() - movedMs < afterMs) return false;
    movedMs = clock.elapsed();
    left.set(serverInUse(), movedMs);
    passed = 0;
    reportEvent("warn", "moving", `${why}: connecting to another server`);
    reconnect();
    return true;
  }

  return {
    move(why) {
      const isFirst = clock.elapsed() - movedMs >= AVOID_MS;
      if (moveToOtherServer(why, isFirst ? 0 : proofMs)) proofMs = isFirst ? MOVE_MS : 2 * proofMs;
    },
    leave: (why) => void moveToOtherServer(why, LEAVE_MS),
    onBack(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async up() {
      if (isUp) return;
      const timeout = new AbortController();
      const late = sleep(clock, timeoutMs, timeout.signal).then(() => {
        throw new LogError("log_unavailable", `NATS has been unreachable for ${timeoutMs} ms`);
      });
      try {
        await Promise.race([back.promise, late]);
      } finally {
        timeout.abort();
        late.catch(() => {});
      }
    },
  };
}
