// Commands over NATS, in order: what waits while a request is under way is the next one, and a
// request is repeated until it is answered. The ids of the commands make that harmless.

import { type Clock, fullJitterBackoff, sleep, systemClock } from "@specwright/runtime";
import { type PublishAnswer, readPublishAnswers } from "./publish-answer.ts";
import { type PublishCommand, writePublishCommand } from "./publish-command.ts";
import { PublishError } from "./publish-error.ts";

/** Is the part of a NATS connection that is used; that of `@nats-io/transport-node` is one. */
export interface PublishConnection {
  request(
    subject: string,
    payload: string,
    options: { timeout: number },
  ): Promise<{ string(): string }>;
}

/** Configures `createPublishClient`. */
export interface PublishClientOptions {
  /** A connection to NATS, which stays open. Let it reconnect for ever. */
  readonly connection: PublishConnection;
  /** What the service listens on. Default `specwright.streams.publish`. */
  readonly subject?: string;
  /** How long a request may be unanswered before it is repeated, in milliseconds. Default 5,000. */
  readonly tryMs?: number;
  /** How long a command may be unanswered in all, in milliseconds. Default 60,000. */
  readonly giveUpMs?: number;
  /** Learns that a request is repeated, and why. */
  readonly onRetry?: (cause: unknown) => void;
  readonly clock?: Clock;
  /** Gives numbers in [0, 1), for the time between two tries. Default `Math.random`. */
  readonly random?: () => number;
}

/** Publishes frames from the process of an exchange. */
export interface PublishClient {
  /**
   * Publishes a frame; resolves with its number, `seq` or `md_seq`, once it is durable. Calls keep
   * their order, over restarts of the service too. Rejects with `PublishError`.
   */
  publish(command: PublishCommand & { readonly id: string }): Promise<bigint>;
  /** Takes no more, and resolves when all that it took is answered or given up. */
  close(): Promise<void>;
}

interface Waiting {
  readonly line: string;
  readonly sinceMs: number;
  readonly settle: PromiseWithResolvers<bigint>;
}

/** Where the service listens unless it is told otherwise. */
export const defaultPublishSubject = "specwright.streams.publish";

/** Commands of a request, and their length: NATS takes a megabyte. */
const MOST_COMMANDS = 512;
const MOST_CHARACTERS = 128 * 1024;

/** Makes a client of the publisher interface. */
export function createPublishClient(options: PublishClientOptions): PublishClient {
  const { connection, subject = defaultPublishSubject, tryMs = 5_000 } = options;
  const { giveUpMs = 60_000, onRetry = () => {}, clock = systemClock, random } = options;
  const waiting: Waiting[] = [];
  let sending: Promise<void> | undefined;
  let closed = false;

  async function send(): Promise<void> {
    // What the caller publishes in this turn is one request.
    await Promise.resolve();
    while (waiting.length > 0) await answer(take());
    sending = undefined;
  }

  function take(): readonly Waiting[] {
    let [count, length] = [0, 0];
    for (const { line } of waiting) {
      if (count > 0 && (count === MOST_COMMANDS || length + line.length > MOST_CHARACTERS)) break;
      count += 1;
      length += line.length;
    }
    return waiting.splice(0, count);
  }

  /** Sends a request until every command of it is settled. */
  async function answer(request: readonly Waiting[]): Promise<void> {
    const backoff = fullJitterBackoff({ minMs: 50, maxMs: 2_000, ...(random && { random }) });
    let left = request;
    for (;;) {
      const { open, cause } = await attempt(left);
      left = giveUp(open, cause);
      if (left.length === 0) return;
      onRetry(cause);
      await sleep(clock, backoff.next());
    }
  }

  /** Gives the commands that have to be sent again, from the first of them on, and why. */
  async function attempt(
    request: readonly Waiting[],
  ): Promise<{ readonly open: readonly Waiting[]; readonly cause?: unknown }> {
    let answers: readonly PublishAnswer[] | undefined;
    try {
      const payload = request.map(({ line }) => line).join("\n");
      const reply = await connection.request(subject, payload, { timeout: tryMs });
      answers = readPublishAnswers(reply.string(), request.length);
    } catch (cause) {
      return { open: request, cause };
    }
    if (answers === undefined)
      return { open: request, cause: new Error("the answer is malformed") };
    let cause: unknown;
    const open = request.filter(({ settle }, at) => {
      const given = answers[at];
      if (given === undefined) return true;
      if ("seq" in given) settle.resolve(given.seq);
      else if (given.error.retry) cause ??= refused(given.error);
      else settle.reject(refused(given.error));
      return "error" in given && given.error.retry;
    });
    return { open, cause };
  }

  function giveUp(open: readonly Waiting[], cause: unknown): readonly Waiting[] {
    const oldestMs = clock.now() - giveUpMs;
    return open.filter(({ sinceMs, settle }) => {
      if (sinceMs > oldestMs) return true;
      const message = `no answer within ${giveUpMs} ms; publish it again under the same id`;
      settle.reject(new PublishError("unanswered", message, { cause }));
      return false;
    });
  }

  return {
    async publish(command) {
      if (closed) throw new PublishError("client_closed", "the client was closed");
      const settle = Promise.withResolvers<bigint>();
      waiting.push({ line: writePublishCommand(command), sinceMs: clock.now(), settle });
      sending ??= send();
      return settle.promise;
    },
    async close() {
      closed = true;
      while (sending !== undefined) await sending;
    },
  };
}

function refused(refusal: {
  readonly code: string;
  readonly message: string;
  readonly retry: boolean;
}): PublishError {
  return new PublishError("refused", `${refusal.code}: ${refusal.message}`, { refusal });
}
