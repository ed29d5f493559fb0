import { type Clock, sleep } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogNotice } from "./log-notice.ts";
import type { NatsConnection } from "./nats.ts";
import type { ReplyInbox } from "./reply-inbox.ts";

/** Knows whether the server is there. */
export interface ConnectionHealth {
  /** Resolves once the server is there; rejects with `log_unavailable` when it does not come. */
  up(): Promise<void>;
  /** Calls when the server is there again; gives a function that ends it. */
  onBack(listener: () => void): () => void;
}

/** Follows a connection: what waits for an answer when it breaks will not get one. */
export function followConnection(
  connection: NatsConnection,
  inbox: ReplyInbox,
  notify: (notice: LogNotice) => void,
  clock: Clock,
  timeoutMs: number,
): ConnectionHealth {
  let isUp = true;
  let back = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();

  async function follow(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === "disconnect" || type === "staleConnection") {
        if (!isUp) continue;
        isUp = false;
        inbox.failAll(new LogError("log_unavailable", "the connection broke before the answer"));
        notify({ level: "warn", event: "disconnected", message: "NATS is not reachable" });
      } else if (type === "reconnect") {
        isUp = true;
        back.resolve();
        back = Promise.withResolvers();
        for (const listener of [...listeners]) listener();
        notify({ level: "info", event: "reconnected", message: "NATS is reachable again" });
      }
    }
  }
  void follow();

  return {
    onBack(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async up() {
      if (isUp) return;
      const timeout = new AbortController();
      const late = sleep(clock, timeoutMs, timeout.signal).then(() => {
        throw new LogError("log_unavailable", `NATS is not reachable since ${timeoutMs} ms`);
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
