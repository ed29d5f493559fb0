// A connection: its pending data, its heartbeats, and its end.

import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { contractCode, messagesIn } from "@specwright/runtime/transport";
import { type ConnectionStatus, countOne } from "../statistics.ts";
import { findSign } from "./channel-life.ts";
import {
  type ConnectionFailure,
  invalidFramesFailure,
  violationFailure,
} from "./connection-failure.ts";
import type { ConnectionHost, OpenConnection } from "./connection-host.ts";
import { type ControlFrame, nowNs, writeControlFrame } from "./control-frames.ts";
import { type FrameBatch, textFrames } from "./frame-batch.ts";
import { Inbox, type ReceivedFrame } from "./inbox.ts";
import { Liveness, type WatchedConnection } from "./liveness.ts";
import { Outbox } from "./outbox.ts";
import { createRateLimit, createRequestLimit, MINUTE_MS, type RateLimit } from "./rate-limit.ts";
import type { ServerSocket, ServerSocketEvents } from "./server-socket.ts";
import type { StreamPeer } from "./stream-peer.ts";
import type { StreamSession } from "./stream-session.ts";
import { Turns } from "./turns.ts";

/** The number of data frames of an application that are handled in one turn of the event loop. */
const DATA_A_TURN = 64;

/** The maximum size of the frames that wait to be handled, unless a larger frame is allowed. */
const MAX_UNREAD_BYTES = 2 ** 20;

/**
 * A connection of one client to one channel. Objects that an idle connection does not need are
 * created late, because there may be ten thousand connections.
 */
export class StreamConnection implements OpenConnection, ServerSocketEvents, WatchedConnection {
  readonly peer: StreamPeer;
  readonly #host: ConnectionHost;
  readonly #socket: ServerSocket;
  readonly #outbox: Outbox;
  readonly #liveness: Liveness;
  #session: StreamSession | undefined;
  #closing = false;
  #over = false;
  #inbox: Inbox | undefined;
  #ending = "closed";
  #invalidFrames: RateLimit | undefined;
  #requests: RateLimit | undefined;
  #closed: PromiseWithResolvers<void> | undefined;
  #cancelGrace: (() => void) | undefined;

  constructor(host: ConnectionHost, socket: ServerSocket, peer: StreamPeer) {
    this.#host = host;
    this.#socket = socket;
    this.#outbox = new Outbox(host, socket);
    this.peer = peer;
    this.#liveness = new Liveness(host, this);
    socket.listen(this);
  }

  get channel(): ChannelDescriptor {
    return this.#host.channel;
  }

  /** The interval of heartbeats, in milliseconds. */
  get heartbeatMs(): number {
    return this.#host.heartbeatMs;
  }

  get closed(): Promise<void> {
    if (this.#over) return Promise.resolve();
    this.#closed ??= Promise.withResolvers();
    return this.#closed.promise;
  }

  /** Whether neither side has begun to close the connection. */
  get open(): boolean {
    return !this.#closing && this.#socket.open;
  }

  /** The number of bytes that were sent, but that the operating system has not accepted yet. */
  get pendingBytes(): number {
    return this.#outbox.pendingBytes;
  }

  status(): ConnectionStatus {
    const { pendingBytes, pendingFrames } = this.#outbox;
    return {
      pendingFrames,
      pendingBytes,
      lagMs: this.#liveness.lagMs,
      replaying: this.open && this.#session?.replaying === true,
    };
  }

  run(session: StreamSession): void {
    this.#session = session;
    this.#liveness.start();
    this.#runGuarded(() => session.start());
  }

  /**
   * Sends frames, or closes the connection if too much data is pending already (§4.7). Returns the
   * number of pending bytes afterwards.
   */
  send(batch: FrameBatch): number {
    this.#liveness.expectFrames();
    return this.#putBatch(batch);
  }

  /** Resolves when no data is pending or the socket is closed. Resolves at once if little is pending. */
  writable(): Promise<void> {
    return this.open ? this.#outbox.writable() : Promise.resolve();
  }

  /** Sends a control frame if the channel declares it. */
  sendControl(frame: ControlFrame): void {
    const bytes = this.#compose(frame);
    if (bytes !== undefined) this.#putBatch(textFrames([bytes]));
  }

  fail({ reason, ...failure }: ConnectionFailure & { readonly reason?: string }): void {
    if (!this.open) return;
    const { closeCode, ...error } = failure;
    this.log("warn", error.code, { pendingBytes: this.pendingBytes });
    this.#ending = error.code;
    const seq = this.#session?.lastSeq();
    const bytes = this.#compose({ kind: "error", ...error, ...(seq !== undefined && { seq }) });
    if (bytes !== undefined) this.#writeBatch(textFrames([bytes]));
    const { channel, reasons } = this.#host;
    this.end(closeCode, reason ?? reasons?.[error.code] ?? contractCode(channel, error.code));
  }

  /** Reports a fault in a client's frame. Closes with 1008 if the client has sent too many such frames. */
  refuseFrame(message: string, details?: object): void {
    const { settings, clock } = this.#host;
    const limit = settings.maxInvalidFramesPerMinute;
    this.#invalidFrames ??= createRateLimit(limit - 1, MINUTE_MS, clock);
    if (!this.#invalidFrames.take(1)) {
      this.fail(invalidFramesFailure(limit, details));
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

  async finish(): Promise<void> {
    await this.#session?.finish?.();
  }

  end(code: number, reason: string): void {
    if (this.#closing) return;
    const { clock, settings } = this.#host;
    this.#beginClosing();
    this.#cancelGrace = clock.setTimer(settings.closeGraceMs, () => this.#socket.terminate());
    this.#socket.close(code, reason);
    // If a client sends too many frames, its close frame is behind many other frames, which are dropped.
    if (code === 1008) this.#inbox?.close();
  }

  /** Pauses reading, because the session cannot accept more frames. */
  pause(): void {
    this.#incoming.hold();
  }

  /** Resumes reading. */
  resume(): void {
    this.#incoming.release();
  }

  /** Counts additional requests in a frame, such as keys. */
  charge(requests: number): void {
    this.#incoming.charge(requests);
  }

  /** Writes a log entry about the connection. */
  log(level: "info" | "warn" | "error", event: string, details?: object): void {
    const { logger, channel } = this.#host;
    logger({ level, event, channel: channel.id, ...this.peer, ...details });
  }

  /** Ends the connection because of an error of the server. */
  failInternally(error: unknown): void {
    this.log("error", "internal_error", { error });
    this.fail({ closeCode: 1011, code: "internal_error", message: "internal error" });
  }

  message(data: Buffer, binary: boolean): void {
    this.#liveness.heard();
    const { channel } = this;
    // Binary data is passed on whole, and not split into lines.
    const isBytes = binary && channel.clientMessages.some((one) => one.binary === true);
    for (const { buffer, byteOffset, byteLength } of isBytes ? [data] : messagesIn(channel, data)) {
      this.#incoming.push({ data: Buffer.from(buffer, byteOffset, byteLength), binary });
    }
  }

  ping(): void {
    this.#liveness.heard();
    this.charge(1);
  }

  pong(): void {
    if (!this.#liveness.answered()) this.charge(1);
  }

  /** Called when the socket is about to close because of an invalid frame. */
  violation(closeCode: number): void {
    const { channel, settings } = this.#host;
    this.fail(violationFailure(channel, settings.maxFrameBytes, closeCode));
  }

  error(error: Error): void {
    this.log("info", "socket_error", { error });
  }

  /** Called when the socket is closed. */
  close(): void {
    if (this.#over) return;
    this.#over = true;
    const unhandled = this.#inbox?.close() ?? [];
    for (const frame of unhandled) this.#handleFrame(frame);
    this.#beginClosing();
    this.#cancelGrace?.();
    countOne(this.#host.counters.endings, this.#ending);
    this.#closed?.resolve();
    this.#host.ended(this);
  }

  sendPing(): void {
    this.#socket.ping();
  }

  heartbeat(): void {
    this.#runGuarded(() => this.#session?.heartbeat());
  }

  tooSlow(unansweredMs: number): void {
    this.#failSlow(`no answer for ${Math.round(unansweredMs / 1000)} s`);
  }

  silent(): void {
    this.log("info", "peer_silent");
    this.#ending = "peer_silent";
    this.#socket.terminate();
  }

  expire(): void {
    this.#ending = "age";
    this.end(1001, this.#host.reasons?.["age"] ?? "the connection reached its maximum age");
  }

  get #incoming(): Inbox {
    const { clock, limits, settings } = this.#host;
    this.#inbox ??= new Inbox({
      socket: this.#socket,
      clock,
      ...(this.#session?.takesData
        ? { limits: [], turns: new Turns(DATA_A_TURN) }
        : limits.ofConnection(this.peer.accessKey)),
      maxBytes: Math.max(MAX_UNREAD_BYTES, 16 * settings.maxFrameBytes),
      handle: (frame) => this.#handleFrame(frame),
      limited: () => this.#host.limited(this.peer),
      full: () => this.#failCrowded(),
    });
    return this.#inbox;
  }

  #handleFrame(frame: ReceivedFrame): void {
    // An application handles frames even after their sender has gone; a subscription does not.
    const isTaken = this.#session?.finish ? !this.#closing : this.open;
    if (isTaken) this.#runGuarded(() => this.#receiveFrame(frame));
  }

  /** Passes a frame to the session. A sign of life is answered here instead. */
  #receiveFrame({ data, binary }: ReceivedFrame): void {
    const { life, channel, clock } = this.#host;
    const perSecond = channel.feed?.subscription.limits?.requestsPerSecond;
    if (perSecond !== undefined) {
      this.#requests ??= createRequestLimit(perSecond, clock);
      if (!this.#requests.take(1)) {
        this.#failCrowded();
        return;
      }
    }
    const sign = findSign(life, data);
    if (sign === undefined) this.#session?.receive(data, binary);
    else if (sign.answer !== undefined) this.sendControl({ kind: "answer", message: sign.answer });
    else if (sign.answerText !== undefined) this.#putBatch(textFrames([sign.answerText]));
  }

  #failCrowded(): void {
    if (!this.open) return;
    this.#ending = "too_many_requests";
    this.end(1008, "Too many requests.");
  }

  #putBatch(batch: FrameBatch): number {
    if (!this.open) return 0;
    if (!this.#outbox.isFull) return this.#writeBatch(batch);
    this.#failSlow("too much data is pending");
    return this.pendingBytes;
  }

  #failSlow(why: string): void {
    this.fail({
      closeCode: this.#host.slowCloseCode,
      code: "flow_control",
      message: `${why}: read faster, or select less`,
    });
  }

  /** Stops everything except the close of the socket. */
  #beginClosing(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#liveness.stop();
    this.#session?.stop();
    this.#outbox.wake();
  }

  #runGuarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.failInternally(error);
    }
  }

  #compose(frame: ControlFrame): Uint8Array | undefined {
    try {
      const { life, clock } = this.#host;
      return writeControlFrame(this.channel, life.message, frame, nowNs(clock));
    } catch (error) {
      this.log("error", "control_frame_refused", { error });
      return undefined;
    }
  }

  #writeBatch(batch: FrameBatch): number {
    this.#liveness.wrote();
    return this.#outbox.write(batch);
  }
}
