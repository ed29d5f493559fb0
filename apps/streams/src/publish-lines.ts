import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stringifyJson } from "@specwright/runtime";
import type { StreamLogger } from "@specwright/streams/server";
import { answerCommand, type CommandPublisher } from "./answer-command.ts";

/** Options for `publishLines`. */
export interface PublishLinesOptions {
  /** Newline-delimited JSON with one command per line. Empty lines are skipped. */
  readonly input: Readable;
  readonly service: CommandPublisher;
  /**
   * Receives the entry `bad_command` or `publish_failed` for each line that was not published. The
   * entry contains the line number.
   */
  readonly logger: StreamLogger;
  /** Receives the answer to each command that has an `id`: a `PublishAnswer` as a line of JSON. */
  readonly answer?: (line: string) => void;
}

/** The maximum number of commands that wait to become durable. At this number, reading pauses. */
const MAX_WAITING = 1024;

/**
 * Publishes every line of an input in order. Lines that arrive together become durable together.
 * Resolves when the input has ended and all published frames are durable.
 */
export async function publishLines(options: PublishLinesOptions): Promise<void> {
  const { input, service, logger, answer = () => {} } = options;
  const waiting = new Set<Promise<void>>();
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === "") continue;
    const done = publishLine(line, number).finally(() => waiting.delete(done));
    waiting.add(done);
    if (waiting.size >= MAX_WAITING) await Promise.race(waiting);
  }
  await Promise.all(waiting);

  async function publishLine(line: string, at: number): Promise<void> {
    const input = { publisher: service, logger, from: { line: at } };
    const answered = await answerCommand(line, input);
    if (answered.id !== undefined) answer(stringifyJson(answered));
  }
}
