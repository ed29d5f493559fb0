// Ensures that a log has one writer at a time. The writer answers requests on a subject, so that a
// second writer notices it before it writes anything. If two writers cannot reach each other, or
// start together, the expected sequence of every message lets only one of them write. The writer
// header then names the winner.

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
   * Gives up the right to write, because a different process has written. Returns the error for
   * every later append.
   */
  lose(other: string): LogError;
  /** Releases the right to write. */
  close(): void;
}

/** How long a writer may take to answer a question. */
const ANSWER_MS = 1_000;
/**
 * For how long the question to a subscribed writer is repeated if the writer does not answer. Its
 * server may be frozen, and the writer then needs time to connect to a different server. The
 * expected sequence excludes a writer that takes longer.
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
  // The mark is readable, because the error of the other writer shows it. The random part
  // distinguishes two logs of one process.
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

  /**
   * Asks for the current writer. Resolves with its name, or with the reason why there is no name:
   * no writer is subscribed, or none answers.
   */
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
      // If the server is unreachable, the subscription is not registered, and only the expected
      // sequence excludes a second writer.
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
