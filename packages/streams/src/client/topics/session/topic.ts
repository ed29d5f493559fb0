import type { FeedBookStatus, TemplateValues, TopicState } from "@specwright/runtime";
import { keepsDigits } from "../../../books/decimals/book-checksum.ts";
import { DecimalBook } from "../../../books/decimals/decimal-book.ts";
import type { Count } from "../reading/frame-values.ts";
import type { CounterState } from "./counter.ts";
import type { CounterPlan, MessagePlan } from "./feed-plan.ts";
import { conditionTexts, type TopicConditions, type TopicKind } from "./topic-kind.ts";

/** The callbacks of a topic for its user. */
export interface TopicListener {
  /** Called with a message of the topic. The bytes are valid only during the call. */
  message?(id: string, bytes: Uint8Array): void;
  /** Called after the book or its status has changed. */
  book?(change: "levels" | "status"): void;
  /** Called when the topic has ended. If it was refused, `error` has the reason. */
  ended?(error: Error | undefined): void;
}

/** A frame of a topic, and what is known about it. */
export interface TopicFrame {
  readonly message: MessagePlan;
  readonly bytes: Uint8Array;
  /** If an earlier part of the same frame belongs to the topic, the list by which the frame was split. */
  readonly within: string | undefined;
}

/** A snapshot that is fetched over HTTP, and the updates that wait for it. */
export interface Join {
  updates: TopicFrame[];
  /** The number of the snapshot, once it is loaded. */
  number: Count | undefined;
  /** Whether the waiting updates are being applied. */
  replaying: boolean;
}

/** A topic that a client has requested. It outlives connections. */
export class Topic {
  readonly kind: TopicKind;
  readonly parameters: TemplateValues;
  readonly listener: TopicListener;
  status: TopicState = "waiting";
  /** Whether the topic must have its own request, because a request with several topics failed. */
  isAlone = false;
  /** The number of requests in a row that the server has not answered. */
  tries = 0;
  /** Whether a delay must end before the topic is requested again. */
  isResting = false;
  /** The name that the server uses for the topic on this connection. */
  alias: string | number | bigint | undefined;
  /**
   * The values that identify frames of the topic, in the order of its slots. Undefined until they are
   * known.
   */
  texts: readonly string[] | undefined;
  /** The states of the topic's counters, by the index of the counter. */
  #counters: (CounterState | undefined)[] = [];
  readonly book: DecimalBook | undefined;
  bookStatus: FeedBookStatus = "opening";
  /**
   * Whether a checksum or hook has confirmed the book since its last change. Undefined if the contract has
   * neither.
   */
  verified: boolean | undefined;
  join: Join | undefined;
  /** Stops the timer that waits for a snapshot. */
  cancelWait: () => void = () => {};
  /** Whether a request for a snapshot is pending. */
  asking = false;
  /** The number of recoveries that have followed each other at short intervals. */
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

  /** The name of the kind and the parameters, such as `book symbol=BTC/USD`. */
  get name(): string {
    const pairs = Object.entries(this.parameters).map(([name, value]) => `${name}=${value}`);
    return [this.kind.name, ...pairs].join(" ");
  }

  /** Whether the topic requires credentials. */
  get isPrivate(): boolean {
    return this.kind.rule.private === true;
  }

  /** The values for the placeholders of templates. */
  get values(): TemplateValues {
    return this.alias === undefined ? this.parameters : { ...this.parameters, alias: this.alias };
  }

  /**
   * Computes the values that identify frames of the topic. Returns undefined if the server must name the
   * topic first.
   */
  findTexts(): readonly string[] | undefined {
    if (this.kind.usesAlias && this.alias === undefined) return undefined;
    return conditionTexts(this.kind.where, this.values);
  }

  /** Reports whether frames of a different topic would look like frames of this topic. */
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

  /** Returns the state of a counter of the topic. */
  counter(plan: CounterPlan): CounterState {
    let state = this.#counters[plan.index];
    if (state === undefined) {
      state = { last: undefined };
      this.#counters[plan.index] = state;
    }
    return state;
  }

  /** Resets the state that belongs to a connection. */
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

  /** If the book was complete, marks it as outdated. */
  makeStale(): void {
    if (this.bookStatus === "ready") this.markBook("stale");
  }
}
