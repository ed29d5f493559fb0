// One writer at a time. The writer answers requests on a subject, so that a second one notices it
// before it writes anything. If the two cannot see each other, or start together, the expected
// sequence of every message lets only one of them through, and the writer header shows the other
// one the winner.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Clock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogNotice } from "./log-notice.ts";
import { type NatsConnection, transport } from "./nats.ts";

/** The right to write to a log. */
export interface WriterClaim {
  /** The name that this writer puts into its messages. */
  readonly mark: string;
  /**
   * Resolves once this process may write to the log. Rejects with `writer_fenced`, and then on
   * every later call too.
   */
  take(): Promise<void>;
  /**
   * Gives up the right to write because another process has written. Returns the error for every
   * later append.
   */
  lose(other: string): LogError;
  /** Releases the right to write. */
  close(): void;
}

/** How long a writer may take to answer a question. */
const ANSWER_MS = 1_000;
/**
 * For how long a writer that is there and does not answer is asked again. Its server may be frozen, and
 * it connects to another one then. The expected sequence fences off one that takes longer.
 */
const SILENT_MS = 15_000;
const NO_RESPONDERS = 503;

/**
 * Creates the claim of one writer. `subject` is the subject on which all writers of the log ask.
 */
export function createWriterClaim(
  connection: NatsConnection,
  subject: string,
  clock: Clock,
  notify: (notice: LogNotice) => void,
): WriterClaim {
  const self = `process ${process.pid} on ${hostname()}`;
  // Readable, because it is shown to the other writer. The random part separates two logs of one
  // process.
  const mark = `${self} (${randomBytes(4).toString("hex")})`;
  let taking: Promise<void> | undefined;
  let fenced: LogError | undefined;
  let unsubscribe = (): void => {};

  function lose(other: string): LogError {
    unsubscribe();
    if (fenced === undefined) {
      const message = `${other} writes to this log; only one process may`;
      fenced = new LogError("writer_fenced", message);
      notify({ level: "error", event: "writer_fenced", message });
    }
    return fenced;
  }

  /** Asks who writes: resolves with the name of a writer, or whether none is there or none answers. */
  function askForWriter(): Promise<{ readonly writer: string } | "none" | "silent"> {
    return new Promise((resolve) => {
      const reply = transport.createInbox();
      const answers = connection.subscribe(reply, {
        callback(error, message) {
          if (error !== null) return;
          const isNone = message.headers?.code === NO_RESPONDERS;
          finish(isNone ? "none" : { writer: message.string() });
        },
      });
      const cancel = clock.setTimer(ANSWER_MS, () => finish("silent"));
      function finish(answer: { readonly writer: string } | "none" | "silent"): void {
        cancel();
        answers.unsubscribe();
        resolve(answer);
      }
      connection.publish(subject, "", { reply });
    });
  }

  async function claimLog(): Promise<void> {
    const startedMs = clock.elapsed();
    let answer = await askForWriter();
    while (answer === "silent" && clock.elapsed() - startedMs < SILENT_MS)
      answer = await askForWriter();
    if (typeof answer === "object") throw lose(answer.writer);
    const asked = connection.subscribe(subject, {
      callback(error, { reply }) {
        if (error === null && reply !== undefined) connection.publish(reply, self);
      },
    });
    unsubscribe = () => asked.unsubscribe();
    await subscriptionRegistered();
  }

  /**
   * Resolves when the server has registered the subscription, so that no later question is missed.
   */
  function subscriptionRegistered(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.setTimer(ANSWER_MS, resolve);
      const endWait = (): void => {
        cancel();
        resolve();
      };
      // An unreachable server has not registered it; the expected sequence decides then.
      connection.flush().then(endWait, endWait);
    });
  }

  return {
    mark,
    async take() {
      if (fenced !== undefined) throw fenced;
      taking ??= claimLog();
      await taking;
    },
    lose,
    close: () => unsubscribe(),
  };
}
