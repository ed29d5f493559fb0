import { join } from "node:path";
import { createMemoryLog, type LogReader, type SequencedLog } from "@specwright/streams/log";
import type { StreamLogger } from "@specwright/streams/server";
import type { StreamsEnvironment } from "./read-environment.ts";

type LogEnvironment = Pick<
  StreamsEnvironment,
  "dataPath" | "natsUrl" | "natsMonitorUrl" | "retentionFrames"
>;

/**
 * Opens the configured log for writing. Only the engine in use is loaded.
 *
 * @throws LogError `log_locked` while another process writes to the folder, `writer_fenced` while
 * another writes to the log on NATS.
 */
export async function openLog(
  environment: LogEnvironment,
  logger: StreamLogger,
): Promise<SequencedLog> {
  const { dataPath, natsUrl, retentionFrames: maxFrames } = environment;
  if (natsUrl !== undefined) return openJetStream(natsUrl, environment, logger, { claim: true });
  if (dataPath !== undefined) {
    const { createLmdbLog } = await import("@specwright/streams/log/lmdb");
    return createLmdbLog({ folder: join(dataPath, "log"), maxFrames });
  }
  logger({ level: "warn", event: "log_in_memory" });
  return createMemoryLog({ maxFrames });
}

/** Opens the configured log for reading. */
export async function openLogReader(
  environment: LogEnvironment,
  logger: StreamLogger,
): Promise<LogReader> {
  const { dataPath = "", natsUrl } = environment;
  if (natsUrl !== undefined) return openJetStream(natsUrl, environment, logger);
  const { createLmdbLogReader } = await import("@specwright/streams/log/lmdb");
  return createLmdbLogReader({ folder: join(dataPath, "log") });
}

async function openJetStream(
  servers: string,
  { natsMonitorUrl: monitorUrl, retentionFrames: maxFrames }: LogEnvironment,
  notify: StreamLogger,
  more: { readonly claim?: boolean } = {},
): Promise<SequencedLog> {
  const { createJetStreamLog } = await import("@specwright/streams/log/jetstream");
  const monitor = monitorUrl === undefined ? {} : { monitorUrl };
  return createJetStreamLog({ servers, maxFrames, notify, ...monitor, ...more });
}
