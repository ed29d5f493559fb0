/** The state and counters of a stream server, for metrics. */
export interface StreamServerStatistics {
  /** Open connections, by channel id. */
  readonly connections: Readonly<Record<string, number>>;
  /**
   * The number of connections that read from the log, either at their start or because they fell behind.
   */
  readonly replaying: number;
  /**
   * The frames of all connections that were written, but that the operating system has not accepted yet.
   */
  readonly pendingFrames: number;
  /** The bytes of these frames, including frame headers. */
  readonly pendingBytes: number;
  /**
   * The longest time for which a ping has not been answered, in milliseconds. Shows how far behind the
   * slowest client is.
   */
  readonly lagMs: number;
  /**
   * The age of the oldest view of a log, in milliseconds: the time since the view was last known to be up
   * to date.
   */
  readonly viewAgeMs: number;
  /** The number of frames sent since the start. */
  readonly sentFrames: number;
  /** The number of bytes of these frames, including frame headers. */
  readonly sentBytes: number;
  /** The number of upgrades since the start, by outcome: `accepted`, or the code of the refusal. */
  readonly upgrades: Readonly<Record<string, number>>;
  /**
   * The number of refused upgrades since the start, by reason. For an invalid signature, the reason is a
   * word such as `unknown_key`. Otherwise it is the code of the refusal.
   */
  readonly refusals: Readonly<Record<string, number>>;
  /** How often since the start a connection had to wait because it exceeded a limit of requests. */
  readonly limited: number;
  /**
   * The number of ended connections since the start, by the code of the error that ended the connection, or
   * `closed`.
   */
  readonly endings: Readonly<Record<string, number>>;
}

/** The counters of a server. All of its connections share them. */
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

/** The state of a connection, for the statistics. */
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
