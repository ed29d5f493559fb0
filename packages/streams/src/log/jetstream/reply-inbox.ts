// Receives the answers to all requests with one subscription. A request then costs only a message and an
// entry in a map. The publish function of the client takes ten times as long.

import type { Clock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import { type NatsConnection, type NatsHeaders, type NatsMessage, transport } from "./nats.ts";

/** Sends requests without waiting for the answers to earlier ones. */
export interface ReplyInbox {
  /** Sends a request at once. Resolves with the answer, or rejects with `log_unavailable`. */
  request(
    subject: string,
    payload: Uint8Array | string,
    headers?: NatsHeaders,
  ): Promise<NatsMessage>;
  /**
   * Sends a request that has several answers. Resolves with the answers before the final one, which has a
   * status and no data. Rejects with `log_unavailable`.
   */
  requestMany(subject: string, payload: string): Promise<readonly NatsMessage[]>;
  /** Rejects all pending requests, because their answers are lost. */
  failAll(error: LogError): void;
  close(): void;
}

/** If no answer has arrived for this time, the server may be unreachable. In milliseconds. */
const SILENT_MS = 3_000;

interface Waiting {
  take(message: NatsMessage): "done" | "more";
  fail(error: LogError): void;
  dueMs: number;
}

const NO_RESPONDERS = 503;

export function openReplyInbox(
  connection: NatsConnection,
  clock: Clock,
  timeoutMs: number,
  onSilent: () => void = () => {},
): ReplyInbox {
  const inbox = transport.createInbox();
  const waiting = new Map<string, Waiting>();
  let next = 0;
  let heardMs = clock.elapsed();
  let cancelTimer: (() => void) | undefined;
  const subscription = connection.subscribe(`${inbox}.*`, {
    callback(error, message) {
      if (error === null) takeReply(message);
    },
  });

  function takeReply(message: NatsMessage): void {
    heardMs = clock.elapsed();
    const token = message.subject.slice(inbox.length + 1);
    const found = waiting.get(token);
    if (found === undefined) return;
    if (message.headers?.code === NO_RESPONDERS) {
      waiting.delete(token);
      found.fail(
        new LogError("log_unavailable", "no server answers for the stream, or JetStream is off"),
      );
    } else if (found.take(message) === "done") {
      waiting.delete(token);
    }
  }

  function sendRequest(
    subject: string,
    payload: Uint8Array | string,
    headers: NatsHeaders | undefined,
    handlers: Omit<Waiting, "dueMs">,
  ): void {
    const token = (next++).toString(36);
    if (waiting.size === 0) heardMs = clock.elapsed();
    waiting.set(token, { ...handlers, dueMs: clock.elapsed() + timeoutMs });
    watchTimeouts();
    try {
      const reply = `${inbox}.${token}`;
      connection.publish(subject, payload, headers === undefined ? { reply } : { reply, headers });
    } catch (error) {
      waiting.delete(token);
      handlers.fail(
        new LogError("log_unavailable", "the request could not be sent", { cause: error }),
      );
    }
  }

  /** One timer is enough for all requests, because they expire in the order in which they were sent. */
  function watchTimeouts(): void {
    cancelTimer ??= clock.setTimer(Math.min(timeoutMs / 4, SILENT_MS / 4), () => {
      cancelTimer = undefined;
      const nowMs = clock.elapsed();
      for (const [token, { fail, dueMs }] of waiting) {
        if (dueMs > nowMs) break;
        waiting.delete(token);
        fail(new LogError("log_unavailable", `no answer within ${timeoutMs} ms`));
      }
      if (waiting.size === 0) return;
      watchTimeouts();
      if (nowMs - heardMs >= SILENT_MS) onSilent();
    });
  }

  return {
    request(subject, payload, headers) {
      const { promise, resolve, reject } = Promise.withResolvers<NatsMessage>();
      sendRequest(subject, payload, headers, {
        take(message) {
          resolve(message);
          return "done";
        },
        fail: reject,
      });
      return promise;
    },
    requestMany(subject, payload) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly NatsMessage[]>();
      const messages: NatsMessage[] = [];
      sendRequest(subject, payload, undefined, {
        take(message) {
          if ((message.headers?.code ?? 0) === 0) {
            messages.push(message);
            return "more";
          }
          resolve(messages);
          return "done";
        },
        fail: reject,
      });
      return promise;
    },
    failAll(error) {
      const all = [...waiting.values()];
      waiting.clear();
      for (const { fail } of all) fail(error);
    },
    close() {
      cancelTimer?.();
      subscription.unsubscribe();
    },
  };
}
