import { Conversation } from "../../contract/conversation.ts";
import type { ConversationSettings } from "../../contract/conversation-settings.ts";
import { demand, failClause } from "../../report/conformance-error.ts";
import type { ChannelName } from "../stimulus/stimulus.ts";
import { errorCodeOf, type Frame, isData, readFrame, seqOf } from "./frame.ts";

/** How a connection ended. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** The answer to an upgrade that the server refused. */
export interface Refusal {
  /** The HTTP status, if the server refused the upgrade with a status. */
  readonly status?: number;
  readonly contentType?: string;
  readonly body?: string;
  /** The close code, if the server accepted the upgrade and then closed the connection. */
  readonly closeCode?: number;
}

/** One connection, with everything that it has received. */
export class Line {
  readonly channel: ChannelName;
  /** The broker whose data the connection receives. */
  readonly brokerId: string;
  readonly conversation: Conversation;
  /** All frames received so far, in order. */
  readonly frames: Frame[] = [];
  readonly #timeoutMs: number;
  readonly #listeners: (() => void)[] = [];
  #next = 0;

  constructor(channel: ChannelName, brokerId: string, settings: ConversationSettings) {
    this.channel = channel;
    this.brokerId = brokerId;
    this.#timeoutMs = settings.timeoutMs;
    this.conversation = new Conversation({
      ...settings,
      received: (bytes) => {
        this.frames.push(readFrame(new TextDecoder().decode(bytes), Date.now()));
        for (const listener of this.#listeners) listener();
      },
    });
  }

  /** Waits for the answer to the upgrade. Gives up if the answer is not complete in time. */
  async answered(): Promise<void> {
    await this.conversation.until(() => this.conversation.isOpen, this.#timeoutMs);
    if (this.conversation.isOpen || this.conversation.ended !== undefined) return;
    this.close();
  }

  get isOpen(): boolean {
    return this.conversation.isOpen;
  }

  /** The HTTP answer that refused the upgrade; undefined if the upgrade was accepted. */
  get refusal(): Refusal | undefined {
    const { ended } = this.conversation;
    return ended?.cause === "refused" ? ended : undefined;
  }

  /** The reason why the upgrade was not answered. */
  get failure(): string {
    const { ended } = this.conversation;
    if (ended?.cause === "unopened") return ended.reason;
    return `no complete answer within ${this.#timeoutMs} ms`;
  }

  /** How the server ended the connection; undefined if this side ended it. */
  get closing(): Closing | undefined {
    const { ended } = this.conversation;
    if (ended?.cause === "closed") return ended;
    return ended?.cause === "unopened" ? { code: 1006, reason: ended.reason } : undefined;
  }

  /** The identity of the log in the answer to the upgrade (S21). */
  get logId(): string | undefined {
    return this.conversation.header("log-id");
  }

  /** Calls a function after each frame. */
  onFrame(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Waits for the next frame that fits. Skips all frames before that frame. */
  next(what: string, fits: string | ((frame: Frame) => boolean)): Promise<Frame> {
    const isWanted = typeof fits === "string" ? ({ type }: Frame) => type === fits : fits;
    return this.until(what, () => {
      while (this.#next < this.frames.length) {
        const frame = this.frames[this.#next];
        this.#next += 1;
        if (frame !== undefined && isWanted(frame)) return frame;
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
        failClause(`closed with ${this.closing.code} before the frame ${seq}`);
      }
      return found ? true : undefined;
    });
    return this.data();
  }

  data(): readonly Frame[] {
    return this.frames.filter(isData);
  }

  closed(what = "the close", timeoutMs?: number): Promise<Closing> {
    return this.until(what, () => this.closing, timeoutMs);
  }

  /** Waits for an error frame. Fails the clause if its code is not the expected one. */
  async error(code: string): Promise<Frame> {
    const error = await this.next("an error frame", "error");
    demand(errorCodeOf(error) === code, `its code is ${errorCodeOf(error)}`);
    return error;
  }

  /** Waits for the end of the connection. Fails the clause if the close code is not the expected one. */
  async closedWith(wanted: number): Promise<string> {
    const { code } = await this.closed(`the close ${wanted}`);
    demand(code === wanted, `closed with ${code}`);
    return `closed with ${wanted}`;
  }

  /**
   * Waits until `look` returns a value.
   *
   * @throws ConformanceError `clause_failed` if the time is over or the connection has ended.
   */
  async until<Found>(
    what: string,
    look: () => Found | undefined,
    timeoutMs: number = this.#timeoutMs,
  ): Promise<Found> {
    let found: Found | undefined;
    let thrown: { readonly error: unknown } | undefined;
    await this.conversation.until(() => {
      if (found !== undefined || thrown !== undefined) return true;
      try {
        found = look();
      } catch (error) {
        thrown = { error };
      }
      return found !== undefined || thrown !== undefined;
    }, timeoutMs);
    if (thrown !== undefined) throw thrown.error;
    if (found !== undefined) return found;
    const missing = what.replace(/^(the|a|an) /, "");
    const when = this.closing === undefined ? `within ${timeoutMs} ms` : "before the end";
    return failClause(`no ${missing} ${when} (${this.summary()})`);
  }

  summary(): string {
    const last = this.frames.slice(-6).map((frame) => {
      const seq = frame.value["md_seq"] ?? frame.value["seq"];
      return seq === undefined ? frame.type : `${frame.type} ${String(seq)}`;
    });
    const end = this.closing === undefined ? "" : `, closed ${this.closing.code}`;
    return `got ${last.length === 0 ? "nothing" : last.join(", ")}${end}`;
  }

  /**
   * Sends a ping and waits for its answer. The answer proves that the server has read all earlier frames.
   */
  async ping(): Promise<void> {
    const before = this.conversation.pongs;
    this.conversation.ping();
    await this.until("the pong", () => {
      demand(this.closing === undefined, `closed with ${this.closing?.code}`);
      return this.conversation.pongs > before ? true : undefined;
    });
  }

  /** Sends a control frame. Strings and bytes are sent unchanged, any other value as JSON. */
  send(message: object | string | Uint8Array): void {
    const raw = typeof message === "string" || message instanceof Uint8Array;
    this.conversation.send(raw ? message : JSON.stringify(message));
  }

  close(): void {
    this.conversation.cut();
  }
}
