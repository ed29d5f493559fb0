// Each (broker, channel) is a JetStream stream of one subject with the same name, so that the
// sequence of the stream is ours: dense, as nothing can be deleted from its middle.

import { createHash } from "node:crypto";
import type { StreamKey } from "../sequenced-log.ts";
import type { NatsStreamConfig } from "./nats.ts";

/** Says how streams are made. */
export interface StreamSettings {
  readonly prefix: string;
  readonly maxFrames: number;
  readonly maxAgeMs: number;
  readonly replicas: number;
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
    subjects: [name],
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
