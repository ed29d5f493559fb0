import type { IncomingHttpHeaders } from "node:http";
import type { WebSocket } from "ws";
import { ConformanceError, demand, fail } from "../../report/conformance-error.ts";
import { setActiveTimeout } from "../stimulus/active-timeout.ts";
import type { ChannelName } from "../stimulus/stimulus.ts";
import { errorCodeOf, type Frame, isData, readFrame, seqOf } from "./frame.ts";
import type { FrameWatch } from "./frame-watch.ts";

/** How a connection ended. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** Options for a `Line`. */
export interface LineOptions {
  readonly channel: ChannelName;
  /** The broker whose data the connection receives. */
  readonly brokerId: string;
  readonly watch: FrameWatch;
  /** The longest time for one wait. */
  readonly timeoutMs: number;
}

let opened = 0;

/** One open connection with everything received over it. */
export class Line {
  readonly channel: ChannelName;
  readonly socket: WebSocket;
  /** All frames received so far, in order. */
  readonly frames: Frame[] = [];
  /** The headers of the answer to the upgrade, with lowercase names. */
  headers: IncomingHttpHeaders = {};
  /** Set when either side has ended the connection. */
  closing: Closing | undefined;
  readonly #options: LineOptions;
  readonly #waiting = new Set<() => void>();
  #next = 0;
  #leaving = false;

  constructor(socket: WebSocket, options: LineOptions) {
    this.socket = socket;
    this.channel = options.channel;
    this.#options = options;
    const { channel, brokerId, watch } = options;
    opened += 1;
    const line = opened;
    socket.on("message", (data) => {
      const frame = readFrame(data.toString(), Date.now());
      this.frames.push(frame);
      watch.note({ channel, line, brokerId, frame });
      this.#wake();
    });
    socket.on("close", (code, reason) => {
      this.closing = { code, reason: reason.toString() };
      const errors = this.frames.flatMap((frame) => errorCodeOf(frame) ?? []);
      if (!this.#leaving) watch.noteClosing({ channel, ...this.closing, errors });
      this.#wake();
    });
  }

  /** Waits for the next frame that fits, and skips the frames before it. */
  next(what: string, fits: (frame: Frame) => boolean = () => true): Promise<Frame> {
    return this.until(what, () => {
      while (this.#next < this.frames.length) {
        const frame = this.frames[this.#next];
        this.#next += 1;
        if (frame !== undefined && fits(frame)) return frame;
      }
      demand(this.closing === undefined, `closed with ${this.closing?.code} before ${what}`);
      return undefined;
    });
  }

  /** Waits for the data frame with a number, and returns all data frames received so far. */
  async dataUntil(seq: bigint): Promise<readonly Frame[]> {
    await this.until(`the frame ${seq}`, () => {
      const found = this.frames.some((frame) => isData(frame) && (seqOf(frame) ?? 0n) >= seq);
      if (!found && this.closing !== undefined) {
        fail(`closed with ${this.closing.code} before the frame ${seq}`);
      }
      return found ? true : undefined;
    });
    return this.data();
  }

  /** Returns the data frames received so far. */
  data(): readonly Frame[] {
    return this.frames.filter(isData);
  }

  /** Waits for the end of the connection. */
  closed(what = "the close", timeoutMs?: number): Promise<Closing> {
    return this.until(what, () => this.closing, timeoutMs);
  }

  /**
   * Waits until `look` returns something.
   *
   * @throws ConformanceError `clause_failed` when the time is over.
   */
  until<Found>(what: string, look: () => Found | undefined, timeoutMs?: number): Promise<Found> {
    const limitMs = timeoutMs ?? this.#options.timeoutMs;
    return new Promise((resolve, reject) => {
      const attempt = (): void => {
        try {
          const found = look();
          if (found === undefined) return;
          resolve(found);
        } catch (error) {
          reject(error);
        }
        cancel();
        this.#waiting.delete(attempt);
      };
      const cancel = setActiveTimeout(limitMs, () => {
        this.#waiting.delete(attempt);
        const missing = what.replace(/^(the|a|an) /, "");
        const seen = `no ${missing} within ${limitMs} ms (${this.summary()})`;
        reject(new ConformanceError("clause_failed", seen));
      });
      this.#waiting.add(attempt);
      attempt();
    });
  }

  /** Summarizes what was received. */
  summary(): string {
    const last = this.frames.slice(-6).map((frame) => {
      const seq = frame.value["md_seq"] ?? frame.value["seq"];
      return seq === undefined ? frame.type : `${frame.type} ${String(seq)}`;
    });
    const end = this.closing === undefined ? "" : `, closed ${this.closing.code}`;
    return `got ${last.length === 0 ? "nothing" : last.join(", ")}${end}`;
  }

  /** Waits until the server has read everything sent so far, by a ping that it must answer. */
  async ping(): Promise<void> {
    let answered = false;
    this.socket.once("pong", () => {
      answered = true;
      this.#wake();
    });
    this.socket.ping();
    await this.until("the pong", () => {
      demand(this.closing === undefined, `closed with ${this.closing?.code}`);
      return answered ? true : undefined;
    });
  }

  /** Sends a control frame: strings and buffers unchanged, anything else as JSON. */
  send(message: object | string | Buffer): void {
    const raw = typeof message === "string" || Buffer.isBuffer(message);
    this.socket.send(raw ? message : JSON.stringify(message));
  }

  /** Closes the connection. */
  close(): void {
    this.#leaving = true;
    this.socket.terminate();
  }

  #wake(): void {
    for (const attempt of [...this.#waiting]) attempt();
  }
}
