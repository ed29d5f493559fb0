import { stringifyJson } from "@specwright/runtime";
import type { ConnectNatsOptions } from "@specwright/streams/log/jetstream";
import type { StreamLogger } from "@specwright/streams/server";
import { answerCommand, type CommandPublisher } from "./answer-command.ts";

/** Options for `answerRequests`. */
export interface AnswerRequestsOptions {
  readonly nats: ConnectNatsOptions;
  /** The NATS subject on which requests arrive. */
  readonly subject: string;
  readonly publisher: CommandPublisher;
  readonly logger: StreamLogger;
}

/** A running subscription that answers requests. */
export interface AnsweringRequests {
  /** Stops accepting requests. Resolves when all accepted requests are answered. */
  close(): Promise<void>;
}

/**
 * Answers requests on a NATS subject. A request contains one command per line, and its answer
 * contains one result per line, in the same order. All commands of a request are published together
 * and in order. Requests are published in the order in which they arrive.
 *
 * @throws LogError `log_unavailable` if NATS cannot be reached.
 */
export async function answerRequests(options: AnswerRequestsOptions): Promise<AnsweringRequests> {
  const { subject, publisher, logger } = options;
  const { connectNats } = await import("@specwright/streams/log/jetstream");
  const connection = await connectNats({ ...options.nats, name: "specwright-streams commands" });
  const underWay = new Set<Promise<void>>();

  async function answerRequest(text: string, reply: string): Promise<void> {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const input = { publisher, logger, from: { subject } };
    const answers = await Promise.all(lines.map((line) => answerCommand(line, input)));
    connection.publish(reply, answers.map((each) => stringifyJson(each)).join("\n"));
  }

  // A queue group: if two publishers run by mistake, only one of them receives a request.
  const subscription = connection.subscribe(subject, {
    queue: "specwright-streams",
    callback(error, message) {
      if (error !== null || message.reply === undefined || message.reply === "") {
        logger({
          level: "error",
          event: "bad_request",
          subject,
          error: error ?? "no reply subject",
        });
        return;
      }
      const done = answerRequest(message.string(), message.reply)
        // A sender that gets no answer sends the request again.
        .catch((cause: unknown) => logger({ level: "error", event: "unanswered", error: cause }))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
  });

  async function flushOrClose(): Promise<void> {
    try {
      await connection.flush();
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  await flushOrClose();
  return {
    async close() {
      subscription.unsubscribe();
      await Promise.all(underWay);
      await flushOrClose();
      await connection.close();
    },
  };
}
