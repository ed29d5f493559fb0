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

/** The parts of a connection that its server uses. */
export interface OpenConnection {
  readonly channel: ChannelDescriptor;
  readonly peer: StreamPeer;
  /** Resolves when the socket is closed. */
  readonly closed: Promise<void>;
  status(): ConnectionStatus;
  /** Accepts no more requests. Resolves when all accepted requests are answered. */
  finish(): Promise<void>;
  /** Sends an error frame and closes. */
  fail(failure: ConnectionFailure): void;
  /** Closes the connection. If the client does not answer in time, cuts it. */
  end(code: number, reason: string): void;
}

/** The parts of a server that all connections to a channel share. */
export interface ConnectionHost {
  readonly channel: ChannelDescriptor;
  readonly life: ChannelLife;
  /** The interval of heartbeats and pings, in milliseconds. */
  readonly heartbeatMs: number;
  readonly maxPendingFrames: number;
  readonly maxPendingBytes: number;
  readonly settings: StreamServerSettings;
  /** The timer for the heartbeats of all connections. */
  readonly wheel: TimingWheel;
  readonly clock: Clock;
  readonly logger: StreamLogger;
  readonly counters: StreamCounters;
  /** The reasons in close frames, by error code. If absent, the reasons of the contract are used. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** The close code for slow readers. */
  readonly slowCloseCode: number;
  readonly limits: RequestLimits;
  /** Called when a client has exceeded its limits, so that reading is paused. */
  limited(peer: StreamPeer): void;
  /** Called when the socket of a connection is closed. */
  ended(connection: OpenConnection): void;
}
