/** The state and counters of a stream server, for metrics. */
export interface StreamServerStatistics {
  /** Open connections, by channel id. */
  readonly connections: Readonly<Record<string, number>>;
  /** The number of connections that are replaying from the log, at their start or later. */
  readonly replaying: number;
  /** Frames and bytes written but not yet accepted by the system, over all connections. */
  readonly pendingFrames: number;
  readonly pendingBytes: number;
  /**
   * The longest time that a pending ping has been unanswered, in milliseconds. It shows how far behind the
   * slowest client is.
   */
  readonly lagMs: number;
  /**
   * The age of the oldest view of a log, in milliseconds: how long ago the view was last known to be up to
   * date.
   */
  readonly viewAgeMs: number;
  /** The number of frames, and their bytes including headers, since the start. */
  readonly sentFrames: number;
  readonly sentBytes: number;
  /** The number of upgrades since the start, by `accepted` or the code of the refusal. */
  readonly upgrades: Readonly<Record<string, number>>;
  /**
   * The number of refused upgrades since the start, by reason. The reason for an invalid signature
   * is a word such as `unknown_key`; all others are the code of the refusal.
   */
  readonly refusals: Readonly<Record<string, number>>;
  /** How many times since the start a connection exceeded its limit of requests and had to wait. */
  readonly limited: number;
  /**
   * The number of ended connections since the start, by the code of the error that ended them, or
   * `closed`.
   */
  readonly endings: Readonly<Record<string, number>>;
}

/** The counters of a server, shared by all of its connections. */
export interface StreamCounters {
  sentFrames: number;
  sentBytes: number;
  limited: number;
  readonly upgrades: Map<string, number>;
  readonly refusals: Map<string, number>;
  readonly endings: Map<string, number>;
}

/** Creates counters at 0. */
export function createCounters(): StreamCounters {
  const [upgrades, refusals, endings] = [new Map(), new Map(), new Map()];
  return { sentFrames: 0, sentBytes: 0, limited: 0, upgrades, refusals, endings };
}

export function countOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The state that a connection reports. */
export interface ConnectionStatus {
  readonly pendingFrames: number;
  readonly pendingBytes: number;
  readonly lagMs: number;
  readonly replaying: boolean;
}

export function summarizeConnections(
  counters: StreamCounters,
  connections: Iterable<{ readonly channel: { readonly id: string }; status(): ConnectionStatus }>,
): Omit<StreamServerStatistics, "viewAgeMs"> {
  const perChannel = new Map<string, number>();
  let [replaying, pendingFrames, pendingBytes, lagMs] = [0, 0, 0, 0];
  for (const connection of connections) {
    const status = connection.status();
    countOne(perChannel, connection.channel.id);
    replaying += status.replaying ? 1 : 0;
    pendingFrames += status.pendingFrames;
    pendingBytes += status.pendingBytes;
    lagMs = Math.max(lagMs, status.lagMs);
  }
  const { sentFrames, sentBytes, limited, upgrades, refusals, endings } = counters;
  return {
    connections: Object.fromEntries(perChannel),
    replaying,
    pendingFrames,
    pendingBytes,
    lagMs,
    sentFrames,
    sentBytes,
    limited,
    upgrades: Object.fromEntries(upgrades),
    refusals: Object.fromEntries(refusals),
    endings: Object.fromEntries(endings),
  };
}
