import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stringifyJson } from "@specwright/runtime";
import type { StreamLogger } from "@specwright/streams/server";
import { answerCommand, type CommandPublisher } from "./answer-command.ts";

/** Options for `publishLines`. */
export interface PublishLinesOptions {
  /** Newline-delimited JSON with one command on each line; empty lines are skipped. */
  readonly input: Readable;
  readonly service: CommandPublisher;
  /**
   * Receives an entry `bad_command` or `publish_failed`, with the line number, for each line that
   * was not published.
   */
  readonly logger: StreamLogger;
  /** Receives the answer to each command with an `id`, a `PublishAnswer` as a line of JSON. */
  readonly answer?: (line: string) => void;
}

/** How many commands may wait to become durable before the next line is read. */
const MAX_WAITING = 1024;

/**
 * Publishes every line of an input in order. Resolves when the input has ended and all published
 * frames are durable. Lines that arrive together become durable together.
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
