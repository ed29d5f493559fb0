// One accepted socket: what may be in flight on it, how it is kept alive, how it ends.

import type { Duplex } from "node:stream";
import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor, ChannelParameters } from "@specwright/runtime/codegen";
import type { WebSocket } from "ws";
import { type ControlFrame, nowNs, writeControlFrame } from "./control-frames.ts";
import { defaultPending, type StreamServerSettings } from "./settings.ts";
import type { StreamLogger } from "./stream-logger.ts";

/** Says who is connected. */
export interface StreamPeer {
  /** Absent on a channel without a signature. */
  readonly accessKey?: string;
  /** Whose data the connection sees; `public` on a channel without a signature. */
  readonly brokerId: string;
}

/** Decides what goes over a connection. */
export interface StreamSession {
  /** Starts; called once, in the turn in which the upgrade completes. */
  start(): void;
  /** Sends a heartbeat, for nothing was sent for the interval. */
  heartbeat(): void;
  /** Takes a frame of the client. */
  receive(data: Buffer, binary: boolean): void;
  /** Tells the number that an error frame repeats. */
  lastSeq(): bigint | undefined;
  /** Frees what the session holds; the socket is gone. */
  stop(): void;
}

/** Is what a connection is made of. */
export interface StreamConnectionInput {
  readonly socket: WebSocket;
  /** The stream under the WebSocket, to write a turn's frames at once. */
  readonly transport: Duplex;
  readonly channel: ChannelDescriptor;
  readonly parameters: ChannelParameters;
  readonly peer: StreamPeer;
  readonly settings: StreamServerSettings;
  readonly clock: Clock;
  readonly logger: StreamLogger;
}

/** Is the error a connection ends with. */
export interface ConnectionFailure {
  readonly closeCode: number;
  readonly code: string;
  readonly message: string;
  readonly details?: object;
}

const MAX_MISSED_PONGS = 2;
const MINUTE_MS = 60_000;

/** Is a connection of one client to one channel. */
export class StreamConnection {
  readonly channel: ChannelDescriptor;
  readonly parameters: ChannelParameters;
  readonly peer: StreamPeer;
  /** Resolves when the socket is closed, by whichever side. */
  readonly closed: Promise<void>;
  readonly #input: StreamConnectionInput;
  #session: StreamSession | undefined;
  #pendingFrames = 0;
  #corked = false;
  #closing = false;
  #lastSentMs: number;
  #missedPongs = 0;
  #refusedAtMs: readonly number[] = [];
  readonly #cancels: (() => void)[] = [];

  constructor(input: StreamConnectionInput) {
    this.#input = input;
    this.channel = input.channel;
    this.parameters = input.parameters;
    this.peer = input.peer;
    this.#lastSentMs = input.clock.now();
    this.closed = new Promise((resolve) => {
      input.socket.once("close", () => {
        for (const cancel of this.#cancels) cancel();
        this.#closing = true;
        this.#session?.stop();
        resolve();
      });
    });
    input.socket.on("error", (error) => this.log("info", "socket_error", error));
  }

  /** Is false from the moment either side began to close. */
  get open(): boolean {
    return !this.#closing && this.#input.socket.readyState === this.#input.socket.OPEN;
  }

  /** Hands the connection to its session. */
  run(session: StreamSession): void {
    const { socket, settings } = this.#input;
    this.#session = session;
    socket.on("message", (data: Buffer, binary: boolean) => {
      if (this.open) this.#guard(() => session.receive(data, binary));
    });
    socket.on("pong", () => {
      this.#missedPongs = 0;
    });
    this.#arm(settings.heartbeatMs);
    this.#guard(() => session.start());
  }

  /** Sends one frame, and closes the connection when too much is in flight (§4.7). */
  send(frame: Uint8Array | string): void {
    if (!this.open) return;
    this.#write(frame);
    const { settings, socket, channel } = this.#input;
    const { flowControl } = channel;
    const frames = settings.maxPendingFrames ?? flowControl?.maxPendingFrames;
    const bytes = settings.maxPendingBytes ?? flowControl?.maxPendingBytes;
    const tooMany = this.#pendingFrames > (frames ?? defaultPending.frames);
    if (!tooMany && socket.bufferedAmount <= (bytes ?? defaultPending.bytes)) return;
    this.fail({
      closeCode: flowControl?.closeCode ?? 4008,
      code: "flow_control",
      message: "too much is pending: read faster, or select less",
    });
  }

  /** Sends frames and resolves when the system has taken them all, or the socket is gone. */
  sendPaced(frames: readonly Uint8Array[]): Promise<void> {
    return new Promise((resolve) => {
      if (!this.open || frames.length === 0) resolve();
      else
        for (const [at, frame] of frames.entries()) {
          this.#write(frame, at === frames.length - 1 ? resolve : undefined);
        }
    });
  }

  /** Sends a control frame, if the channel declares it. */
  sendControl(frame: ControlFrame): void {
    const text = this.#compose(frame);
    if (text !== undefined) this.send(text);
  }

  /** Sends an error frame and closes. */
  fail(failure: ConnectionFailure): void {
    if (!this.open) return;
    const { closeCode, ...error } = failure;
    this.log("warn", error.code);
    const seq = this.#session?.lastSeq();
    const text = this.#compose({ kind: "error", ...error, ...(seq !== undefined && { seq }) });
    if (text !== undefined) this.#write(text);
    this.close(closeCode, error.code);
  }

  /** Says what is wrong with a client's frame, and closes with 1008 when that happens often (S10). */
  refuseFrame(message: string, details?: object): void {
    const { clock, settings } = this.#input;
    const now = clock.now();
    this.#refusedAtMs = [...this.#refusedAtMs.filter((at) => now - at < MINUTE_MS), now];
    if (this.#refusedAtMs.length >= settings.maxInvalidFramesPerMinute) {
      this.fail({ closeCode: 1008, code: "invalid_frame", message: "too many invalid frames" });
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

  /** Closes; a client that does not answer in time is cut off. */
  close(code: number, reason: string): void {
    if (this.#closing) return;
    this.#closing = true;
    const { socket, clock, settings } = this.#input;
    socket.close(code, reason);
    this.#cancels.push(clock.setTimer(settings.closeGraceMs, () => socket.terminate()));
  }

  /** Stops reading, for the session cannot take more. */
  pause(): void {
    this.#input.socket.pause();
  }

  /** Reads again. */
  resume(): void {
    this.#input.socket.resume();
  }

  /** Writes a log entry with what is known of the connection. */
  log(level: "info" | "warn" | "error", event: string, error?: unknown): void {
    const { logger, channel, peer } = this.#input;
    logger({ level, event, channel: channel.id, ...peer, ...(error !== undefined && { error }) });
  }

  /** Ends the connection when the server itself is at fault. */
  failInternally(error: unknown): void {
    this.log("error", "internal_error", error);
    this.fail({ closeCode: 1011, code: "internal_error", message: "internal error" });
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.failInternally(error);
    }
  }

  #compose(frame: ControlFrame): string | undefined {
    try {
      return writeControlFrame(this.channel, frame, nowNs(this.#input.clock));
    } catch (error) {
      this.log("error", "control_frame_refused", error);
      return undefined;
    }
  }

  #write(frame: Uint8Array | string, taken?: () => void): void {
    const { socket, transport, clock } = this.#input;
    this.#lastSentMs = clock.now();
    this.#pendingFrames += 1;
    if (!this.#corked) {
      // One system call for all frames of a turn costs a tenth of one for each.
      this.#corked = true;
      transport.cork();
      process.nextTick(() => {
        this.#corked = false;
        transport.uncork();
      });
    }
    socket.send(frame, { binary: false }, () => {
      this.#pendingFrames -= 1;
      taken?.();
    });
  }

  #arm(delayMs: number): void {
    const { clock } = this.#input;
    this.#cancels[0] = clock.setTimer(delayMs, () => this.#beat());
  }

  #beat(): void {
    const { socket, clock, settings } = this.#input;
    if (!this.open) return;
    const idleMs = clock.now() - this.#lastSentMs;
    if (idleMs < settings.heartbeatMs) {
      this.#arm(settings.heartbeatMs - idleMs);
      return;
    }
    if (this.#missedPongs >= MAX_MISSED_PONGS) {
      this.log("info", "peer_silent");
      socket.terminate();
      return;
    }
    this.#missedPongs += 1;
    socket.ping();
    this.#guard(() => this.#session?.heartbeat());
    this.#arm(settings.heartbeatMs);
  }
}
