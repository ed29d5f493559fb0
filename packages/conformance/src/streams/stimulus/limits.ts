/** The settings of the server under test, with the names of `x-limits` in the contract. */
export interface ConformanceLimits {
  readonly clock_skew_tolerance: number;
  /**
   * The maximum number of bytes that may wait for a client that does not read. The check sends twice as
   * many.
   */
  readonly max_pending_bytes: number;
  readonly max_control_frame_bytes: number;
  readonly max_markets_per_connection: number;
  readonly max_connections_per_access_key: number;
  readonly max_invalid_frames_per_minute: number;
  readonly max_snapshots_per_minute: number;
  /**
   * The interval at which a changed book is broadcast in full, in seconds. The contract does not define it.
   */
  readonly snapshot_interval: number;
}

/** The default limits of decision S12, in seconds, bytes and counts. */
export const defaultLimits: ConformanceLimits = {
  clock_skew_tolerance: 300,
  max_pending_bytes: 8_388_608,
  max_control_frame_bytes: 65_536,
  max_markets_per_connection: 1024,
  max_connections_per_access_key: 64,
  max_invalid_frames_per_minute: 16,
  max_snapshots_per_minute: 2048,
  snapshot_interval: 30,
};

export type LimitName = keyof ConformanceLimits;

/** Returns a sentence that asks the user to pass the server's setting to the kit. */
export function askForLimit(name: LimitName): string {
  return `the kit used the default of ${defaultLimits[name]}: pass the limit of the server with --limit ${name}=NUMBER`;
}
