// Each stream of the log is a JetStream stream with a single subject. The sequence of the JetStream
// stream is therefore the sequence of the log. It has no gaps, because no message can be deleted
// from its middle.

import { createHash } from "node:crypto";
import type { StreamKey } from "../sequenced-log.ts";
import { writeStreamKey } from "../write-stream-key.ts";
import type { NatsStreamConfig, NatsStreamInfo } from "./nats.ts";

/** Settings for new streams. */
export interface StreamSettings {
  readonly prefix: string;
  readonly maxFrames: number;
  readonly maxAgeMs: number;
  readonly replicas: number;
  /** Creates the identity of a new log. */
  readonly newLogId: () => string;
}

/**
 * Returns the stream name for a key: only letters, digits, `_` and `-`, plus part of a hash, since
 * servers store a stream in a folder of that name and some file systems ignore case.
 */
export function streamName(prefix: string, key: StreamKey): string {
  const readable = [key.brokerId, key.channelId].map((part) => part.replace(/[^A-Za-z0-9]/g, "_"));
  const hash = createHash("sha256").update(writeStreamKey(key)).digest("hex");
  const [broker = "", channel = ""] = readable.map((part) => part.slice(0, 40));
  return `${prefix}-${broker}-${channel}-${hash.slice(0, 20)}`;
}

/** The name of a stream and the identity of its log. */
export interface StreamLog {
  readonly identity: string;
  /** The subject to which records are published. */
  readonly subject: string;
}

/**
 * Returns the only subject of a stream. It contains the identity of the log, so that the server does not
 * store a message for a stream that was deleted and recreated, and every message shows its log.
 */
export function streamSubject(name: string, identity: string): string {
  return `${name}.${identity}`;
}

/** Returns the identity of the log of a stream. */
export function readStreamLog(name: string, { config, created }: NatsStreamInfo): StreamLog {
  const [subject = name] = config.subjects ?? [];
  const prefix = streamSubject(name, "");
  if (subject.startsWith(prefix)) return { identity: subject.slice(prefix.length), subject };
  // Streams of versions without log identities are identified by their creation time.
  const hash = createHash("sha256").update(`${name} ${created}`).digest("hex");
  return { identity: hash.slice(0, 32), subject };
}

/** Returns a description that names the key and the record format of a stream. */
export function streamDescription(key: StreamKey): string {
  return `specwright log, layout 1: ${writeStreamKey(key)}`;
}

/** The limits that a writer updates in an existing stream. */
export type StreamLimits = Pick<NatsStreamConfig, "max_msgs" | "max_age" | "duplicate_window">;

export function streamLimits({ maxFrames, maxAgeMs }: StreamSettings): StreamLimits {
  return {
    max_msgs: maxFrames,
    max_age: maxAgeMs * 1_000_000,
    duplicate_window: Math.min(maxAgeMs, 120_000) * 1_000_000,
  };
}

/** Returns the full configuration of a stream. */
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
 * Returns the configuration of the stream for ids. Each message contains the ids of `perMessage` records.
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
    // Replay reads messages one by one, without a consumer.
    allow_direct: true,
    // A deleted message would leave a gap in the sequence.
    deny_delete: true,
  } as const;
}
