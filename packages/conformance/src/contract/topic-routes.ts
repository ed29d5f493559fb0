import {
  conditionTexts,
  type FrameScanner,
  type TopicKind,
  textAt,
} from "@specwright/streams/client/protocol";
import type { ObservedTopic } from "./observed-topic.ts";

/** Finds the topics of a connection by the values that identify them in frames. */
export class TopicRoutes {
  readonly #scanner: FrameScanner;
  readonly #topics: Map<TopicKind, Map<string, ObservedTopic>> = new Map();

  constructor(scanner: FrameScanner) {
    this.#scanner = scanner;
  }

  /**
   * Adds a topic. Does nothing if its frames contain the server's name for the topic, but the server has
   * not sent the name yet.
   */
  add(observed: ObservedTopic): void {
    const { kind, values, alias } = observed.topic;
    if (kind.usesAlias && alias === undefined) return;
    const topics = this.#topics.get(kind) ?? new Map<string, ObservedTopic>();
    topics.set(routeKey("", conditionTexts(kind.where, values)), observed);
    for (const [message, conditions] of kind.ownWhere) {
      topics.set(routeKey(message, conditionTexts(conditions, values)), observed);
    }
    this.#topics.set(kind, topics);
  }

  /** Finds the topic of the scanned frame. Considers only topics of the given kinds. */
  find(kinds: readonly TopicKind[], message: string): ObservedTopic | undefined {
    for (const kind of kinds) {
      const own = kind.ownWhere.get(message);
      const { slots } = own ?? kind.where;
      const texts = slots.map((slot) => textAt(this.#scanner, slot));
      const found = this.#topics.get(kind)?.get(routeKey(own === undefined ? "" : message, texts));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/**
 * Returns a key for the values that identify a topic. `message` is empty if the values are the same in all
 * messages.
 */
function routeKey(message: string, texts: readonly (string | undefined)[]): string {
  return [message, ...texts].join("\n");
}
