// The counters that the scanned frame moves: of the connection, of keys and of its topic.

import type { FeedGapAction } from "@specwright/runtime/codegen";
import { countAt, textAt } from "../reading/frame-values.ts";
import { advance, type CounterState, type CounterVerdict, repeat } from "./counter.ts";
import type { CounterPlan, FeedPlan } from "./feed-plan.ts";
import type { Topic } from "./topic.ts";

/** What the counters say about a frame; `gap` is what to do about missing numbers. */
export interface CounterResult {
  readonly verdict: CounterVerdict;
  readonly gap?: FeedGapAction;
  readonly key?: string;
}

const DELIVER: CounterResult = { verdict: "deliver" };

/** The counters of a connection. */
export class FrameCounters {
  readonly #plan: FeedPlan;
  readonly #onMissing: (bytes: Uint8Array) => void;
  readonly #ofConnection: readonly CounterPlan[];
  readonly #ofKeys: readonly CounterPlan[];
  readonly #ofTopics: readonly CounterPlan[];
  #connection: Map<CounterPlan, CounterState> = new Map();
  #keys: Map<CounterPlan, Map<string, CounterState>> = new Map();

  /** `onMissing` is called with a frame that lacks the number that it should have. */
  constructor(plan: FeedPlan, onMissing: (bytes: Uint8Array) => void) {
    this.#plan = plan;
    this.#onMissing = onMissing;
    const scoped = (scope: string): readonly CounterPlan[] =>
      plan.counters.filter(({ rule }) => rule.scope === scope);
    this.#ofConnection = scoped("connection");
    this.#ofKeys = scoped("key");
    this.#ofTopics = scoped("topic");
  }

  /** Forgets all numbers of the connection and its keys. */
  restart(): void {
    this.#connection = new Map();
    this.#keys = new Map();
  }

  /** Moves the counters of the connection. */
  ofConnection(message: string | undefined): CounterResult {
    for (const counter of this.#ofConnection) {
      let state = this.#connection.get(counter);
      if (state === undefined) {
        state = { last: undefined };
        this.#connection.set(counter, state);
      }
      const verdict = this.#judge(counter, state, message);
      if (verdict !== "deliver") return { verdict, gap: counter.rule.gap };
    }
    return DELIVER;
  }

  /** Moves the counters of the key that the frame has. */
  ofKeys(message: string): CounterResult {
    for (const counter of this.#ofKeys) {
      const key = counter.key === undefined ? undefined : textAt(this.#plan.scanner, counter.key);
      if (key === undefined) continue;
      let states = this.#keys.get(counter);
      if (states === undefined) {
        states = new Map();
        this.#keys.set(counter, states);
      }
      let state = states.get(key);
      if (state === undefined) {
        state = { last: undefined };
        states.set(key, state);
      }
      const verdict = this.#judge(counter, state, message);
      if (verdict !== "deliver") return { verdict, key, gap: counter.rule.gap };
    }
    return DELIVER;
  }

  /** Moves the counters of a topic. */
  ofTopic(topic: Topic, message: string): CounterResult {
    for (const counter of this.#ofTopics) {
      const verdict = this.#judge(counter, topic.counter(counter), message);
      if (verdict !== "deliver") return { verdict, gap: counter.rule.gap };
    }
    return DELIVER;
  }

  /** Lets the counters of a topic continue after a number. */
  continueAfter(topic: Topic, number: CounterState["last"]): void {
    for (const counter of this.#ofTopics) topic.counter(counter).last = number;
  }

  #judge(counter: CounterPlan, state: CounterState, message: string | undefined): CounterVerdict {
    const [counts, starts] = [counter.isCounted(message), counter.isStart(message)];
    const repeats = !counts && !starts && counter.isRepeated(message);
    if (!counts && !starts && !repeats) return "deliver";
    const { scanner } = this.#plan;
    const slot = counter.slotOf(message);
    const last = slot === undefined ? undefined : countAt(scanner, slot);
    if (last === undefined) {
      // A counter of every frame counts those that have a number.
      if (!counter.rule.messages.includes("*")) this.#onMissing(scanner.bytes);
      return "deliver";
    }
    if (starts) {
      state.last = last;
      return "deliver";
    }
    if (repeats) return repeat(state, last);
    const { from, previous } = counter;
    return advance(counter.rule, state, {
      last,
      first: from === undefined ? undefined : countAt(scanner, from),
      previous: previous === undefined ? undefined : countAt(scanner, previous),
    });
  }
}
