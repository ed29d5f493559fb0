// Publishes commands over NATS in order. Commands that are published during a request are sent in the next
// request. A request is repeated until it is answered. The service recognises repeated commands by their
// ids, so repetitions are harmless.

import { type Clock, fullJitterBackoff, sleep, systemClock } from "@specwright/runtime";
import { createCommandQueue, type QueuedCommand, streamOf } from "./command-queue.ts";
import { type PublishAnswer, readPublishAnswers } from "./publish-answer.ts";
import { type GiveUpCommand, type PublishCommand, writePublishCommand } from "./publish-command.ts";
import { PublishError } from "./publish-error.ts";

/**
 * The part of a NATS connection that the client uses. Connections of `@nats-io/transport-node` have it.
 */
export interface PublishConnection {
  request(
    subject: string,
    payload: string,
    options: { timeout: number },
  ): Promise<{ string(): string }>;
}

/** Options for `createPublishClient`. */
export interface PublishClientOptions {
  /** A connection to NATS. The client does not close it. Configure it to reconnect forever. */
  readonly connection: PublishConnection;
  /** The subject on which the service listens. Default `specwright.streams.publish`. */
  readonly subject?: string;
  /**
   * How long to wait for the answer to a request before it is repeated, in milliseconds. Default
   * 5,000.
   */
  readonly tryMs?: number;
  /**
   * How long to wait for the answer to a command, including all repetitions, in milliseconds. Default
   * 60,000.
   */
  readonly giveUpMs?: number;
  /** Called when a request is repeated, with the reason. */
  readonly onRetry?: (cause: unknown) => void;
  readonly clock?: Clock;
  /** Returns numbers in [0, 1), for the delay between two attempts. Default `Math.random`. */
  readonly random?: () => number;
}

/** Publishes frames from the process of an exchange. */
export interface PublishClient {
  /**
   * Publishes a frame. Resolves with its number, `seq` or `md_seq`, once the frame is durable. Calls keep
   * their order, even if the service restarts. Rejects with `PublishError`. After `unanswered`, the client
   * rejects later calls for the same stream (a broker's channel, or market data) with `behind_unanswered`,
   * until the caller publishes the frame again with its id, or gives it up. Publish the rejected frames
   * afterwards, in the same order.
   */
  publish(command: PublishCommand & { readonly id: string }): Promise<bigint>;
  /**
   * Gives up a command that was not answered, or a command of a different process for which the service
   * waits (`behind` of a refusal). Resolves after all earlier commands are answered. Resolves with true if
   * the queue or the service was waiting for the command.
   *
   * @throws PublishError
   */
  giveUp(command: GiveUpCommand): Promise<boolean>;
  /** Stops accepting commands. Resolves when all accepted commands are answered or given up. */
  close(): Promise<void>;
}

/** The default subject of the service. */
export const defaultPublishSubject = "specwright.streams.publish";

/** Creates a client of the publisher interface. */
export function createPublishClient(options: PublishClientOptions): PublishClient {
  const { connection, subject = defaultPublishSubject, tryMs = 5_000 } = options;
  const { giveUpMs = 60_000, onRetry = () => {}, clock = systemClock, random } = options;
  const queue = createCommandQueue();
  let sending: Promise<void> | undefined;
  let closed = false;

  async function sendAll(): Promise<void> {
    // All commands that the caller publishes in this turn of the event loop are sent in one
    // request.
    await Promise.resolve();
    while (queue.length > 0) await sendUntilAnswered(queue.take());
    sending = undefined;
  }

  /** Sends a request until every command in it is answered or given up. */
  async function sendUntilAnswered(request: readonly QueuedCommand[]): Promise<void> {
    const backoff = fullJitterBackoff({ minMs: 50, maxMs: 2_000, ...(random && { random }) });
    let left = request;
    for (;;) {
      const { open, cause } = await sendOnce(left);
      left = dropLate(open, cause);
      if (left.length === 0) return;
      onRetry(cause);
      await sleep(clock, backoff.next());
    }
  }

  /** Sends commands once. Returns the commands that must be sent again, and the reason. */
  async function sendOnce(
    request: readonly QueuedCommand[],
  ): Promise<{ readonly open: readonly QueuedCommand[]; readonly cause?: unknown }> {
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
    const open = request.filter(({ resolve, reject }, at) => {
      const given = answers[at];
      if (given === undefined) return true;
      if (!("error" in given)) resolve(given);
      else if (given.error.retry) cause ??= refusedError(given.error);
      else reject(refusedError(given.error));
      return "error" in given && given.error.retry;
    });
    return { open, cause };
  }

  /**
   * Rejects commands that have waited too long, and all other commands of their streams. Returns the
   * remaining commands.
   */
  function dropLate(open: readonly QueuedCommand[], cause: unknown): readonly QueuedCommand[] {
    const oldestMs = clock.now() - giveUpMs;
    const late = open.filter(({ sinceMs }) => sinceMs <= oldestMs);
    const streams = new Set(late.map(({ stream }) => stream));
    const dropped = open.filter(({ stream }) => streams.has(stream));
    queue.unanswered(dropped);
    const message = `no answer within ${giveUpMs} ms; publish it again with the same id`;
    for (const { reject } of dropped) reject(new PublishError("unanswered", message, { cause }));
    return open.filter(({ stream }) => !streams.has(stream));
  }

  function addCommand(
    command: Pick<QueuedCommand, "line" | "stream" | "id">,
    settle: Pick<QueuedCommand, "resolve" | "reject">,
  ): void {
    if (closed) throw new PublishError("client_closed", "the client was closed");
    queue.add({ ...command, ...settle, sinceMs: clock.now() });
    sending ??= sendAll();
  }

  return {
    async publish(command) {
      const { promise, resolve, reject } = Promise.withResolvers<bigint>();
      const { id } = command;
      addCommand(
        { id, stream: streamOf(command), line: writePublishCommand(command) },
        {
          reject,
          resolve: (answer) =>
            "seq" in answer ? resolve(answer.seq) : reject(malformedAnswer(answer.id)),
        },
      );
      return promise;
    },
    async giveUp(command) {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>();
      const stream = streamOf(command);
      const wasHeld = queue.release(stream, command.give_up);
      addCommand(
        { stream, line: writePublishCommand(command) },
        {
          reject,
          resolve: (answer) =>
            "seq" in answer
              ? reject(malformedAnswer(answer.id))
              : resolve(wasHeld || answer.given_up),
        },
      );
      return promise;
    },
    async close() {
      closed = true;
      while (sending !== undefined) await sending;
    },
  };
}

/**
 * Returns the error for an answer that does not fit its command. The service never sends such an answer.
 */
function malformedAnswer(id: string | undefined): PublishError {
  return new PublishError("unanswered", `the answer to ${String(id)} is malformed`);
}

function refusedError(refusal: {
  readonly code: string;
  readonly message: string;
  readonly retry: boolean;
}): PublishError {
  return new PublishError("refused", `${refusal.code}: ${refusal.message}`, { refusal });
}
