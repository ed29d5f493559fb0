/** Configures what a stream server allows and how often it speaks. */
export interface StreamServerSettings {
  /** What comes before the version in every path, such as `/stream`. Default none. */
  readonly basePath: string;
  /** Version segments served. Empty: paths have no version segment. Default `["v1"]`. */
  readonly versions: readonly string[];
  /** Answer a bad signature with HTTP 401, or accept the upgrade and close 4401. Default `refuse`. */
  readonly unauthorized: "refuse" | "close";
  /** Idle time after which a heartbeat and a ping are sent, in milliseconds, give or take a sixteenth. Default 15,000. */
  readonly heartbeatMs: number;
  /** Send a heartbeat at once on a live tail, so that its reader can resume before its first frame. */
  readonly announcePosition: boolean;
  /** Frames a connection may have in flight. Default: the channel's, else 8,192. */
  readonly maxPendingFrames?: number;
  /** Bytes a connection may have in flight. Default: the channel's, else 8 MiB. */
  readonly maxPendingBytes?: number;
  /** Largest frame taken from a client, in bytes; a larger one closes 1009. Default 64 KiB. */
  readonly maxControlFrameBytes: number;
  /** Keys, such as markets, one connection may subscribe. Default 1,024. */
  readonly maxKeysPerConnection: number;
  /** Connections one access key may hold; more are answered 429. Default 64. */
  readonly maxConnectionsPerKey: number;
  /**
   * Snapshots that one connection may ask for within a minute, by subscribing or by force. Default
   * 2,048: every key that it may have, twice.
   */
  readonly maxSnapshotsPerMinute: number;
  /** Invalid control frames within a minute that close a connection with 1008. Default 16. */
  readonly maxInvalidFramesPerMinute: number;
  /** How far a signed timestamp may be off, in milliseconds. Default: the channel's. */
  readonly clockSkewMs?: number;
  /**
   * Bytes in flight above which a reader of a sequenced channel is no longer sent live frames, but
   * replays them from the log at its own pace. Default 1 MiB.
   */
  readonly replayAboveBytes: number;
  /**
   * How long a client may leave a ping unanswered that stands behind its frames, in milliseconds,
   * give or take an eighth. Default 30,000.
   */
  readonly slowReaderMs: number;
  /** Records read and written at a time in a replay. Default 256. */
  readonly replayBatchFrames: number;
  /** Time over which clients are asked to come back after `close`, in milliseconds. Default 10,000. */
  readonly reconnectWindowMs: number;
  /** Time over which `close` ends many connections, a part of them at a time, in milliseconds. Default 2,000. */
  readonly drainMs: number;
  /** Time a client has to answer a close before its socket is cut, in milliseconds. Default 2,000. */
  readonly closeGraceMs: number;
}

/** The defaults of all settings. */
export const defaultStreamServerSettings: StreamServerSettings = {
  basePath: "",
  versions: ["v1"],
  unauthorized: "refuse",
  heartbeatMs: 15_000,
  announcePosition: false,
  maxControlFrameBytes: 64 * 1024,
  maxKeysPerConnection: 1024,
  maxConnectionsPerKey: 64,
  maxSnapshotsPerMinute: 2048,
  maxInvalidFramesPerMinute: 16,
  replayAboveBytes: 1024 * 1024,
  slowReaderMs: 30_000,
  replayBatchFrames: 256,
  reconnectWindowMs: 10_000,
  drainMs: 2_000,
  closeGraceMs: 2_000,
};

/** Bounds what may be in flight where neither the settings nor the channel do. */
export const defaultPending: { readonly frames: number; readonly bytes: number } = {
  frames: 8192,
  bytes: 8 * 1024 * 1024,
};
