// Each (broker, channel) is a JetStream stream of one subject, so that the sequence of the stream is
// ours: dense, as nothing can be deleted from its middle.

import { createHash } from "node:crypto";
import type { StreamKey } from "../sequenced-log.ts";
import type { NatsStreamConfig, NatsStreamInfo } from "./nats.ts";

/** Says how streams are made. */
export interface StreamSettings {
  readonly prefix: string;
  readonly maxFrames: number;
  readonly maxAgeMs: number;
  readonly replicas: number;
  /** Makes the identity of a log that is new. */
  readonly newLogId: () => string;
}

/**
 * Names the stream of a key: letters, digits, `_` and `-` only, and a part of a hash, since servers
 * keep a stream in a folder of that name and some file systems take `A` for `a`.
 */
export function streamName(prefix: string, { brokerId, channelId }: StreamKey): string {
  const readable = [brokerId, channelId].map((part) => part.replace(/[^A-Za-z0-9]/g, "_"));
  const hash = createHash("sha256")
    .update(JSON.stringify([brokerId, channelId]))
    .digest("hex");
  const [broker = "", channel = ""] = readable.map((part) => part.slice(0, 40));
  return `${prefix}-${broker}-${channel}-${hash.slice(0, 20)}`;
}

/** Where a stream is, and the log that it makes up. */
export interface StreamLog {
  readonly identity: string;
  /** What records are published to. */
  readonly subject: string;
}

/**
 * Names the one subject of a stream, which has the identity of its log in it: what is published to
 * a stream that was made anew reaches nobody, and every message tells which log it is of.
 */
export function streamSubject(name: string, identity: string): string {
  return `${name}.${identity}`;
}

/** Reads which log a stream is. */
export function readStreamLog(name: string, { config, created }: NatsStreamInfo): StreamLog {
  const [subject = name] = config.subjects ?? [];
  const prefix = streamSubject(name, "");
  if (subject.startsWith(prefix)) return { identity: subject.slice(prefix.length), subject };
  // Made before logs had an identity: the time at which it was made, to the nanosecond, tells it.
  const hash = createHash("sha256").update(`${name} ${created}`).digest("hex");
  return { identity: hash.slice(0, 32), subject };
}

/** Says in the stream whose it is, and how its records are laid out. */
export function streamDescription({ brokerId, channelId }: StreamKey): string {
  return `specwright log, layout 1: ${JSON.stringify([brokerId, channelId])}`;
}

/** What a writer brings up to date in a stream that it finds. */
export type StreamLimits = Pick<NatsStreamConfig, "max_msgs" | "max_age" | "duplicate_window">;

export function streamLimits({ maxFrames, maxAgeMs }: StreamSettings): StreamLimits {
  return {
    max_msgs: maxFrames,
    max_age: maxAgeMs * 1_000_000,
    duplicate_window: Math.min(maxAgeMs, 120_000) * 1_000_000,
  };
}

/** Gives the whole configuration of a stream. */
export function streamConfig(
  name: string,
  key: StreamKey,
  settings: StreamSettings,
): NatsStreamConfig {
  return {
    name,
    subjects: [streamSubject(name, settings.newLogId())],
    description: streamDescription(key),
    storage: "file",
    retention: "limits",
    discard: "old",
    num_replicas: settings.replicas,
    // Replay reads message by message, without a consumer.
    allow_direct: true,
    // A message that was taken out would be a hole.
    deny_delete: true,
    ...streamLimits(settings),
  };
}
