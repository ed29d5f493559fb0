// The fast path for usual frames: frames with a known path that belong to one topic and follow the previous
// frame. Their effect is computed once for each path and topic, so that they skip the rest of the
// session.

import type { FramePath } from "../reading/frame-paths.ts";
import { numberAt } from "../reading/frame-values.ts";
import { UsualReader } from "../reading/usual-reader.ts";
import type { CounterState } from "./counter.ts";
import type { MessagePlan } from "./feed-plan.ts";
import type { FrameLinks } from "./frame-links.ts";
import type { Topic } from "./topic.ts";
import type { BookMessage } from "./topic-kind.ts";

/** A counter that usual frames advance. */
interface UsualCounter {
  readonly state: CounterState;
  readonly slot: number;
  /** The slot of a frame's first number, or -1 if the contract allows numbers to be skipped. */
  readonly first: number;
}

/** The effect that the frames of a path have on a topic. */
interface UsualFrame {
  readonly topic: Topic;
  readonly message: string;
  readonly update: BookMessage | undefined;
  readonly counters: readonly UsualCounter[];
  readonly reader: UsualReader<MessagePlan>;
}

/** When this number of paths is known, all of them are dropped. */
const MAX_KEPT = 256;

/** Handles the usual frames of a connection. */
export class UsualFrames {
  readonly #links: FrameLinks;
  #version = 0;
  #last: UsualFrame | undefined;
  #kept = 0;
  /** The known paths of each topic. The value is undefined if frames of the path are never usual. */
  readonly #known: Map<Topic, Map<FramePath<MessagePlan>, UsualFrame | undefined>> = new Map();

  constructor(links: FrameLinks) {
    this.#links = links;
  }

  /**
   * Handles a frame that is like the last usual one. For any other frame, returns false and changes no
   * state.
   */
  take(bytes: Uint8Array): boolean {
    const usual = this.#last;
    if (usual === undefined) return false;
    const { plan, routes } = this.#links;
    const { scanner } = plan;
    if (this.#version !== routes.version || !usual.reader.read(bytes, scanner)) return false;
    scanner.took(usual.reader.path, bytes);
    return this.#applyFrame(usual, bytes);
  }

  /** Handles the scanned frame if it is a usual one. Otherwise returns false and changes no state. */
  takeScanned(bytes: Uint8Array): boolean {
    const { plan, routes } = this.#links;
    const { path } = plan.scanner;
    if (path === undefined) return false;
    if (this.#version !== routes.version) this.#forgetVersion(routes.version);
    const topic = routes.find(path.message);
    if (topic === undefined) return false;
    const usual = this.#findFrame(topic, path, bytes);
    if (usual === undefined) return false;
    this.#last = usual;
    const { counts } = plan.scanner;
    for (const { slot, first } of usual.counters) {
      counts[slot] = numberAt(plan.scanner, slot);
      if (first >= 0) counts[first] = numberAt(plan.scanner, first);
    }
    return this.#applyFrame(usual, bytes);
  }

  #applyFrame({ topic, message, update, counters }: UsualFrame, bytes: Uint8Array): boolean {
    if (topic.status !== "subscribed" || topic.join !== undefined) return false;
    if (update !== undefined && topic.bookStatus !== "ready") return false;
    const { plan, keeper } = this.#links;
    const { counts } = plan.scanner;
    for (let index = 0; index < counters.length; index += 1) {
      const { state, slot, first } = counters[index] as UsualCounter;
      const { last } = state;
      // A number that does not fit a double is NaN here, and both comparisons are false.
      if (typeof last !== "number" || !((counts[slot] as number) > last)) return false;
      if (first >= 0 && !((counts[first] as number) <= last + 1)) return false;
    }
    for (let index = 0; index < counters.length; index += 1) {
      const { state, slot } = counters[index] as UsualCounter;
      state.last = counts[slot] as number;
      state.late = undefined;
      state.previous = undefined;
      state.isJoined = false;
    }
    try {
      if (update !== undefined) keeper.update(topic, update);
      topic.listener.message?.(message, bytes);
    } catch (error) {
      this.#links.failed(topic, error);
    }
    return true;
  }

  #forgetVersion(version: number): void {
    this.#version = version;
    this.#last = undefined;
    this.#kept = 0;
    this.#known.clear();
  }

  #findFrame(
    topic: Topic,
    path: FramePath<MessagePlan>,
    bytes: Uint8Array,
  ): UsualFrame | undefined {
    let paths = this.#known.get(topic);
    if (paths === undefined) {
      paths = new Map();
      this.#known.set(topic, paths);
    }
    const known = paths.get(path);
    if (known !== undefined || paths.has(path)) return known;
    if (this.#kept >= MAX_KEPT) this.#forgetVersion(this.#version);
    this.#kept += 1;
    const usual = this.#createFrame(topic, path, bytes);
    paths.set(path, usual);
    return usual;
  }

  #createFrame(
    topic: Topic,
    path: FramePath<MessagePlan>,
    bytes: Uint8Array,
  ): UsualFrame | undefined {
    const { message, kinds } = path;
    const { ends, beats, answers, lists, books } = message;
    if (ends || beats || answers || lists.some(({ second }) => kinds[second] !== 0))
      return undefined;
    const { book } = topic.kind;
    const update = book && books[topic.kind.index];
    if (book !== undefined) {
      if (update?.update === undefined || update.snapshot !== undefined) return undefined;
      if (book.rule.hook !== undefined) return undefined;
    }
    const { connection, key, topic: own } = message.counters;
    const counters: UsualCounter[] = [];
    for (const { role, slot, counter } of [...connection, ...key, ...own]) {
      const { step } = counter.rule;
      const state = this.#links.counters.stateOf(counter, topic);
      if (state === undefined || slot === undefined || role !== "counts" || step === "linked")
        return undefined;
      counters.push({ state, slot, first: step === "rising" ? -1 : (counter.from ?? slot) });
    }
    const { sources = [] } = update?.update ?? {};
    const reader = UsualReader.of(path, bytes, {
      fixed: [
        ...this.#links.routes.slotsOf(message),
        ...key.map(({ counter }) => counter.key ?? -1),
      ],
      counts: [
        ...counters.flatMap(({ slot, first }) => (first < 0 ? [slot] : [slot, first])),
        ...(update?.checksum === undefined ? [] : [update.checksum]),
      ],
      texts: sources.flatMap(({ side }) => (typeof side === "object" ? [side.slot] : [])),
    });
    return reader && { topic, message: message.id, update, counters, reader };
  }
}
