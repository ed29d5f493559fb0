import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { StreamServerSettings } from "../settings.ts";
import type { ConnectionStatus, StreamCounters } from "../statistics.ts";
import type { StreamLogger } from "../stream-logger.ts";
import type { ChannelLife } from "./channel-life.ts";
import type { ConnectionFailure } from "./connection-failure.ts";
import type { RequestLimits } from "./request-limits.ts";
import type { StreamPeer } from "./stream-peer.ts";
import type { TimingWheel } from "./timing-wheel.ts";

/** The part of a connection that its host uses. */
export interface OpenConnection {
  readonly channel: ChannelDescriptor;
  readonly peer: StreamPeer;
  /** Resolves when either side has closed the socket. */
  readonly closed: Promise<void>;
  status(): ConnectionStatus;
  /** Accepts no more requests; resolves when all accepted requests are answered. */
  finish(): Promise<void>;
  /** Sends an error frame and closes. */
  fail(failure: ConnectionFailure): void;
  /**
   * Closes the connection. If the client does not answer the close frame in time, the server cuts
   * the connection.
   */
  end(code: number, reason: string): void;
}

/** The parts that the connections of a channel share. */
export interface ConnectionHost {
  readonly channel: ChannelDescriptor;
  readonly life: ChannelLife;
  /** The interval of heartbeats and pings, in milliseconds. */
  readonly heartbeatMs: number;
  readonly maxPendingFrames: number;
  readonly maxPendingBytes: number;
  readonly settings: StreamServerSettings;
  /** Schedules the heartbeats. */
  readonly wheel: TimingWheel;
  readonly clock: Clock;
  readonly logger: StreamLogger;
  readonly counters: StreamCounters;
  /**
   * The reasons of close frames, by the code of the error. Default: the reasons of the contract.
   */
  readonly reasons?: Readonly<Record<string, string>>;
  /** The close code for slow readers. */
  readonly slowCloseCode: number;
  readonly limits: RequestLimits;
  /** Called when a client has exceeded its limits, and reading is paused for a while. */
  limited(peer: StreamPeer): void;
  /** Called once the socket of a connection is closed. */
  ended(connection: OpenConnection): void;
}
