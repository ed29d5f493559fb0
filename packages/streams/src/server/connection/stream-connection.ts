// One accepted socket: the data pending on it, its heartbeats, and its end.

import type { ChannelParameters, Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { contractCode, messagesIn } from "@specwright/runtime/transport";
import { defaultPending, heartbeatInterval, type StreamServerSettings } from "../settings.ts";
import { type ConnectionStatus, count, type StreamCounters } from "../statistics.ts";
import type { StreamLogger } from "../stream-logger.ts";
import { type ChannelLife, findSign } from "./channel-life.ts";
import { type ConnectionFailure, violationFailure } from "./connection-failure.ts";
import { type ControlFrame, nowNs, writeControlFrame } from "./control-frames.ts";
import { type FrameBatch, textFrames } from "./frame-batch.ts";
import { Liveness, type WatchedConnection } from "./liveness.ts";
import { createMinuteLimit, type MinuteLimit } from "./minute-limit.ts";
import { PendingFrames } from "./pending-frames.ts";
import type { ServerSocket } from "./server-socket.ts";
import type { StreamPeer } from "./stream-peer.ts";
import type { StreamSession } from "./stream-session.ts";
import type { TimingWheel } from "./timing-wheel.ts";

/** The parts of a connection. */
export interface StreamConnectionInput {
  readonly socket: ServerSocket;
  /** Schedules the heartbeats. */
  readonly wheel: TimingWheel;
  readonly channel: ChannelDescriptor;
  readonly life: ChannelLife;
  readonly parameters: ChannelParameters;
  readonly peer: StreamPeer;
  readonly settings: StreamServerSettings;
  readonly clock: Clock;
  readonly logger: StreamLogger;
  readonly counters: StreamCounters;
}

/** A connection of one client to one channel. */
export class StreamConnection {
  readonly channel: ChannelDescriptor;
  readonly parameters: ChannelParameters;
  readonly peer: StreamPeer;
  /** The interval of heartbeats, in milliseconds. */
  readonly heartbeatMs: number;
  /** Resolves when the socket is closed, by whichever side. */
  readonly closed: Promise<void>;
  readonly #input: StreamConnectionInput;
  readonly #socket: ServerSocket;
  readonly #maxFrames: number;
  readonly #maxBytes: number;
  readonly #closed: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly #counters: StreamCounters;
  /** Set once the system did not accept everything at once. */
  #frames: PendingFrames | undefined;
  #session: StreamSession | undefined;
  #closing = false;
  #ending = "closed";
  readonly #liveness: Liveness;
  readonly #invalidFrames: MinuteLimit;
  #writable: PromiseWithResolvers<void> | undefined;
  #cancelGrace: (() => void) | undefined;

  constructor(input: StreamConnectionInput) {
    this.#input = input;
    this.#socket = input.socket;
    this.#counters = input.counters;
    this.channel = input.channel;
    this.parameters = input.parameters;
    this.peer = input.peer;
    this.closed = this.#closed.promise;
    const { settings, channel } = input;
    const { flowControl } = channel;
    this.#maxFrames =
      settings.maxPendingFrames ?? flowControl?.maxPendingFrames ?? defaultPending.frames;
    this.#maxBytes =
      settings.maxPendingBytes ?? flowControl?.maxPendingBytes ?? defaultPending.bytes;
    this.#invalidFrames = createMinuteLimit(settings.maxInvalidFramesPerMinute - 1, input.clock);
    this.heartbeatMs = heartbeatInterval(input.life, settings);
    this.#liveness = new Liveness(input, this.#watched(), this.heartbeatMs);
    input.socket.listen({
      message: (data, binary) => {
        this.#liveness.heard();
        for (const { buffer, byteOffset, byteLength } of messagesIn(this.channel, data)) {
          const message = Buffer.from(buffer, byteOffset, byteLength);
          if (this.open) this.#guard(() => this.#receive(message, binary));
        }
      },
      ping: () => this.#liveness.heard(),
      pong: () => this.#liveness.answered(),
      // Told before the socket closes itself in this turn.
      violation: (code) => this.fail(violationFailure(channel, settings.maxFrameBytes, code)),
      error: (error) => this.log("info", "socket_error", error),
      close: () => this.#end(),
    });
  }

  /** Whether neither side has begun to close. */
  get open(): boolean {
    return !this.#closing && this.#socket.open;
  }

  /** Counts the bytes that were sent but not yet accepted by the system. */
  get pendingBytes(): number {
    return this.#socket.pendingBytes;
  }

  /** Returns the state of the connection. */
  status(): ConnectionStatus {
    const { pendingBytes } = this;
    return {
      pendingFrames: this.#framesIn(pendingBytes),
      pendingBytes,
      lagMs: this.#liveness.lagMs,
      replaying: this.#session?.replaying ?? false,
    };
  }

  /** Starts the session of the connection. */
  run(session: StreamSession): void {
    this.#session = session;
    this.#liveness.start();
    this.#guard(() => session.start());
  }

  /**
   * Sends frames, or closes the connection if too much is pending already (§4.7). Returns the
   * number of pending bytes afterwards.
   */
  send(batch: FrameBatch): number {
    this.#liveness.expectFrames();
    return this.#put(batch);
  }

  /**
   * Resolves when nothing is pending, or at once if only little is, or when the socket is closed.
   */
  writable(): Promise<void> {
    if (!this.open || this.#hasRoom()) return Promise.resolve();
    if (this.#writable === undefined) {
      this.#writable = Promise.withResolvers();
      this.#socket.whenTaken(() => this.#wakeWriter());
    }
    return this.#writable.promise;
  }

  /** Sends a control frame, if the channel declares it. */
  sendControl(frame: ControlFrame): void {
    const bytes = this.#compose(frame);
    if (bytes !== undefined) this.#put(textFrames([bytes]));
    // A heartbeat that cannot be sent is tried again after an interval.
    else if (frame.kind === "heartbeat") this.#liveness.wrote();
  }

  /** Sends an error frame and closes. */
  fail({ reason, ...failure }: ConnectionFailure & { readonly reason?: string }): void {
    if (!this.open) return;
    const { closeCode, ...error } = failure;
    this.log("warn", error.code);
    this.#ending = error.code;
    const seq = this.#session?.lastSeq();
    const bytes = this.#compose({ kind: "error", ...error, ...(seq !== undefined && { seq }) });
    if (bytes !== undefined) this.#write(textFrames([bytes]));
    this.close(closeCode, reason ?? contractCode(this.channel, error.code));
  }

  /** Reports a fault in a client's frame, and closes with 1008 if there were many. */
  refuseFrame(message: string, details?: object): void {
    if (!this.#invalidFrames.take(1)) {
      const { settings } = this.#input;
      const limit = settings.maxInvalidFramesPerMinute;
      this.fail({
        closeCode: 1008,
        code: "invalid_frame",
        message: `${limit} invalid frames within a minute`,
        details: { ...details, limit },
      });
      return;
    }
    const seq = this.#session?.lastSeq();
    this.sendControl({
      kind: "error",
      code: "invalid_frame",
      message,
      ...(details !== undefined && { details }),
      ...(seq !== undefined && { seq }),
    });
  }

  /** Resolves when what the client has asked is answered. */
  async finish(): Promise<void> {
    await this.#session?.finish?.();
  }

  /** Closes; a client that does not answer in time is cut off. */
  close(code: number, reason: string): void {
    if (this.#closing) return;
    this.#closing = true;
    const { socket, clock, settings } = this.#input;
    socket.close(code, reason);
    this.#cancelGrace = clock.setTimer(settings.closeGraceMs, () => socket.terminate());
    this.#wakeWriter();
  }

  /** Stops reading, because the session cannot accept more. */
  pause(): void {
    this.#socket.pause();
  }

  /** Resumes reading. */
  resume(): void {
    this.#socket.resume();
  }

  /** Writes a log entry with the properties of the connection. */
  log(level: "info" | "warn" | "error", event: string, error?: unknown): void {
    const { logger, channel, peer } = this.#input;
    logger({ level, event, channel: channel.id, ...peer, ...(error !== undefined && { error }) });
  }

  /** Ends the connection because of an error of the server. */
  failInternally(error: unknown): void {
    this.log("error", "internal_error", error);
    this.fail({ closeCode: 1011, code: "internal_error", message: "internal error" });
  }

  /** Hands a frame to the session, unless it is a sign of life, which is answered here. */
  #receive(data: Buffer, binary: boolean): void {
    const sign = findSign(this.#input.life, data);
    if (sign === undefined) this.#session?.receive(data, binary);
    else if (sign.answer !== undefined) this.sendControl({ kind: "answer", message: sign.answer });
    else if (sign.answerText !== undefined) this.#put(textFrames([sign.answerText]));
  }

  #put(batch: FrameBatch): number {
    if (!this.open) return 0;
    const { pendingBytes } = this.#socket;
    if (pendingBytes > 0 && this.#isFull(pendingBytes)) {
      this.#failSlow("too much is pending");
      return this.pendingBytes;
    }
    return this.#write(batch);
  }

  #isFull(pendingBytes: number): boolean {
    return pendingBytes > this.#maxBytes || this.#framesIn(pendingBytes) > this.#maxFrames;
  }

  #failSlow(why: string): void {
    this.fail({
      closeCode: this.channel.flowControl?.closeCode ?? 4008,
      code: "flow_control",
      message: `${why}: read faster, or select less`,
    });
  }

  #end(): void {
    this.#liveness.stop();
    this.#cancelGrace?.();
    this.#closing = true;
    count(this.#counters.endings, this.#ending);
    this.#session?.stop();
    this.#wakeWriter();
    this.#closed.resolve();
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.failInternally(error);
    }
  }

  #compose(frame: ControlFrame): Uint8Array | undefined {
    try {
      const { life, clock } = this.#input;
      return writeControlFrame(this.channel, life.message, frame, nowNs(clock));
    } catch (error) {
      this.log("error", "control_frame_refused", error);
      return undefined;
    }
  }

  #write(batch: FrameBatch): number {
    const counters = this.#counters;
    this.#liveness.wrote();
    counters.sentFrames += batch.count;
    counters.sentBytes += batch.bytes.byteLength;
    this.#socket.write(batch.bytes);
    const { pendingBytes } = this.#socket;
    if (pendingBytes > 0) {
      this.#frames ??= new PendingFrames();
      this.#frames.add(batch);
    }
    return pendingBytes;
  }

  #framesIn(pendingBytes: number): number {
    return this.#frames?.count(pendingBytes) ?? 0;
  }

  #hasRoom(): boolean {
    const { pendingBytes } = this;
    if (pendingBytes * 2 > this.#input.settings.replayAboveBytes) return false;
    return this.#framesIn(pendingBytes) * 2 <= this.#maxFrames;
  }

  #wakeWriter(): void {
    this.#writable?.resolve();
    this.#writable = undefined;
  }

  /** Returns the part of this connection that its watch uses. */
  #watched(): WatchedConnection {
    const connection = this;
    return {
      get open() {
        return connection.open;
      },
      get pendingBytes() {
        return connection.pendingBytes;
      },
      ping: () => this.#socket.ping(),
      heartbeat: () => this.#guard(() => this.#session?.heartbeat()),
      tooSlow: (unansweredMs) =>
        this.#failSlow(`no answer for ${Math.round(unansweredMs / 1000)} s`),
      silent: () => {
        this.log("info", "peer_silent");
        this.#ending = "peer_silent";
        this.#socket.terminate();
      },
      expire: () => {
        this.#ending = "age";
        this.close(1001, "the connection has reached its age");
      },
    };
  }
}
