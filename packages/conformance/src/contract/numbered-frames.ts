import { memberOf, readInteger } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { memberAt } from "@specwright/runtime/transport";
import type { AnswerHeaders } from "@specwright/streams/client";
import type { ClauseLedger } from "./clause-ledger.ts";
import type { MessageTaker } from "./conversation-settings.ts";
import { idsOf } from "./describe-feed.ts";
import { jsonIn } from "./recognise-frame.ts";

/** The maximum number of kept frames. It limits the memory of a long observation. */
const MOST_FRAMES = 1_000;

/** The rules for the numbers of a connection. */
export interface NumberSettings {
  readonly channel: ChannelDescriptor;
  readonly ledger: ClauseLedger;
  /** Whether parameters select only some frames of the sequence. */
  readonly filtered: boolean;
}

/**
 * Keeps the numbered frames of a connection, and the message that ended its replay. In other frames, judges
 * the last number, the watermark and the identity of the sequence.
 */
export class NumberedFrames implements MessageTaker {
  /** The first or the last frames of the connection, by their numbers. */
  readonly frames: Map<bigint, unknown> = new Map();
  /** The message that ended the replay: its number, and the number of the last frame before it. */
  end: { readonly number: bigint | undefined; readonly after: bigint | undefined } | undefined;
  /** How many messages have ended a replay. More than one is a mistake. */
  ends = 0;
  /** The first number that is not higher than the previous one, as text. */
  fault: string | undefined;
  /** The code in the last error frame of the server. */
  errorCode: unknown;
  readonly #settings: NumberSettings;
  readonly #keeps: "first" | "last";
  #last: bigint | undefined;
  #watermark: bigint | undefined;

  constructor(settings: NumberSettings, keeps: "first" | "last" = "last") {
    this.#settings = settings;
    this.#keeps = keeps;
  }

  take(message: string, bytes: Uint8Array, header: AnswerHeaders): void {
    const { channel } = this.#settings;
    const { sequence, envelope } = channel;
    if (sequence === undefined) return;
    const is = (...tags: readonly string[]): boolean => idsOf(channel, tags).includes(message);
    const frame = jsonIn(bytes);
    const number = readInteger(memberOf(frame, sequence.field));
    if (envelope?.error !== undefined && is(envelope.error.tag)) {
      this.errorCode = memberAt(frame, envelope.error.code);
    }
    const isEnd = is(sequence.endOfBacklog);
    this.#judgeMarks(frame, isEnd, header);
    if (isEnd) {
      this.ends += 1;
      this.end ??= { number, after: this.#last };
    }
    if (number === undefined || !is(...sequence.counts)) return;
    if (this.#last !== undefined && number <= this.#last) {
      this.fault ??= `${number} after ${this.#last}`;
    }
    if (this.#watermark !== undefined && number <= this.#watermark) {
      const { ledger } = this.#settings;
      ledger.fail(
        "x-sequence.resume.watermark",
        `the number ${number} came after the watermark ${this.#watermark}`,
      );
    }
    this.#last = number;
    if (this.frames.size === MOST_FRAMES) {
      if (this.#keeps === "first") return;
      const [oldest = number] = this.frames.keys();
      this.frames.delete(oldest);
    }
    this.frames.set(number, frame);
  }

  #judgeMarks(frame: unknown, isEnd: boolean, header: AnswerHeaders): void {
    const { channel, ledger, filtered } = this.#settings;
    const { lastNumberPath, watermarkField, identity } = channel.sequence ?? {};
    const judgeRule = (rule: string, isKept: boolean, seen: string): void => {
      const id = `x-sequence.resume.${rule}`;
      if (isKept) ledger.pass(id);
      else ledger.fail(id, seen);
    };
    const last = this.#last ?? 0n;
    const stated = lastNumberPath && readInteger(memberAt(frame, lastNumberPath));
    if (stated !== undefined && this.#last !== undefined) {
      const isLast = filtered ? stated >= last : stated === last;
      judgeRule("lastNumber", isLast, `it is ${stated}, and the last number was ${last}`);
    }
    const mark =
      watermarkField === undefined ? undefined : readInteger(memberOf(frame, watermarkField));
    if (mark !== undefined) {
      this.#watermark = mark;
      judgeRule(
        "watermark",
        mark >= last,
        `the watermark is ${mark}, and the last number was ${last}`,
      );
    }
    if (identity === undefined) return;
    const [log, answered] = [memberAt(frame, identity.path), header(identity.header)];
    // Other frames need not contain the identity.
    if (log === undefined && (!isEnd || answered === undefined)) return;
    judgeRule("identity", log === answered, `it is ${log}, and ${identity.header} is ${answered}`);
  }
}
