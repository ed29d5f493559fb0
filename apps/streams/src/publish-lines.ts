import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { CodecError } from "@specwright/runtime";
import type { StreamLogger } from "@specwright/stream-server";
import type { StreamsService } from "./create-streams-service.ts";
import { readPublishCommand } from "./read-publish-command.ts";

/** Configures `publishLines`. */
export interface PublishLinesOptions {
  /** Newline-delimited JSON, one command a line; empty lines are skipped. */
  readonly input: Readable;
  readonly service: Pick<StreamsService, "publish">;
  /** Is told of each line that was skipped as `bad_command`, with its number. */
  readonly logger: StreamLogger;
}

/** Publishes every line of an input in order; resolves when the input ends. */
export async function publishLines({ input, service, logger }: PublishLinesOptions): Promise<void> {
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() === "") continue;
    try {
      await service.publish(readPublishCommand(line));
    } catch (error) {
      const issues = error instanceof CodecError ? { issues: error.issues } : {};
      logger({ level: "error", event: "bad_command", line: number, error, ...issues });
    }
  }
}
