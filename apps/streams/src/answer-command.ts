import { CodecError, SpecwrightError } from "@specwright/runtime";
import { mayPublishAgain, PublishRefusal, type StreamLogger } from "@specwright/streams/server";
import type { PublishAnswer } from "@specwright/streams-sdk/publish";
import type { StreamsService } from "./create-streams-service.ts";
import { isAtFault } from "./is-at-fault.ts";
import { parseCommand, readGiveUpCommand, readPublishCommand } from "./read-publish-command.ts";

/** Publishes commands and gives them up. */
export interface CommandPublisher extends Pick<StreamsService, "publish" | "giveUp"> {
  /**
   * Counts a command that cannot be read. `channel` is the channel in the command; undefined if the
   * command contains no text as its channel.
   */
  unreadable?(channel: string | undefined, error: unknown): void;
}

/** The publisher, the logger and the origin of a command. */
export interface AnswerCommandInput {
  readonly publisher: CommandPublisher;
  /**
   * Receives the entry `bad_command` if the command itself is at fault, and `publish_failed` if
   * publishing failed.
   */
  readonly logger: StreamLogger;
  /** The origin of the command. Log entries contain it. */
  readonly from: Readonly<Record<string, unknown>>;
}

/**
 * Publishes the command in a line of JSON. Resolves with the answer as soon as the command is
 * durable or refused.
 */
export async function answerCommand(
  line: string,
  { publisher, logger, from }: AnswerCommandInput,
): Promise<PublishAnswer> {
  let own: { readonly id?: string } = {};
  let named: Readonly<Record<string, string>> = {};
  try {
    const value = parseCommand(line);
    const { give_up, channel, broker_id } = value;
    const { id = give_up } = value;
    own = typeof id === "string" ? { id } : {};
    named = textMembers({ id, channel, broker_id });
    if (give_up !== undefined) {
      return { ...own, given_up: await publisher.giveUp(readGiveUpCommand(value)) };
    }
    return { ...own, seq: await publisher.publish(readCommand(value, publisher)) };
  } catch (error) {
    const issues = error instanceof CodecError ? { issues: error.issues } : {};
    // A command that an earlier refusal blocks is not logged, because the entry would contain
    // nothing new.
    const behind = error instanceof PublishRefusal ? error.behind : undefined;
    if (behind === undefined) {
      const event = isAtFault(error) ? "bad_command" : "publish_failed";
      logger({ level: "error", event, ...from, ...named, error, ...issues });
    }
    const code = error instanceof SpecwrightError ? error.code : "internal_error";
    const message = error instanceof Error ? error.message : String(error);
    const retry = mayPublishAgain(error);
    return { ...own, error: { code, message, retry, ...(behind !== undefined && { behind }) } };
  }
}

/**
 * Returns the members whose values are texts. Log entries contain them to identify the command.
 */
function textMembers(members: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => {
      return typeof member[1] === "string";
    }),
  );
}

function readCommand(
  value: ReturnType<typeof parseCommand>,
  publisher: CommandPublisher,
): ReturnType<typeof readPublishCommand> {
  try {
    return readPublishCommand(value);
  } catch (error) {
    const { channel } = value;
    publisher.unreadable?.(typeof channel === "string" ? channel : undefined, error);
    throw error;
  }
}
