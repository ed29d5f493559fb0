import type { Undeclared } from "@specwright/runtime/transport";
import type { ChannelLife } from "./connection/channel-life.ts";

export interface StreamServerSettings {
  /** The prefix of every path, such as `/stream`. Default none. */
  readonly basePath: string;
  /**
   * The path segments between `basePath` and the address of a channel, such as `["v1"]`. For no segment,
   * pass an empty list. Default: the paths of the document's servers.
   */
  readonly versions?: readonly string[];
  /**
   * How an upgrade with an invalid signature is refused: `refuse` answers with HTTP 401; `close` accepts
   * the upgrade and closes the connection with 4401. Default `refuse`.
   */
  readonly unauthorized: "refuse" | "close";
  /**
   * If the server has sent nothing for this time, it sends a heartbeat and a ping. In milliseconds, varied
   * by a sixteenth. Default: `everyMs` of the channel's `x-heartbeat`, or 15,000.
   */
  readonly heartbeatMs?: number;
  /**
   * Whether a reader that starts at the live tail gets a heartbeat at once. The heartbeat states a position
   * from which the reader can resume, even if no frame follows.
   */
  readonly announcePosition: boolean;
  /** How many frames may be pending on a connection. Default: the limit in the contract, or 8,192. */
  readonly maxPendingFrames?: number;
  /** How many bytes may be pending on a connection. Default: the limit in the contract, or 8 MiB. */
  readonly maxPendingBytes?: number;
  /**
   * The maximum size of a frame from a client, in bytes. A larger frame closes the connection with 1009.
   * Default 64 KiB.
   */
  readonly maxFrameBytes: number;
  /** How many keys, such as markets, one connection may subscribe to. Default 1,024. */
  readonly maxKeysPerConnection: number;
  /** How many connections each access key may have. Further upgrades are refused with 429. Default 64. */
  readonly maxConnectionsPerKey: number;
  /**
   * How many snapshots a connection may request in a minute. A subscription also requests a snapshot.
   * Default 2,048: two for each key.
   */
  readonly maxSnapshotsPerMinute: number;
  /** The number of invalid control frames in a minute that closes a connection with 1008. Default 16. */
  readonly maxInvalidFramesPerMinute: number;
  /**
   * How many requests a connection may send in a second, after a burst of 16 times as many. Each frame,
   * each key in a frame, each ping and each 512 bytes count as one request. While a connection exceeds the
   * limit, the server does not read from it. Frames of channels that an application handles itself are not
   * limited. Default 256.
   */
  readonly maxRequestsPerSecond: number;
  /**
   * Like `maxRequestsPerSecond`, but for all connections of an access key together. Each upgrade counts as
   * 8 requests. If an access key exceeds the limit, its upgrades are refused with 429. Default 2,048.
   */
  readonly maxRequestsPerSecondPerKey: number;
  /**
   * How far a signed timestamp may differ from the server's clock, in milliseconds. Default: the limit in
   * the contract.
   */
  readonly clockSkewMs?: number;
  /**
   * A reader of a sequenced channel with more pending bytes than this gets no more live frames. Instead,
   * the server reads the frames from the log, as fast as the reader accepts them. Default 1 MiB.
   */
  readonly replayAboveBytes: number;
  /**
   * How long a client may take to answer a ping that was sent after frames, in milliseconds. The time is
   * varied by an eighth. Default 30,000.
   */
  readonly slowReaderMs: number;
  /** How many records a replay reads and writes at once. Default 256. */
  readonly replayBatchFrames: number;
  /**
   * The maximum age of a view of the log, in milliseconds: the time since the view was last known to be up
   * to date. If a view gets older, connections that use it end with 1001 and a time at which to reconnect.
   * From half of this age on, they get no heartbeats. Default 10,000.
   */
  readonly viewLimitMs: number;
  /**
   * When the server closes, it asks clients to reconnect at different times within this period, in
   * milliseconds. With few clients, the period is shorter. Default 10,000.
   */
  readonly reconnectWindowMs: number;
  /**
   * How long a closing server waits for handlers to answer pending requests, in milliseconds. With many
   * connections, the server then closes them gradually, for the same time. Default 2,000.
   */
  readonly drainMs: number;
  /**
   * How long the server waits for a client to answer a close frame before it cuts the connection, in
   * milliseconds. Default 2,000.
   */
  readonly closeGraceMs: number;
  /**
   * How to handle members in a handler's message that the contract does not declare. `leave out` sends the
   * message without these members. `refuse` rejects the message. Publishers always refuse such members.
   * Default `leave out`.
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
