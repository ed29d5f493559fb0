// The subscribers of a topic, and the frames that they get.

import { pointerSteps } from "@specwright/runtime";
import type { FeedCounter, FeedPointer } from "@specwright/runtime/transport";
import { BookView, type LevelChange } from "../books/book-view.ts";
import { compareExact } from "../books/exact-decimal.ts";
import type { LevelWriter } from "../books/level-frames.ts";
import type { ChangedLevel, ServedBook } from "../books/served-book.ts";
import { FeedServerError } from "../feed-server-error.ts";
import type { MessagePlans, Places } from "../frames/message-plans.ts";
import { placeAt } from "../frames/place-at.ts";
import { CounterPositions, numberPointers } from "../numbering.ts";
import type { FeedParameters, FillContext } from "./topic-handlers.ts";
import type { PlaceTemplates, ServedKind } from "./topic-kinds.ts";

/** A frame, except for the values that differ between subscribers. */
export interface SharedFrame {
  readonly message: string;
  readonly frame: unknown;
  /** The number of changes in the frame. */
  readonly changes: number;
}

/** A subscription to a topic. */
export interface Subscriber {
  deliver(shared: SharedFrame): void;
}

/** Creates the frames of topics. */
export interface FrameMaker {
  readonly plans: MessagePlans;
  fill(message: string, parameters: FeedParameters): Readonly<Record<FeedPointer, unknown>>;
}

/**
 * Functions that provide further values for a message, by message. The contract does not prescribe these
 * values.
 */
export type FillRules = Readonly<
  Record<string, (context: FillContext) => Readonly<Record<FeedPointer, unknown>>>
>;

/** A topic with its subscribers. */
export class TopicAudience {
  readonly kind: ServedKind;
  readonly parameters: FeedParameters;
  readonly subscribers: Set<Subscriber> = new Set();
  readonly #maker: FrameMaker;
  readonly #positions: CounterPositions = new CounterPositions();
  readonly #view: BookView | undefined;

  constructor(
    kind: ServedKind,
    parameters: FeedParameters,
    book: ServedBook | undefined,
    maker: FrameMaker,
  ) {
    this.kind = kind;
    this.parameters = parameters;
    this.#maker = maker;
    if (kind.book === undefined || book === undefined) return;
    const { truncate } = kind.book.rule;
    const depth = typeof truncate === "string" ? Number(parameters[truncate]) : truncate;
    this.#view = new BookView(book, kind.book.rule, depth);
  }

  /**
   * Whether frames of the topic have been numbered. The audience must then be kept for later subscribers.
   */
  get isNumbered(): boolean {
    return !this.#positions.isEmpty;
  }

  /** Sends a message to all subscribers. */
  publish(message: string, base: unknown): void {
    this.#sendShared(this.#prepareFrame(message, new Map(), 1, base));
  }

  /** Sends the changes of the book to the subscribers, after levels were set. */
  follow(changed: readonly ChangedLevel[]): void {
    const { book } = this.kind;
    if (book === undefined || this.#view === undefined) return;
    const isDelta = book.rule.quantityIs === "delta";
    const changes = this.#view
      .changesAfter(changed)
      .filter((change) => !isDelta || !isEqualQuantity(change));
    if (changes.length === 0) return;
    if (book.updates.size === 0) {
      this.#view.apply(changes);
      for (const whole of this.snapshot()) this.#sendShared(whole);
      return;
    }
    const [message, writer] = this.#chooseWriter(book.updates, changes);
    for (const { changes: own, places } of writer.write(changes)) {
      this.#view.apply(own);
      const all = new Map([...places, ...this.#checksumPlaces(message)]);
      this.#sendShared(this.#prepareFrame(message, all, own.length));
    }
    for (const shared of this.#checks()) this.#sendShared(shared);
  }

  /** Returns the frames of a snapshot, for a new subscription or a request for a snapshot. */
  snapshot(): readonly SharedFrame[] {
    const { book } = this.kind;
    if (book === undefined || this.#view === undefined || book.snapshots.size === 0) return [];
    const changes = this.#allLevels();
    const [message, writer] = this.#chooseWriter(book.snapshots, changes);
    const [frame] = writer.write(changes);
    const places = new Map([...(frame?.places ?? []), ...this.#checksumPlaces(message)]);
    return [this.#prepareFrame(message, places, changes.length), ...this.#checks()];
  }

  /**
   * Returns the body of an HTTP answer with the snapshot. Returns undefined if the contract has no such
   * operation.
   */
  answer(): unknown {
    const { book, snapshot, shared } = this.kind;
    const [counter] = shared;
    if (book?.answer === undefined || snapshot?.at === undefined || counter === undefined) {
      return undefined;
    }
    const [frame] = book.answer.write(this.#allLevels());
    const places: (readonly [FeedPointer, unknown])[] = [
      [snapshot.at, this.#positions.last(counter)],
      ...(frame?.places ?? []),
    ];
    let answer: unknown;
    for (const [pointer, value] of places) answer = placeAt(answer, pointerSteps(pointer), value);
    return answer;
  }

  #sendShared(shared: SharedFrame): void {
    for (const subscriber of [...this.subscribers]) subscriber.deliver(shared);
  }

  #prepareFrame(message: string, places: Places, changes: number, base?: unknown): SharedFrame {
    const all = new Map<FeedPointer, unknown>([
      ...places,
      ...fillPlaces(this.kind.where(message), this.parameters),
    ]);
    for (const counter of this.kind.shared) {
      const numbers = numberPlaces(this.#maker.plans, counter, message, this.#positions, changes);
      for (const [pointer, number] of numbers) all.set(pointer, number);
    }
    const fill = this.#maker.fill(message, this.parameters);
    const frame = this.#maker.plans.compose(message, { base, places: all, fill });
    return { message, frame, changes };
  }

  /** Returns the frames that contain a checksum but no levels. */
  #checks(): readonly SharedFrame[] {
    return (this.kind.book?.checks ?? []).map((message) =>
      this.#prepareFrame(message, this.#checksumPlaces(message), 1),
    );
  }

  #checksumPlaces(message: string): Places {
    const pointer = this.kind.book?.rule.checksum?.at[message];
    const checksum = pointer === undefined ? undefined : this.#view?.checksum();
    return new Map(pointer === undefined || checksum === undefined ? [] : [[pointer, checksum]]);
  }

  #allLevels(): readonly LevelChange[] {
    const view = this.#view;
    if (view === undefined) return [];
    return (["bids", "asks"] as const).flatMap((side) =>
      view.top(side).map((level): LevelChange => ({ ...level, side, before: undefined })),
    );
  }

  /**
   * Chooses the message for some levels. If a topic has several messages for levels, the frame with the
   * levels must be recognised as the chosen message.
   */
  #chooseWriter(
    writers: ReadonlyMap<string, LevelWriter>,
    changes: readonly LevelChange[],
  ): readonly [string, LevelWriter] {
    const { plans } = this.#maker;
    const all = [...writers];
    const fitting = all.find(([message, writer]) => {
      if (all.length === 1) return true;
      const [frame] = writer.write(changes);
      const places = new Map([
        ...(frame?.places ?? []),
        ...fillPlaces(this.kind.where(message), this.parameters),
      ]);
      return plans.recognise(plans.compose(message, { places })) === message;
    });
    if (fitting !== undefined) return fitting;
    throw new FeedServerError(
      "contract_unclear",
      `The levels of the book fit none of the messages of the topic ${this.kind.name}: ${all.map(([message]) => message).join(", ")}.`,
    );
  }
}

/** Fills templates with the parameters of a topic. */
export function fillPlaces(
  templates: PlaceTemplates,
  values: FeedParameters,
): readonly (readonly [FeedPointer, unknown])[] {
  return templates.map(([pointer, template]) => [pointer, template.fill(values)]);
}

/** Numbers a message with a counter. Returns the numbers, by pointer. */
export function numberPlaces(
  plans: MessagePlans,
  counter: FeedCounter,
  message: string,
  positions: CounterPositions,
  changes: number,
): readonly (readonly [FeedPointer, unknown])[] {
  const numbers = positions.take(counter, message, changes);
  if (numbers === undefined) return [];
  const { at, from, previous } = numberPointers(counter, message);
  const places: readonly (readonly [FeedPointer | undefined, number])[] = [
    [from, numbers.from],
    [previous, numbers.previous],
    [at, numbers.at],
  ];
  return places.flatMap(([pointer, number]): readonly (readonly [FeedPointer, unknown])[] => {
    if (pointer === undefined) return [];
    return [[pointer, plans.formAt(message, pointer) === "text" ? String(number) : number]];
  });
}

function isEqualQuantity({ before, quantity }: LevelChange): boolean {
  return before !== undefined && compareExact(before, quantity) === 0;
}
