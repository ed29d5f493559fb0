import { join } from "node:path";
import { createMemoryLog, type SequencedLog } from "@specwright/sequenced-log";
import type { StreamLogger } from "@specwright/stream-server";
import type { StreamsEnvironment } from "./read-environment.ts";

/** Opens the log that the environment asks for; the engine's native part is loaded only then. */
export async function openLog(
  { dataPath, retentionFrames: maxFrames }: StreamsEnvironment,
  logger: StreamLogger,
): Promise<SequencedLog> {
  if (dataPath !== undefined) {
    const { createLmdbLog } = await import("@specwright/sequenced-log/lmdb");
    return createLmdbLog({ folder: join(dataPath, "log"), maxFrames });
  }
  logger({ level: "warn", event: "log_in_memory" });
  return createMemoryLog({ maxFrames });
}
