/**
 * Says where an open channel stands. `connecting`: there is no connection, one is being made or
 * waited for. `replaying`: there is a connection that began at a resume point. Its backlog ends it;
 * where nothing was missed the server says nothing of that, and the first heartbeat does. `draining`:
 * the server goes away and said when to come back (S19); until then.
 */
export type StreamState = "connecting" | "replaying" | "live" | "draining" | "closed";

/** Tells what happens to an open channel apart from its messages. */
export type StreamEvent =
  | { readonly type: "state"; readonly channel: string; readonly state: StreamState }
  /** The connection ended and will be made again in `retryMs`. */
  | {
      readonly type: "disconnected";
      readonly channel: string;
      /** `full`: too much waits for the consumer, and the socket cannot be paused. */
      readonly cause: "closed" | "refused" | "failed" | "gap" | "silent" | "full";
      /** WebSocket close code, or HTTP status of a refused upgrade. */
      readonly code?: number;
      readonly reason?: string;
      readonly retryMs: number;
    }
  /** So many attempts in a row have failed, and more follow. Told once, at the third. */
  | {
      readonly type: "unreachable";
      readonly channel: string;
      readonly attempts: number;
      /** What the last one failed with. */
      readonly reason: string;
    }
  /**
   * Frames are missing: of a key, which gets a fresh snapshot, or of the sequence, which resumes.
   * `from` is the first number missing.
   */
  | {
      readonly type: "gap";
      readonly channel: string;
      readonly key?: string;
      readonly from?: bigint;
    }
  /** The resume point is no longer kept: what came from `from` on is lost, the live tail follows. */
  | { readonly type: "resync"; readonly channel: string; readonly from?: bigint }
  /**
   * This side reads too slowly: the server closed with 4008 (`closed`), or this side let go of a
   * socket that it cannot pause (`queue`). Nothing is lost on a sequenced channel.
   */
  | { readonly type: "slow"; readonly channel: string; readonly cause: "closed" | "queue" }
  /** The server knows less than was already received here: it lags, or lost data. */
  | { readonly type: "behind"; readonly channel: string; readonly from: bigint }
  /** This machine's clock is off; signatures now use the server's time. */
  | { readonly type: "clock_skew"; readonly channel: string; readonly offsetMs: number };

/** Takes events. One that throws does so outside of the stream, which goes on. */
export type StreamListener = (event: StreamEvent) => void;
