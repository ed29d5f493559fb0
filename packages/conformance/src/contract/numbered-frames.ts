import { memberOf, readInteger } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { memberAt } from "@specwright/runtime/transport";
import type { MessageTaker } from "./conversation-settings.ts";
import { idsOf } from "./describe-feed.ts";
import { jsonIn } from "./recognise-frame.ts";

/** The numbered frames that are kept, so that a long observation needs no more memory. */
const MOST_FRAMES = 1_000;

/** The numbered frames of a connection, and what ended its replay. */
export class NumberedFrames implements MessageTaker {
  /** The frames by their numbers, the oldest first. */
  readonly frames: Map<bigint, unknown> = new Map();
  /** The end of the replay. */
  end: { readonly number: bigint | undefined; readonly after: bigint | undefined } | undefined;
  /** The first number that is not higher than the one before it, as text. */
  fault: string | undefined;
  /** The code of the error that the server reported last. */
  errorCode: unknown;
  readonly #channel: ChannelDescriptor;
  #last: bigint | undefined;

  constructor(channel: ChannelDescriptor) {
    this.#channel = channel;
  }

  take(message: string, bytes: Uint8Array): void {
    const { sequence, envelope } = this.#channel;
    if (sequence === undefined) return;
    const is = (...tags: readonly string[]): boolean =>
      idsOf(this.#channel, tags).includes(message);
    const frame = jsonIn(bytes);
    const number = readInteger(memberOf(frame, sequence.field));
    if (envelope?.error !== undefined && is(envelope.error.tag)) {
      this.errorCode = memberAt(frame, envelope.error.code);
    }
    if (is(sequence.endOfBacklog)) this.end ??= { number, after: this.#last };
    if (number === undefined || !is(...sequence.counts)) return;
    if (this.#last !== undefined && number <= this.#last) {
      this.fault ??= `${number} after ${this.#last}`;
    }
    this.#last = number;
    this.frames.set(number, frame);
    const [oldest] = this.frames.keys();
    if (this.frames.size > MOST_FRAMES && oldest !== undefined) this.frames.delete(oldest);
  }
}
