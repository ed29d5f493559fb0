import { join } from "node:path";
import { createMemoryLog, type SequencedLog } from "@specwright/sequenced-log";
import type { StreamLogger } from "@specwright/stream-server";
import type { StreamsEnvironment } from "./read-environment.ts";

/** Opens the log that the environment asks for; what an engine needs is loaded only for it. */
export async function openLog(
  { dataPath, natsUrl, natsMonitorUrl: monitorUrl, retentionFrames: maxFrames }: StreamsEnvironment,
  logger: StreamLogger,
): Promise<SequencedLog> {
  if (natsUrl !== undefined) {
    const { createJetStreamLog } = await import("@specwright/sequenced-log/jetstream");
    return createJetStreamLog({
      servers: natsUrl,
      maxFrames,
      notify: logger,
      ...(monitorUrl !== undefined && { monitorUrl }),
    });
  }
  if (dataPath !== undefined) {
    const { createLmdbLog } = await import("@specwright/sequenced-log/lmdb");
    return createLmdbLog({ folder: join(dataPath, "log"), maxFrames });
  }
  logger({ level: "warn", event: "log_in_memory" });
  return createMemoryLog({ maxFrames });
}
