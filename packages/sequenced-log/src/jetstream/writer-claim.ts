// One writer at a time. Who writes answers to a subject, so that a second hears of it before it
// writes anything; where the two cannot see each other, or begin at once, the sequence that every
// message must follow lets one through, and the mark on the messages tells the other who it was.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Clock } from "@specwright/runtime";
import { LogError } from "../log-error.ts";
import type { LogNotice } from "./log-notice.ts";
import { type NatsConnection, transport } from "./nats.ts";

/** The right to write to a log. */
export interface WriterClaim {
  /** What this writer marks its messages with. */
  readonly mark: string;
  /** Resolves once the log is ours to write to. Rejects with `writer_fenced`, from then on always. */
  take(): Promise<void>;
  /** Gives the right up, as another has written; returns what every append is refused with now. */
  lose(other: string): LogError;
  /** Lets others have it. */
  close(): void;
}

/** How long a writer may take to answer: one that takes longer is fenced by the sequence. */
const ANSWER_MS = 1_000;
const NO_RESPONDERS = 503;

/** Makes the claim of one writer; `subject` is where all writers of the log ask. */
export function createWriterClaim(
  connection: NatsConnection,
  subject: string,
  clock: Clock,
  notify: (notice: LogNotice) => void,
): WriterClaim {
  const self = `process ${process.pid} on ${hostname()}`;
  // Readable, as it is shown to the other; the random part tells two logs of a process apart.
  const mark = `${self} (${randomBytes(4).toString("hex")})`;
  let taking: Promise<void> | undefined;
  let fenced: LogError | undefined;
  let unsubscribe = (): void => {};

  function lose(other: string): LogError {
    unsubscribe();
    if (fenced === undefined) {
      const message = `${other} publishes to this log; ${self} does not any more`;
      fenced = new LogError("writer_fenced", message);
      notify({ level: "error", event: "writer_fenced", message });
    }
    return fenced;
  }

  /** Asks who writes; nobody, where nobody listens or answers in time. */
  function ask(): Promise<string | undefined> {
    return new Promise((resolve) => {
      const reply = transport.createInbox();
      const answers = connection.subscribe(reply, {
        callback(error, message) {
          if (error !== null) return;
          finish(message.headers?.code === NO_RESPONDERS ? undefined : message.string());
        },
      });
      const cancel = clock.setTimer(ANSWER_MS, () => finish(undefined));
      function finish(writer: string | undefined): void {
        cancel();
        answers.unsubscribe();
        resolve(writer);
      }
      connection.publish(subject, "", { reply });
    });
  }

  async function claim(): Promise<void> {
    const writer = await ask();
    if (writer !== undefined) throw lose(writer);
    const asked = connection.subscribe(subject, {
      callback(error, { reply }) {
        if (error === null && reply !== undefined) connection.publish(reply, self);
      },
    });
    unsubscribe = () => asked.unsubscribe();
    await known();
  }

  /** Resolves when the server has the subscription: from then on nobody who asks misses us. */
  function known(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.setTimer(ANSWER_MS, resolve);
      const done = (): void => {
        cancel();
        resolve();
      };
      // A server that is away knows nobody; the sequence decides then.
      connection.flush().then(done, done);
    });
  }

  return {
    mark,
    async take() {
      if (fenced !== undefined) throw fenced;
      taking ??= claim();
      await taking;
    },
    lose,
    close: () => unsubscribe(),
  };
}
