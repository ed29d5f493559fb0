import { createMemoryLog, type SequencedLog } from "@specwright/sequenced-log";
import type { StreamLogger } from "@specwright/stream-server";
import type { StreamsEnvironment } from "./read-environment.ts";

/** Opens the log that the environment asks for. */
export async function openLog(
  { retentionFrames: maxFrames }: StreamsEnvironment,
  logger: StreamLogger,
): Promise<SequencedLog> {
  logger({ level: "warn", event: "log_in_memory" });
  return createMemoryLog({ maxFrames });
}
