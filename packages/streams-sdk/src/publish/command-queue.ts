// The commands that wait to be sent, in the order of publishing. If the service did not answer a command in
// time, the queue holds back all later commands of the same stream until the caller publishes this command
// again or gives it up.

import { type SendingTracker, trackSending } from "@specwright/streams/numbering";
import type { PublishAnswer } from "./publish-answer.ts";
import type { GiveUpCommand, PublishCommand } from "./publish-command.ts";
import { PublishError } from "./publish-error.ts";

/** A command that waits to be sent or answered. */
export interface QueuedCommand {
  readonly line: string;
  /** The stream whose commands keep their order. */
  readonly stream: string;
  /** The id of the command; absent if the caller gave none. */
  readonly id?: string;
  readonly sinceMs: number;
  resolve(answer: Exclude<PublishAnswer, { readonly error: unknown }>): void;
  reject(error: PublishError): void;
}

export interface CommandQueue {
  readonly length: number;
  /** Adds a command. Throws `PublishError` `behind_unanswered`. */
  add(command: QueuedCommand): void;
  /** Removes the commands of the next request from the queue, and returns them. */
  take(): readonly QueuedCommand[];
  /** Records commands that were not answered, and rejects all waiting commands that must follow them. */
  unanswered(commands: readonly QueuedCommand[]): void;
  /** Lets a stream continue without a command. Reports whether the stream was waiting for the command. */
  release(stream: string, id: string): boolean;
}

/** The maximum number of commands, and of characters, in a request. NATS accepts a megabyte. */
const MOST_COMMANDS = 512;
const MOST_CHARACTERS = 128 * 1024;

/** Creates an empty queue. */
export function createCommandQueue(): CommandQueue {
  let waiting: QueuedCommand[] = [];
  const streams = new Map<string, SendingTracker>();

  function trackerOf(stream: string): SendingTracker {
    const known = streams.get(stream) ?? trackSending();
    streams.set(stream, known);
    return known;
  }

  return {
    get length() {
      return waiting.length;
    },
    add(command) {
      const { stream, id } = command;
      const behind = id === undefined ? undefined : streams.get(stream)?.admit(id);
      if (behind !== undefined) throw behindUnanswered(behind);
      waiting.push(command);
    },
    take() {
      let [count, length] = [0, 0];
      for (const { line } of waiting) {
        if (count > 0 && (count === MOST_COMMANDS || length + line.length > MOST_CHARACTERS)) break;
        count += 1;
        length += line.length;
      }
      return waiting.splice(0, count);
    },
    unanswered(commands) {
      const first = new Map<string, string>();
      for (const { stream, id } of commands) {
        if (id !== undefined && !first.has(stream)) first.set(stream, id);
      }
      const behind = waiting.filter(({ stream, id }) => id !== undefined && first.has(stream));
      waiting = waiting.filter((command) => !behind.includes(command));
      for (const stream of first.keys()) {
        const held = [...commands, ...behind].filter((command) => command.stream === stream);
        trackerOf(stream).hold(held.flatMap(({ id }) => id ?? []));
      }
      for (const { stream, reject } of behind) reject(behindUnanswered(first.get(stream) ?? ""));
    },
    release: (stream, id) => streams.get(stream)?.release(id) ?? false,
  };
}

/** Returns the stream whose order a command has to keep. */
export function streamOf({
  channel,
  ...command
}: PublishCommand | Pick<GiveUpCommand, "channel" | "broker_id">): string {
  return JSON.stringify([channel, "broker_id" in command ? command.broker_id : ""]);
}

function behindUnanswered(id: string): PublishError {
  const what = `it waits for ${JSON.stringify(id)}, which was not answered in time`;
  const advice = "publish that command again first, with the same id, or give it up";
  return new PublishError("behind_unanswered", `${what}: ${advice}`, { behind: id });
}
