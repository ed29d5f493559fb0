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

/** A connection, as seen by code that did not open it. */
export interface OpenConnection {
  readonly channel: ChannelDescriptor;
  readonly peer: StreamPeer;
  /** Resolves when either side has closed the socket. */
  readonly closed: Promise<void>;
  status(): ConnectionStatus;
  /** Resolves when all requests of the client are answered. */
  finish(): Promise<void>;
  /** Sends an error frame and closes. */
  fail(failure: ConnectionFailure): void;
  /** Closes the connection; cuts it if the client does not answer in time. */
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
  /** The reasons of closes, by the code of the error. Default: the reasons of the contract. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** The close code for slow readers. */
  readonly slowCloseCode: number;
  readonly limits: RequestLimits;
  /** Called when a client has exceeded its limits, and reading is paused for a while. */
  limited(peer: StreamPeer): void;
  /** Called once the socket of a connection is closed. */
  ended(connection: OpenConnection): void;
}
