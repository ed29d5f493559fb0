import {
  conditionTexts,
  type FrameScanner,
  type TopicKind,
  textAt,
} from "@specwright/streams/client/protocol";
import type { ObservedTopic } from "./observed-topic.ts";

/** The topics of a connection by what their frames hold. */
export class TopicRoutes {
  readonly #scanner: FrameScanner;
  readonly #topics: Map<TopicKind, Map<string, ObservedTopic>> = new Map();

  constructor(scanner: FrameScanner) {
    this.#scanner = scanner;
  }

  /** Adds a topic, unless its frames have a name that the server has not told. */
  add(observed: ObservedTopic): void {
    const { kind, values, alias } = observed.topic;
    if (kind.usesAlias && alias === undefined) return;
    const topics = this.#topics.get(kind) ?? new Map<string, ObservedTopic>();
    this.#topics.set(kind, topics.set(conditionTexts(kind.where, values).join("\n"), observed));
  }

  /** Finds the topic of the scanned frame, which is of one of some kinds. */
  find(kinds: readonly TopicKind[]): ObservedTopic | undefined {
    for (const kind of kinds) {
      const texts = kind.where.slots.map((slot) => textAt(this.#scanner, slot));
      const found = this.#topics.get(kind)?.get(texts.join("\n"));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
