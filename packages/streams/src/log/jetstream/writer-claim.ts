// Ensures that only one process writes to a log. The writer answers requests on a subject, so that a second
// writer finds out about the first one before it writes. If two writers cannot reach each other, or start
// at the same time, only one of them can write, because each message names its expected sequence. The
// writer header then shows which one.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Clock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogNotice } from "./log-notice.ts";
import { type NatsConnection, transport } from "./nats.ts";

/** The right to write to a log. */
export interface WriterClaim {
  /** The name of this writer, which its messages contain. */
  readonly mark: string;
  /**
   * Resolves when this process may write to the log. Rejects with `writer_fenced` if it may not; all later
   * calls then reject too.
   */
  take(): Promise<void>;
  /**
   * Gives up the right to write, because a different process has written. Returns the error with which all
   * later appends are refused.
   */
  lose(other: string): LogError;
  /** Releases the right to write. */
  close(): void;
}

/** How long a writer may take to answer, in milliseconds. */
const ANSWER_MS = 1_000;
/**
 * If a writer is subscribed but does not answer, it is asked again for this time, in milliseconds. Its
 * server may be frozen, and it needs time to connect to a different one. If it needs longer, the expected
 * sequence of its messages excludes it.
 */
const SILENT_MS = 15_000;
const NO_RESPONDERS = 503;

/** Creates the claim of a writer. All writers of a log ask on the same `subject`. */
export function createWriterClaim(
  connection: NatsConnection,
  subject: string,
  clock: Clock,
  notify: (notice: LogNotice) => void,
): WriterClaim {
  const self = `process ${process.pid} on ${hostname()}`;
  // The first part is for people, because the error of the other writer contains it. The random part
  // distinguishes two logs of the same process.
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
   * Asks which process writes. Resolves with its name, with `none` if no writer is subscribed, or with
   * `silent` if a writer is subscribed but does not answer.
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

  /** Resolves when the server has registered the subscription. From then on, no question is missed. */
  function subscriptionRegistered(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.setTimer(ANSWER_MS, resolve);
      const endWait = (): void => {
        cancel();
        resolve();
      };
      // If the server is unreachable, the subscription is not registered. Only the expected sequence then
      // excludes a second writer.
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
