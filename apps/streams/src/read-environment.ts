import type { StreamServerSettings } from "@specwright/streams/server";
import { defaultPublishSubject } from "@specwright/streams-sdk/publish";
import { type NatsEnvironment, readNatsEnvironment } from "./read-nats-environment.ts";
import { badSetting } from "./streams-app-error.ts";

/**
 * The tasks of a process: serve clients (`gateway`), write frames to the log (`publisher`), or both.
 */
export type StreamsRole = "both" | "gateway" | "publisher";

/** The settings from the environment. */
export interface StreamsEnvironment {
  /** `STREAMS_ROLE`: `gateway` or `publisher`; unset for both. */
  readonly role: StreamsRole;
  /** `STREAMS_STANDBY=1`: wait while another publisher runs, and start when it has stopped. */
  readonly standby: boolean;
  /** `STREAMS_HOST`. Default 127.0.0.1. */
  readonly host: string;
  /** `STREAMS_PORT`; 0 selects a free port. Default 0. */
  readonly port: number;
  /** `STREAMS_ACCESS_KEYS`: the path of the key file. */
  readonly accessKeysPath: string | undefined;
  /**
   * `STREAMS_KEYS_URL`: the PostgreSQL database that contains the keys. Gateways on several
   * machines can share it.
   */
  readonly keysUrl: string | undefined;
  /**
   * `STREAMS_DATA`: the folder of the log and the key store. If unset, both are in memory and are
   * lost when the process exits.
   */
  readonly dataPath: string | undefined;
  /**
   * `NATS_URL` and related variables: the JetStream servers that store the log instead of the
   * folder.
   */
  readonly nats: NatsEnvironment | undefined;
  /** `STREAMS_OPERATIONS_HOST`. Default 127.0.0.1. */
  readonly operationsHost: string;
  /**
   * `STREAMS_OPERATIONS_PORT`: the port of the health checks and metrics; 0 selects a free port. If
   * unset, they are not served.
   */
  readonly operationsPort: number | undefined;
  /** `STREAMS_PUBLISH`: where commands come from: standard input, or requests over NATS. */
  readonly publish: "stdin" | "nats" | undefined;
  /**
   * `STREAMS_PUBLISH_SUBJECT`: the NATS subject of requests. Default `specwright.streams.publish`.
   */
  readonly publishSubject: string;
  /**
   * `STREAMS_RETENTION_FRAMES`: how many data frames the log keeps for each broker and channel.
   * Default 1,000,000.
   */
  readonly retentionFrames: number;
  /**
   * `STREAMS_SNAPSHOT_MS`: the interval at which a changed book is sent in full, in milliseconds.
   * Default 30,000.
   */
  readonly snapshotIntervalMs: number;
  /**
   * `STREAMS_BASE_PATH`, `STREAMS_HEARTBEAT_MS`, `STREAMS_SLOW_READER_MS`, `STREAMS_RECONNECT_WINDOW_MS`,
   * `STREAMS_CONNECTIONS_PER_KEY`, `STREAMS_REQUESTS_PER_SECOND` and `STREAMS_REQUESTS_PER_SECOND_PER_KEY`.
   */
  readonly settings: Partial<StreamServerSettings>;
}

/**
 * Reads the settings from the environment.
 *
 * @throws StreamsAppError `bad_setting`, which names the variable.
 */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): StreamsEnvironment {
  function readInteger(name: string, least: number, most: number): number | undefined {
    const text = env[name];
    if (text === undefined || text === "") return undefined;
    const value = Number(text);
    if (/^\d{1,12}$/.test(text) && value >= least && value <= most) return value;
    throw badSetting(`${name} must be an integer from ${least} to ${most}`);
  }
  const publish = env["STREAMS_PUBLISH"] || undefined;
  if (publish !== undefined && publish !== "stdin" && publish !== "nats") {
    throw badSetting("STREAMS_PUBLISH must be stdin, nats or unset");
  }
  const role = env["STREAMS_ROLE"] || "both";
  if (role !== "both" && role !== "gateway" && role !== "publisher") {
    throw badSetting("STREAMS_ROLE must be gateway, publisher or unset");
  }
  const standby = env["STREAMS_STANDBY"] || undefined;
  if (standby !== undefined && standby !== "1")
    throw badSetting("STREAMS_STANDBY must be 1 or unset");
  if (standby !== undefined && role !== "publisher") {
    throw badSetting("STREAMS_STANDBY=1 needs STREAMS_ROLE=publisher");
  }
  const dataPath = env["STREAMS_DATA"] || undefined;
  const nats = readNatsEnvironment(env, readInteger);
  if (role !== "both" && dataPath === undefined && nats === undefined) {
    throw badSetting(`STREAMS_ROLE=${role} needs a shared log: set STREAMS_DATA or NATS_URL`);
  }
  if (role === "gateway" && publish !== undefined) {
    throw badSetting("a gateway does not publish: unset STREAMS_PUBLISH or STREAMS_ROLE");
  }
  const accessKeysPath = env["STREAMS_ACCESS_KEYS"] || undefined;
  const keysUrl = env["STREAMS_KEYS_URL"] || undefined;
  if (keysUrl !== undefined && !/^postgres(ql)?:\/\//.test(keysUrl)) {
    throw badSetting("STREAMS_KEYS_URL must be a postgres:// URL");
  }
  if (keysUrl !== undefined && accessKeysPath !== undefined) {
    throw badSetting("set only one of STREAMS_ACCESS_KEYS and STREAMS_KEYS_URL");
  }
  if (publish === "nats" && nats === undefined) {
    throw badSetting("STREAMS_PUBLISH=nats needs NATS_URL");
  }
  const publishSubject = env["STREAMS_PUBLISH_SUBJECT"] || defaultPublishSubject;
  if (/[\s*>]|^\.|\.$|\.\./.test(publishSubject)) {
    throw badSetting(
      "STREAMS_PUBLISH_SUBJECT must be a subject without wildcards, such as exchange.publish",
    );
  }
  const basePath = env["STREAMS_BASE_PATH"] ?? "";
  if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(basePath)) {
    throw badSetting(
      "STREAMS_BASE_PATH must be a path such as /streams, without a slash at the end",
    );
  }
  const heartbeatMs = readInteger("STREAMS_HEARTBEAT_MS", 100, 3_600_000);
  const slowReaderMs = readInteger("STREAMS_SLOW_READER_MS", 100, 3_600_000);
  const reconnectWindowMs = readInteger("STREAMS_RECONNECT_WINDOW_MS", 0, 3_600_000);
  const maxConnectionsPerKey = readInteger("STREAMS_CONNECTIONS_PER_KEY", 1, 1_000_000);
  const maxRequestsPerSecond = readInteger("STREAMS_REQUESTS_PER_SECOND", 1, 1_000_000_000);
  const maxRequestsPerSecondPerKey = readInteger(
    "STREAMS_REQUESTS_PER_SECOND_PER_KEY",
    1,
    1_000_000_000,
  );
  return {
    role,
    standby: standby !== undefined,
    host: env["STREAMS_HOST"] || "127.0.0.1",
    port: readInteger("STREAMS_PORT", 0, 65_535) ?? 0,
    accessKeysPath,
    keysUrl,
    dataPath,
    nats,
    operationsHost: env["STREAMS_OPERATIONS_HOST"] || "127.0.0.1",
    operationsPort: readInteger("STREAMS_OPERATIONS_PORT", 0, 65_535),
    publish,
    publishSubject,
    retentionFrames: readInteger("STREAMS_RETENTION_FRAMES", 1, 1_000_000_000) ?? 1_000_000,
    snapshotIntervalMs: readInteger("STREAMS_SNAPSHOT_MS", 100, 3_600_000) ?? 30_000,
    settings: {
      basePath,
      ...(heartbeatMs !== undefined && { heartbeatMs }),
      ...(slowReaderMs !== undefined && { slowReaderMs }),
      ...(reconnectWindowMs !== undefined && { reconnectWindowMs }),
      ...(maxConnectionsPerKey !== undefined && { maxConnectionsPerKey }),
      ...(maxRequestsPerSecond !== undefined && { maxRequestsPerSecond }),
      ...(maxRequestsPerSecondPerKey !== undefined && { maxRequestsPerSecondPerKey }),
    },
  };
}
