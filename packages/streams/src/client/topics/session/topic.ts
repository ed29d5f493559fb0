import type { FeedBookStatus, TemplateValues, TopicState } from "@specwright/runtime";
import { keepsDigits } from "../../../books/decimals/book-checksum.ts";
import { DecimalBook } from "../../../books/decimals/decimal-book.ts";
import type { Count } from "../reading/frame-values.ts";
import type { CounterState } from "./counter.ts";
import type { CounterPlan, MessagePlan } from "./feed-plan.ts";
import { conditionTexts, type TopicConditions, type TopicKind } from "./topic-kind.ts";

/** The callbacks of the owner of a topic. */
export interface TopicListener {
  /** A message of the topic. The bytes must not be kept. */
  message?(id: string, bytes: Uint8Array): void;
  /** The book or its status has changed. */
  book?(change: "levels" | "status"): void;
  /** The topic has ended: it was closed, or refused with an error. */
  ended?(error: Error | undefined): void;
}

/** A frame of a topic: the scanned frame. */
export interface TopicFrame {
  readonly message: MessagePlan;
  readonly bytes: Uint8Array;
  /** The list by which a frame was split, if an earlier part of the frame belongs to the same topic. */
  readonly within: string | undefined;
}

/** The snapshot that is being fetched over HTTP, and the updates that wait for it. */
export interface Join {
  updates: TopicFrame[];
  /** The number of the loaded snapshot, if only its first update is missing. */
  number: Count | undefined;
  /** Whether the waiting updates are being applied. */
  replaying: boolean;
}

/** A topic that a client has requested, over any number of connections. */
export class Topic {
  readonly kind: TopicKind;
  readonly parameters: TemplateValues;
  readonly listener: TopicListener;
  status: TopicState = "waiting";
  /**
   * Whether the topic needs a separate request, because a request for several topics was refused.
   */
  isAlone = false;
  /** The number of consecutive requests that the server has not answered. */
  tries = 0;
  /** Whether the topic waits for its next request. */
  isResting = false;
  /** The server's name for the topic within the connection. */
  alias: string | number | bigint | undefined;
  /** The values of its frames in the slots of its kind, once known. */
  texts: readonly string[] | undefined;
  /** The states of its counters, by their index. */
  #counters: (CounterState | undefined)[] = [];
  readonly book: DecimalBook | undefined;
  bookStatus: FeedBookStatus = "opening";
  /** Whether a checksum has confirmed the book since its last change; undefined without checksums. */
  verified: boolean | undefined;
  join: Join | undefined;
  /** Cancels the timer of the expected snapshot. */
  cancelWait: () => void = () => {};
  /** Whether a request for a snapshot is pending. */
  asking = false;
  /** The number of consecutive recoveries, without a time in between in which the topic worked. */
  recoveries = 0;
  lastRecoveryMs: number = Number.NEGATIVE_INFINITY;

  constructor(kind: TopicKind, parameters: TemplateValues, listener: TopicListener) {
    this.kind = kind;
    this.parameters = parameters;
    this.listener = listener;
    this.book =
      kind.book === undefined
        ? undefined
        : new DecimalBook({ keepDigits: keepsDigits(kind.book.rule.checksum?.format) });
  }

  /** The name of the topic with its parameters, such as `book symbol=BTC/USD`. */
  get name(): string {
    const pairs = Object.entries(this.parameters).map(([name, value]) => `${name}=${value}`);
    return [this.kind.name, ...pairs].join(" ");
  }

  /** Whether the topic is available only with credentials. */
  get isPrivate(): boolean {
    return this.kind.rule.private === true;
  }

  /** The values of placeholders. */
  get values(): TemplateValues {
    return this.alias === undefined ? this.parameters : { ...this.parameters, alias: this.alias };
  }

  /** Computes the identifying values of its frames; undefined until the server has named the topic. */
  findTexts(): readonly string[] | undefined {
    if (this.kind.usesAlias && this.alias === undefined) return undefined;
    return conditionTexts(this.kind.where, this.values);
  }

  /** Reports whether frames of the other topic cannot be distinguished from frames of this topic. */
  isLike({ kind, values }: Topic): boolean {
    const { usesAlias, rule } = this.kind;
    if (usesAlias || kind.usesAlias) return false;
    const textsBySlot = (conditions: TopicConditions, of: TemplateValues): string =>
      JSON.stringify([conditions.slots, conditionTexts(conditions, of)]);
    return rule.messages.some((message) => {
      if (!kind.rule.messages.includes(message)) return false;
      const [own, other] = [this.kind, kind].map(
        ({ ownWhere, where }) => ownWhere.get(message) ?? where,
      ) as [TopicConditions, TopicConditions];
      return textsBySlot(own, this.values) === textsBySlot(other, values);
    });
  }

  /** Returns the state of one of its counters. */
  counter(plan: CounterPlan): CounterState {
    let state = this.#counters[plan.index];
    if (state === undefined) {
      state = { last: undefined };
      this.#counters[plan.index] = state;
    }
    return state;
  }

  /** Drops the state that belongs to a connection. */
  restart(): void {
    this.isAlone = false;
    this.isResting = false;
    this.alias = undefined;
    this.texts = undefined;
    this.#counters = [];
    this.join = undefined;
    this.asking = false;
    this.cancelWait();
  }

  /** Changes the status of the book and reports it. */
  markBook(status: FeedBookStatus): void {
    if (this.book === undefined || this.bookStatus === status) return;
    this.bookStatus = status;
    this.listener.book?.("status");
  }

  /** Marks a complete book as incomplete. */
  makeStale(): void {
    if (this.bookStatus === "ready") this.markBook("stale");
  }
}
