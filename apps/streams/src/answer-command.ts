import { CodecError, SpecwrightError } from "@specwright/runtime";
import { LogError, type LogErrorCode } from "@specwright/sequenced-log";
import type { StreamLogger } from "@specwright/stream-server";
import type { PublishAnswer } from "@specwright/streams-api/publish";
import type { StreamsService } from "./create-streams-service.ts";
import { parseCommand, readPublishCommand } from "./read-publish-command.ts";

/** Is what commands are answered with. */
export interface AnswerCommandInput {
  readonly publisher: Pick<StreamsService, "publish">;
  /** Is told of what is refused as `bad_command`. */
  readonly logger: StreamLogger;
  /** Where the command came from, for the log. */
  readonly from: Readonly<Record<string, unknown>>;
}

/** What the log refuses whenever it is asked. */
const FINAL: ReadonlySet<LogErrorCode> = new Set(["record_invalid", "duplicate_id", "log_corrupt"]);

/** Publishes the command of a line; resolves with the answer once it is durable or refused. */
export async function answerCommand(
  line: string,
  { publisher, logger, from }: AnswerCommandInput,
): Promise<PublishAnswer> {
  let own: { readonly id?: string } = {};
  try {
    const value = parseCommand(line);
    const { id } = value;
    own = typeof id === "string" ? { id } : {};
    return { ...own, seq: await publisher.publish(readPublishCommand(value)) };
  } catch (error) {
    const issues = error instanceof CodecError ? { issues: error.issues } : {};
    logger({ level: "error", event: "bad_command", ...from, error, ...issues });
    const code = error instanceof SpecwrightError ? error.code : "internal_error";
    const message = error instanceof Error ? error.message : String(error);
    const retry = error instanceof LogError && !FINAL.has(error.code);
    return { ...own, error: { code, message, retry } };
  }
}
