// Advances counters by the scanned frame: the counters of the connection, of a key, and of a topic.

import type { FeedGapAction } from "@specwright/runtime/transport";
import { type Count, countAt } from "../reading/frame-values.ts";
import { ValueTable } from "../reading/value-table.ts";
import { advanceCounter, type CounterState, type CounterVerdict, judgeRepeat } from "./counter.ts";
import type { CounterPlan, CounterUse, FeedPlan, MessagePlan } from "./feed-plan.ts";
import type { Topic } from "./topic.ts";

/** The decision of the counters about a frame. `gap` is the reaction if numbers are missing. */
export interface CounterResult {
  readonly verdict: CounterVerdict;
  readonly gap?: FeedGapAction;
  readonly key?: string;
}

const DELIVER: CounterResult = { verdict: "deliver" };

/** The state of a counter for one key. */
interface KeyState extends CounterState {
  readonly key: string;
}

/** The counters of a connection, with their states. */
export class FrameCounters {
  readonly #plan: FeedPlan;
  readonly #onMissing: (topic: Topic | undefined) => void;
  /** The states of the counters of the connection, by the index of the counter. */
  #connection: CounterState[] = [];
  #keys: (ValueTable<KeyState> | undefined)[] = [];

  /** Creates the counters. `onMissing` is called if the scanned frame lacks a number that it must have. */
  constructor(plan: FeedPlan, onMissing: (topic: Topic | undefined) => void) {
    this.#plan = plan;
    this.#onMissing = onMissing;
    this.restart();
  }

  /** Resets the counters of the connection and of all keys. */
  restart(): void {
    const { counters } = this.#plan;
    this.#connection = counters.map(() => ({ last: undefined }));
    this.#keys = counters.map(({ key }) => (key === undefined ? undefined : new ValueTable([key])));
  }

  /** Advances the counters of the connection by the scanned frame. */
  ofConnection({ counters }: MessagePlan): CounterResult {
    const uses = counters.connection;
    for (let at = 0; at < uses.length; at += 1) {
      const use = uses[at] as CounterUse;
      const { index, rule } = use.counter;
      const verdict = this.#judgeCounter(use, this.#connection[index] as CounterState);
      if (verdict !== "deliver") return { verdict, gap: rule.gap };
    }
    return DELIVER;
  }

  /**
   * Advances the counters of the scanned frame's key. If the frame is a later part of a split frame,
   * `within` is the list by which that was split. Numbers outside this list were already counted.
   */
  ofKeys({ counters }: MessagePlan, within?: string): CounterResult {
    const uses = counters.key;
    for (let at = 0; at < uses.length; at += 1) {
      const use = uses[at] as CounterUse;
      if (isCounted(use, within)) continue;
      const { index, rule } = use.counter;
      const state = this.#stateOfKey(this.#keys[index]);
      if (state === undefined) continue;
      const verdict = this.#judgeCounter(use, state);
      if (verdict !== "deliver") return { verdict, key: state.key, gap: rule.gap };
    }
    return DELIVER;
  }

  /**
   * Advances the counters of the scanned frame's topic. If an earlier part of a split frame belongs to the
   * same topic, `within` is the list by which that frame was split. Numbers outside this list were already
   * counted.
   */
  ofTopic(topic: Topic, { counters }: MessagePlan, within?: string): CounterResult {
    const uses = counters.topic;
    for (let at = 0; at < uses.length; at += 1) {
      const use = uses[at] as CounterUse;
      if (isCounted(use, within)) continue;
      const verdict = this.#judgeCounter(use, topic.counter(use.counter), topic);
      if (verdict !== "deliver") return { verdict, gap: use.counter.rule.gap };
    }
    return DELIVER;
  }

  /** Reports whether the scanned frame has all numbers that the counters of its topic need. */
  isNumbered({ counters }: MessagePlan): boolean {
    return counters.topic.every((use) => needsNoNumber(use) || this.#numberOf(use) !== undefined);
  }

  /** Makes the counters of a topic expect the number after `number`. */
  continueAfter(topic: Topic, number: CounterState["last"]): void {
    for (const counter of this.#plan.counters) {
      if (counter.rule.scope !== "topic") continue;
      const state = topic.counter(counter);
      state.last = number;
      state.late = undefined;
      state.previous = undefined;
      state.isJoined = true;
    }
  }

  /** Returns the state of a counter for the scanned frame of a topic. */
  stateOf({ index, rule }: CounterPlan, topic: Topic): CounterState | undefined {
    if (rule.scope === "connection") return this.#connection[index];
    return rule.scope === "key"
      ? this.#stateOfKey(this.#keys[index])
      : topic.counter(this.#plan.counters[index] as CounterPlan);
  }

  #stateOfKey(states: ValueTable<KeyState> | undefined): KeyState | undefined {
    const { scanner } = this.#plan;
    const found = states?.find(scanner);
    if (found !== undefined) return found;
    const texts = states?.textsAt(scanner);
    const key = texts?.[0];
    if (texts === undefined || key === undefined) return undefined;
    const state: KeyState = { key, last: undefined };
    states?.set(texts, state);
    return state;
  }

  #numberOf({ slot }: CounterUse): Count | undefined {
    return slot === undefined ? undefined : countAt(this.#plan.scanner, slot);
  }

  #judgeCounter(use: CounterUse, state: CounterState, topic?: Topic): CounterVerdict {
    const { counter, role } = use;
    const { scanner } = this.#plan;
    const number = this.#numberOf(use);
    if (number === undefined) {
      if (needsNoNumber(use)) return "deliver";
      this.#onMissing(topic);
      // Without the number, earlier frames may be missing.
      return "gap";
    }
    if (role === "starts") {
      state.last = number;
      state.late = undefined;
      state.previous = undefined;
      state.isJoined = false;
      return "deliver";
    }
    if (role === "repeats") return judgeRepeat(state, number);
    const { rule, from, previous } = counter;
    if (from === undefined && previous === undefined) {
      return advanceCounter(rule, state, number, undefined, undefined);
    }
    return advanceCounter(
      rule,
      state,
      number,
      from === undefined ? undefined : countAt(scanner, from),
      previous === undefined ? undefined : countAt(scanner, previous),
    );
  }
}

/**
 * Reports whether a frame may lack the number of a counter. If the counter counts all messages (`*`), it
 * ignores frames without a number.
 */
function needsNoNumber({ counter }: CounterUse): boolean {
  return counter.rule.messages.includes("*");
}

/** Reports whether an earlier part of a split frame has already counted the number. */
function isCounted({ pointer }: CounterUse, within: string | undefined): boolean {
  return within !== undefined && pointer?.startsWith(`${within}/`) !== true;
}
