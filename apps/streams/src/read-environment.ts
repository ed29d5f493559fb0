import type { StreamServerSettings } from "@specwright/stream-server";
import { StreamsAppError } from "./streams-app-error.ts";

/** Is what the process is told by its environment. */
export interface StreamsEnvironment {
  /** `STREAMS_HOST`. Default 127.0.0.1. */
  readonly host: string;
  /** `STREAMS_PORT`; 0 takes a free one. Default 0. */
  readonly port: number;
  /** `STREAMS_ACCESS_KEYS`: the path of the key file. */
  readonly accessKeysPath: string | undefined;
  /** `STREAMS_DATA`: the folder of the log and the key store. Without it both are lost with the process. */
  readonly dataPath: string | undefined;
  /** `NATS_URL`: where JetStream keeps the log instead of the folder. */
  readonly natsUrl: string | undefined;
  /** `NATS_MONITOR_URL`: the monitoring port of a NATS server, to ask how it syncs. */
  readonly natsMonitorUrl: string | undefined;
  /** `STREAMS_OPERATIONS_HOST`. Default 127.0.0.1. */
  readonly operationsHost: string;
  /** `STREAMS_OPERATIONS_PORT`, of health and metrics; 0 takes a free one. Default: not served. */
  readonly operationsPort: number | undefined;
  /** Whether `STREAMS_PUBLISH` is `stdin`: commands come as lines of standard input. */
  readonly publishStdin: boolean;
  /** `STREAMS_RETENTION_FRAMES`: data frames kept per broker and channel. Default 1,000,000. */
  readonly retentionFrames: number;
  /** `STREAMS_SNAPSHOT_MS`: how often a changed book is broadcast whole. Default 30,000. */
  readonly snapshotIntervalMs: number;
  /** `STREAMS_HEARTBEAT_MS` and `STREAMS_RECONNECT_WINDOW_MS`. */
  readonly settings: Partial<StreamServerSettings>;
}

/** Reads the environment. Throws `StreamsAppError` `bad_setting`, which names the variable. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): StreamsEnvironment {
  function integer(name: string, least: number, most: number): number | undefined {
    const text = env[name];
    if (text === undefined || text === "") return undefined;
    const value = Number(text);
    if (/^\d{1,12}$/.test(text) && value >= least && value <= most) return value;
    throw new StreamsAppError("bad_setting", `${name} is no integer from ${least} to ${most}`);
  }
  const publish = env["STREAMS_PUBLISH"] ?? "";
  if (publish !== "" && publish !== "stdin") {
    throw new StreamsAppError("bad_setting", "STREAMS_PUBLISH is neither stdin nor absent");
  }
  const heartbeatMs = integer("STREAMS_HEARTBEAT_MS", 100, 3_600_000);
  const reconnectWindowMs = integer("STREAMS_RECONNECT_WINDOW_MS", 0, 3_600_000);
  return {
    host: env["STREAMS_HOST"] || "127.0.0.1",
    port: integer("STREAMS_PORT", 0, 65_535) ?? 0,
    accessKeysPath: env["STREAMS_ACCESS_KEYS"] || undefined,
    dataPath: env["STREAMS_DATA"] || undefined,
    natsUrl: env["NATS_URL"] || undefined,
    natsMonitorUrl: env["NATS_MONITOR_URL"] || undefined,
    operationsHost: env["STREAMS_OPERATIONS_HOST"] || "127.0.0.1",
    operationsPort: integer("STREAMS_OPERATIONS_PORT", 0, 65_535),
    publishStdin: publish === "stdin",
    retentionFrames: integer("STREAMS_RETENTION_FRAMES", 1, 1_000_000_000) ?? 1_000_000,
    snapshotIntervalMs: integer("STREAMS_SNAPSHOT_MS", 100, 3_600_000) ?? 30_000,
    settings: {
      ...(heartbeatMs !== undefined && { heartbeatMs }),
      ...(reconnectWindowMs !== undefined && { reconnectWindowMs }),
    },
  };
}
