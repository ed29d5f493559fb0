import type { Backoff, Clock, FeedBookHook, StreamListener } from "@specwright/runtime";
import type { StreamCredentials } from "@specwright/runtime/transport";
import type { NonceSource } from "../signing/rule/nonce-source.ts";
import type { QueueMarks } from "./delivery-queue.ts";
import type { OpenSocket } from "./stream-socket.ts";

/** Objects that the channels of one transport share. */
export interface StreamEnvironment {
  readonly url: string;
  /** The keys to sign with; absent if no channel is signed. */
  readonly accessKey?: {
    readonly accessKey: string;
    readonly secretKey: string;
    readonly brokerId: string;
  };
  /** The credentials of security schemes. */
  readonly credentials: StreamCredentials;
  /** Returns the ticket for a connection to a relay. If set, this client signs nothing. */
  readonly ticket?: () => Promise<string | undefined>;
  readonly clock: Clock;
  /** Returns numbers in [0, 1). */
  readonly random: () => number;
  readonly openSocket: OpenSocket;
  readonly createBackoff: () => Backoff;
  readonly onEvent: StreamListener;
  readonly onTooOld: "throw" | "live";
  readonly marks: QueueMarks;
  readonly heartbeatMs: number;
  readonly connectTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly snapshotTimeoutMs: number;
  readonly maxAttempts: number;
  /** How many milliseconds the server's clock is ahead, as set by the user. */
  readonly clockSkewMs: () => number;
  readonly nonces: NonceSource | undefined;
  /** The servers to call instead of those in the contract, by the URL in the contract. */
  readonly servers: Readonly<Record<string, string>>;
  readonly hooks: Readonly<Record<string, FeedBookHook>>;
  readonly fetch: typeof globalThis.fetch;
  /** How far the local clock is behind the server's clock, in milliseconds. All channels share it. */
  readonly skew: { offsetMs: number };
}
