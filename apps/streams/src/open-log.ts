import { join } from "node:path";
import { createMemoryLog, type LogReader, type SequencedLog } from "@specwright/streams/log";
import type { StreamLogEntry, StreamLogger } from "@specwright/streams/server";
import type { StreamsEnvironment } from "./read-environment.ts";
import type { NatsEnvironment } from "./read-nats-environment.ts";

type LogEnvironment = Pick<StreamsEnvironment, "dataPath" | "nats" | "retentionFrames" | "role">;

/**
 * Opens the configured log for writing. Loads only the log engine that is used.
 *
 * @throws LogError `log_locked` while another process writes to the folder; `writer_fenced` while
 * another process writes to the log on NATS.
 */
export async function openLog(
  environment: LogEnvironment,
  logger: StreamLogger,
): Promise<SequencedLog> {
  const { dataPath, nats, retentionFrames: maxFrames } = environment;
  if (nats !== undefined) return openJetStream(nats, environment, logger);
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
  const { dataPath = "", nats } = environment;
  if (nats !== undefined) return openJetStream(nats, environment, logger);
  const { createLmdbLogReader } = await import("@specwright/streams/log/lmdb");
  return createLmdbLogReader({ folder: join(dataPath, "log") });
}

async function openJetStream(
  { connection, monitorUrl, replicas }: NatsEnvironment,
  { role, retentionFrames: maxFrames }: LogEnvironment,
  logger: StreamLogger,
): Promise<SequencedLog> {
  const { createJetStreamLog } = await import("@specwright/streams/log/jetstream");
  const monitor = monitorUrl === undefined ? {} : { monitorUrl };
  const notify: StreamLogger = (entry) => logger(withVariables(entry));
  const name = `specwright-streams ${role}`;
  const claim = role !== "gateway";
  const options = { ...connection, ...monitor, name, replicas, maxFrames, notify, claim };
  return createJetStreamLog(options);
}

/**
 * In the advice of a log entry, replaces the name of the option by the environment variable that
 * sets it.
 */
function withVariables(entry: StreamLogEntry): StreamLogEntry {
  const { message } = entry;
  if (typeof message !== "string") return entry;
  return { ...entry, message: message.replaceAll("monitorUrl", "NATS_MONITOR_URL") };
}
