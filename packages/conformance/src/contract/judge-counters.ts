// Judges the numbers of frames more strictly than a client: a client tolerates some frames, such as a
// repeated one, but such frames break a rule here.

import {
  type Count,
  type CounterPlan,
  type CounterState,
  countAt,
  type FeedPlan,
  isEqual,
  nextCount,
  type Topic,
  textAt,
} from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";

/** A counter with broken numbers: the counter of a key, of a topic, or of the whole connection. */
export interface BrokenCounter {
  readonly key?: string;
  readonly topic?: Topic;
}

export class CounterJudge {
  readonly #plan: FeedPlan;
  readonly #ledger: ClauseLedger;
  /**
   * Reports whether the numbers of a key cannot be judged, because several subscriptions share the
   * key.
   */
  readonly #isAmbiguous: (key: string) => boolean;
  /** Counters whose number was missing in a frame. Their next number cannot be judged. */
  readonly #unsure: Set<CounterState> = new Set();
  /**
   * Numbers that a frame repeated although no frame with the number had arrived. The next frame shows
   * whether a frame is missing, or whether the repeated number is wrong.
   */
  readonly #ahead: Map<CounterState, Count> = new Map();
  readonly #states: Map<CounterPlan, Map<string, CounterState>> = new Map();

  constructor(plan: FeedPlan, ledger: ClauseLedger, isAmbiguous: (key: string) => boolean) {
    this.#plan = plan;
    this.#ledger = ledger;
    this.#isAmbiguous = isAmbiguous;
  }

  /**
   * Judges the numbers of the scanned frame. Returns the counters whose rules the frame breaks. `within` is
   * set for later items of a split frame: it is their list. Numbers outside of the list were already
   * judged.
   */
  judge(
    message: string | undefined,
    topic: Topic | undefined,
    within?: string,
  ): readonly BrokenCounter[] {
    const broken: BrokenCounter[] = [];
    for (const [at, counter] of this.#plan.counters.entries()) {
      const isNew = within === undefined || counter.pointerOf(message)?.startsWith(`${within}/`);
      // Each topic has its own numbers, and an item may belong to a different topic.
      if (isNew !== true && counter.rule.scope !== "topic") continue;
      const { scope } = counter.rule;
      if (scope === "connection") {
        if (!this.#isKept(at, counter, this.#state(counter, ""), message)) broken.push({});
      } else if (scope === "topic") {
        if (topic === undefined) continue;
        if (!this.#isKept(at, counter, topic.counter(counter), message)) broken.push({ topic });
      } else {
        const { key: slot } = counter;
        const key = slot === undefined ? undefined : textAt(this.#plan.scanner, slot);
        if (key === undefined || this.#isAmbiguous(key)) continue;
        if (!this.#isKept(at, counter, this.#state(counter, key), message)) broken.push({ key });
      }
    }
    return broken;
  }

  #state(counter: CounterPlan, key: string): CounterState {
    let states = this.#states.get(counter);
    if (states === undefined) {
      states = new Map();
      this.#states.set(counter, states);
    }
    let state = states.get(key);
    if (state === undefined) {
      state = { last: undefined };
      states.set(key, state);
    }
    return state;
  }

  #isKept(
    at: number,
    counter: CounterPlan,
    state: CounterState,
    message: string | undefined,
  ): boolean {
    const [counts, starts] = [counter.isCounted(message), counter.isStart(message)];
    const repeats = !counts && !starts && counter.isRepeated(message);
    if (!counts && !starts && !repeats) return true;
    const id = `x-sequence.${at + 1}`;
    const { scanner } = this.#plan;
    const slot = counter.slotOf(message);
    const number = slot === undefined ? undefined : countAt(scanner, slot);
    const every = counter.rule.messages.includes("*");
    if (number === undefined) {
      if (every || !counts) return true;
      this.#ledger.fail(`${id}.at`, `a ${message} without a number`);
      this.#unsure.add(state);
      return false;
    }
    if (!every) this.#ledger.pass(`${id}.at`);
    const { last } = state;
    if (starts) {
      state.last = number;
      return true;
    }
    if (repeats) {
      if (this.#unsure.has(state)) return true;
      // If numbers may be skipped, no number shows whether an earlier number is missing.
      if (last !== undefined && number > last && counter.rule.step !== "rising") {
        this.#ahead.set(state, number);
        return false;
      }
      const same = last === undefined || isEqual(number, last);
      if (same) this.#ledger.pass(`${id}.repeats`);
      else this.#ledger.fail(`${id}.repeats`, `${number} after ${last}`);
      return same;
    }
    return this.#isNext(id, counter, state, number);
  }

  #isNext(id: string, counter: CounterPlan, state: CounterState, number: Count): boolean {
    const { scanner } = this.#plan;
    const { rule, from, previous } = counter;
    const { last } = state;
    const begins = (from === undefined ? undefined : countAt(scanner, from)) ?? number;
    const ahead = this.#ahead.get(state);
    this.#ahead.delete(state);
    if (ahead !== undefined && begins <= ahead) {
      this.#ledger.fail(`${id}.repeats`, `${ahead} after ${last}`);
    }
    if (this.#unsure.delete(state)) {
      state.last = number;
      return true;
    }
    if (last === undefined) {
      state.last = number;
      if (rule.first === undefined || !this.#ledger.has(`${id}.first`)) return true;
      const isFirst = isEqual(begins, rule.first);
      if (isFirst) this.#ledger.pass(`${id}.first`);
      else this.#ledger.fail(`${id}.first`, `it is ${begins}`);
      return isFirst;
    }
    const isLinked = rule.step === "linked";
    // If the contract lists messages that restart the numbers, no other message may have a lower number.
    const hasStarts = (rule.starts ?? []).length > 0;
    const restarts = number <= last && rule.lower === "restart" && !isLinked && !hasStarts;
    // With the step `linked`, a number may be lower than the previous one.
    const counts = number > last || restarts || (isLinked && rule.lower !== "duplicate");
    if (counts) state.last = number;
    if (restarts) return true;
    const linked = previous === undefined ? undefined : countAt(scanner, previous);
    const fault = counterFault(rule.step, last, { number, begins, linked });
    if (fault === undefined) this.#ledger.pass(`${id}.step`);
    else this.#ledger.fail(`${id}.step`, fault);
    return fault === undefined;
  }
}

function counterFault(
  step: CounterPlan["rule"]["step"],
  last: Count,
  frame: { readonly number: Count; readonly begins: Count; readonly linked: Count | undefined },
): string | undefined {
  const { number, begins, linked } = frame;
  switch (step) {
    case "one":
      return isEqual(number, nextCount(last)) ? undefined : `${number} after ${last}`;
    case "range":
      if (isEqual(begins, nextCount(last)) && number >= begins) return undefined;
      return `${begins} to ${number} after ${last}`;
    case "linked":
      if (linked !== undefined && isEqual(linked, last)) return undefined;
      return `${number} has ${linked ?? "nothing"} as its previous number, expected ${last}`;
    case "rising":
      return number > last ? undefined : `${number} after ${last}`;
    default:
      return step satisfies never;
  }
}
