import type { Undeclared } from "@specwright/runtime/transport";
import type { ChannelLife } from "./connection/channel-life.ts";

export interface StreamServerSettings {
  /** The prefix of every path, such as `/stream`. Default none. */
  readonly basePath: string;
  /**
   * The path segments between the prefix and the address of a channel, such as `["v1"]`. An empty
   * list means no segment. Default: the paths of the document's servers.
   */
  readonly versions?: readonly string[];
  /**
   * Whether an invalid signature is answered with HTTP 401 (`refuse`), or the upgrade is accepted and the
   * connection closed with 4401. Default `refuse`.
   */
  readonly unauthorized: "refuse" | "close";
  /**
   * The idle time after which the server sends a heartbeat and a ping, in milliseconds. It varies
   * by a sixteenth. Default: `everyMs` of the channel's `x-heartbeat`, or 15,000.
   */
  readonly heartbeatMs?: number;
  /**
   * Whether a reader that starts live gets a heartbeat at once, so that it can resume even if it
   * has received no frame.
   */
  readonly announcePosition: boolean;
  /** How many frames may be pending on a connection. Default: the channel's limit, or 8,192. */
  readonly maxPendingFrames?: number;
  /** How many bytes may be pending on a connection. Default: the channel's limit, or 8 MiB. */
  readonly maxPendingBytes?: number;
  /**
   * The largest frame that is accepted from a client, in bytes; a larger frame closes the connection with
   * 1009. Default 64 KiB.
   */
  readonly maxFrameBytes: number;
  /** How many keys, such as markets, one connection may subscribe to. Default 1,024. */
  readonly maxKeysPerConnection: number;
  /** How many connections one access key may have; further upgrades get 429. Default 64. */
  readonly maxConnectionsPerKey: number;
  /**
   * How many snapshots one connection may request within a minute, by subscribing or by explicit requests.
   * Default 2,048: two for every key.
   */
  readonly maxSnapshotsPerMinute: number;
  /** How many invalid control frames within a minute close a connection with 1008. Default 16. */
  readonly maxInvalidFramesPerMinute: number;
  /**
   * How many requests a connection may send in a second, after a burst of 16 times as many. Each frame,
   * each key in a frame, each ping and every 512 bytes count as one request. If a connection exceeds the
   * limit, the server stops reading it until it is within the limit again. Frames that an application
   * handles itself are not limited. Default 256.
   */
  readonly maxRequestsPerSecond: number;
  /**
   * `maxRequestsPerSecond` for all connections of an access key together. Each upgrade counts as 8
   * requests; further upgrades get 429. Default 2,048.
   */
  readonly maxRequestsPerSecondPerKey: number;
  /**
   * How far a signed timestamp may differ from the server's clock, in milliseconds. Default: the
   * channel's limit.
   */
  readonly clockSkewMs?: number;
  /**
   * With more pending bytes, a reader of a sequenced channel no longer gets live frames, but
   * replays the log at its own pace. Default 1 MiB.
   */
  readonly replayAboveBytes: number;
  /**
   * The time in milliseconds within which a client has to answer a ping that follows frames. It
   * varies by an eighth. Default 30,000.
   */
  readonly slowReaderMs: number;
  /** How many records are read and written at a time in a replay. Default 256. */
  readonly replayBatchFrames: number;
  /**
   * The maximum age of the view of a log, in milliseconds: how long ago the view was last known to be up to
   * date. If the view is older, its connections end with 1001 and a time to return. From half of this age
   * on, no heartbeats are sent. Default 10,000.
   */
  readonly viewLimitMs: number;
  /**
   * `close` asks clients to reconnect at times that are spread over this period, in milliseconds.
   * With few clients, the period is shorter. Default 10,000.
   */
  readonly reconnectWindowMs: number;
  /**
   * How long `close` waits for handlers to answer the requests of clients, in milliseconds. If there are
   * many connections, `close` then ends them in stages over the same time. Default 2,000.
   */
  readonly drainMs: number;
  /**
   * How long a client may take to answer a close before its socket is cut, in milliseconds. Default
   * 2,000.
   */
  readonly closeGraceMs: number;
  /**
   * Handling of undeclared members in a handler's message. `leave out` sends the message without
   * them; `refuse` rejects the message. Publishers always refuse them. Default `leave out`.
   */
  readonly undeclared: Undeclared;
}

/** The defaults of all settings. */
export const defaultStreamServerSettings: StreamServerSettings = {
  basePath: "",
  unauthorized: "refuse",
  announcePosition: false,
  maxFrameBytes: 64 * 1024,
  maxKeysPerConnection: 1024,
  maxConnectionsPerKey: 64,
  maxSnapshotsPerMinute: 2048,
  maxInvalidFramesPerMinute: 16,
  maxRequestsPerSecond: 256,
  maxRequestsPerSecondPerKey: 2048,
  replayAboveBytes: 1024 * 1024,
  slowReaderMs: 30_000,
  replayBatchFrames: 256,
  viewLimitMs: 10_000,
  reconnectWindowMs: 10_000,
  drainMs: 2_000,
  closeGraceMs: 2_000,
  undeclared: "leave out",
};

/** Returns the interval of the heartbeats of a channel. */
export function heartbeatInterval(
  { everyMs }: Pick<ChannelLife, "everyMs">,
  { heartbeatMs }: StreamServerSettings,
): number {
  return heartbeatMs ?? everyMs ?? 15_000;
}

/** The limits of pending data if neither the settings nor the channel define any. */
export const defaultPending: { readonly frames: number; readonly bytes: number } = {
  frames: 8192,
  bytes: 8 * 1024 * 1024,
};
