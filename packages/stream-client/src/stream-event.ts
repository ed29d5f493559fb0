/** Says where an open channel stands. */
export type StreamState = "connecting" | "replaying" | "live" | "closed";

/** Tells what happens to an open channel apart from its messages. */
export type StreamEvent =
  | { readonly type: "state"; readonly channel: string; readonly state: StreamState }
  /** The connection ended and will be made again in `retryMs`. */
  | {
      readonly type: "disconnected";
      readonly channel: string;
      readonly cause: "closed" | "refused" | "failed" | "gap" | "silent";
      /** WebSocket close code, or HTTP status of a refused upgrade. */
      readonly code?: number;
      readonly reason?: string;
      readonly retryMs: number;
    }
  /** Frames are missing: of a key, which gets a fresh snapshot, or of the sequence, which resumes. */
  | {
      readonly type: "gap";
      readonly channel: string;
      readonly key?: string;
      readonly from?: bigint;
    }
  /** The resume point is no longer kept: what came from `from` on is lost, the live tail follows. */
  | { readonly type: "resync"; readonly channel: string; readonly from?: bigint }
  /** The server knows less than was already received here: it lags, or lost data. */
  | { readonly type: "behind"; readonly channel: string; readonly from: bigint }
  /** This machine's clock is off; signatures now use the server's time. */
  | { readonly type: "clock_skew"; readonly channel: string; readonly offsetMs: number };

/** Takes events. Must not throw. */
export type StreamListener = (event: StreamEvent) => void;
