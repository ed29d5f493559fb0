// Configures the JetStream streams of a log. Each stream has exactly one subject, so the sequence of
// JetStream is also the sequence of the log. The sequence has no gaps, because messages in the middle
// cannot be deleted.

import { createHash } from "node:crypto";
import type { StreamKey } from "../sequenced-log.ts";
import { writeStreamKey } from "../write-stream-key.ts";
import type { NatsStreamConfig, NatsStreamInfo } from "./nats.ts";

/** The settings for new streams. */
export interface StreamSettings {
  readonly prefix: string;
  readonly maxFrames: number;
  readonly maxAgeMs: number;
  readonly replicas: number;
  /** Creates the identity of a new log. */
  readonly newLogId: () => string;
}

/**
 * Returns the name of the JetStream stream for a key. It has only letters, digits, `_` and `-`. It ends
 * with a part of a hash, because servers use the name for a folder, and some file systems ignore case.
 */
export function streamName(prefix: string, key: StreamKey): string {
  const readable = [key.brokerId, key.channelId].map((part) => part.replace(/[^A-Za-z0-9]/g, "_"));
  const hash = createHash("sha256").update(writeStreamKey(key)).digest("hex");
  const [broker = "", channel = ""] = readable.map((part) => part.slice(0, 40));
  return `${prefix}-${broker}-${channel}-${hash.slice(0, 20)}`;
}

/** The log to which a stream belongs. */
export interface StreamLog {
  readonly identity: string;
  /** The subject to which all records are published. */
  readonly subject: string;
}

/**
 * Returns the subject of a stream. It contains the identity of the log. The server therefore does not store
 * messages for a stream that was deleted and created again, and every message shows its log.
 */
export function streamSubject(name: string, identity: string): string {
  return `${name}.${identity}`;
}

/** Reads the identity of the log from the state of a stream. */
export function readStreamLog(name: string, { config, created }: NatsStreamInfo): StreamLog {
  const [subject = name] = config.subjects ?? [];
  const prefix = streamSubject(name, "");
  if (subject.startsWith(prefix)) return { identity: subject.slice(prefix.length), subject };
  // Older versions created streams without an identity. These streams are identified by their creation
  // time.
  const hash = createHash("sha256").update(`${name} ${created}`).digest("hex");
  return { identity: hash.slice(0, 32), subject };
}

/** Returns the description of a stream. It names the key and the format of the records. */
export function streamDescription(key: StreamKey): string {
  return `specwright log, layout 1: ${writeStreamKey(key)}`;
}

/** The limits of an existing stream that a writer updates. */
export type StreamLimits = Pick<NatsStreamConfig, "max_msgs" | "max_age" | "duplicate_window">;

export function streamLimits({ maxFrames, maxAgeMs }: StreamSettings): StreamLimits {
  return {
    max_msgs: maxFrames,
    max_age: maxAgeMs * 1_000_000,
    duplicate_window: Math.min(maxAgeMs, 120_000) * 1_000_000,
  };
}

/** Returns the configuration of the stream for a key. */
export function streamConfig(
  name: string,
  key: StreamKey,
  settings: StreamSettings,
): NatsStreamConfig {
  return {
    ...baseConfig(name, settings),
    subjects: [streamSubject(name, settings.newLogId())],
    description: streamDescription(key),
    ...streamLimits(settings),
  };
}

/**
 * Returns the configuration of the stream that stores ids. Each message has the ids of `perMessage`
 * records.
 */
export function idStreamConfig(
  name: string,
  settings: StreamSettings,
  perMessage: number,
): NatsStreamConfig {
  return {
    ...baseConfig(name, settings),
    subjects: [streamSubject(name, "*")],
    description: "specwright log, ids, layout 1",
    ...streamLimits(settings),
    max_msgs: Math.ceil(settings.maxFrames / perMessage) + 2,
  };
}

function baseConfig(name: string, { replicas }: StreamSettings) {
  return {
    name,
    storage: "file",
    retention: "limits",
    discard: "old",
    num_replicas: replicas,
    // Allows reads of single messages without a consumer.
    allow_direct: true,
    // If a message were deleted, the sequence would have a gap.
    deny_delete: true,
  } as const;
}
