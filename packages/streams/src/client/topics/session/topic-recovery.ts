// Recovers topics after a gap, or when the server announces an ending.

import type { FeedPlan, MessagePlan } from "./feed-plan.ts";
import type { FrameCounters } from "./frame-counters.ts";
import type { SessionHost } from "./session-host.ts";
import type { Topic } from "./topic.ts";
import type { TopicKeeper } from "./topic-keeper.ts";

/** The parts of the session that `TopicRecovery` uses. */
export interface RecoveryParts {
  readonly plan: FeedPlan;
  readonly host: SessionHost;
  readonly counters: FrameCounters;
  readonly keeper: TopicKeeper;
  readonly topics: ReadonlySet<Topic>;
  /** Unsubscribes from a topic in order to subscribe again. */
  readonly leave: (topic: Topic) => void;
}

/** Recovers the topics of a session. */
export class TopicRecovery {
  readonly #parts: RecoveryParts;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Advances the counters of the connection. Returns false if the frame is a duplicate. */
  ofConnection(message: MessagePlan): boolean {
    const { verdict, gap } = this.#parts.counters.ofConnection(message);
    if (verdict === "gap" && gap !== undefined) {
      this.#parts.host.emit({ type: "gap", action: gap });
      if (gap === "reconnect") this.#parts.host.reconnect("gap");
      else for (const topic of this.#parts.topics) this.#parts.keeper.recover(topic, gap);
    }
    return verdict !== "duplicate";
  }

  /**
   * Advances the counters by key, for example by subscription. Returns false if the frame is a duplicate.
   */
  ofKeys(message: MessagePlan, within: string | undefined): boolean {
    const { verdict, key, gap } = this.#parts.counters.ofKeys(message, within);
    if (verdict !== "gap" || key === undefined || gap === undefined) return verdict !== "duplicate";
    const concerned = [...this.#parts.topics].filter(
      ({ alias, texts }) => String(alias) === key || texts?.includes(key) === true,
    );
    for (const topic of concerned) {
      this.#parts.host.emit({ type: "gap", topic: topic.name, action: gap });
      this.#parts.keeper.recover(topic, gap);
    }
    return true;
  }

  /** Reacts to a message that announces an ending. Returns false for any other message. */
  atEnding(message: string): boolean {
    const { scanner, endings, channel } = this.#parts.plan;
    for (const ending of endings) {
      if (ending.message !== message || !ending.test(scanner)) continue;
      const reaction = channel.endings?.messages?.[ending.at]?.client;
      if (reaction === undefined || reaction === "wait") return true;
      if (reaction === "resubscribe") {
        for (const topic of [...this.#parts.topics]) this.#subscribeAgain(topic);
        return true;
      }
      this.#parts.host.reconnect("announced", reaction);
      return true;
    }
    return false;
  }

  #subscribeAgain(topic: Topic): void {
    const isState = topic.book !== undefined || topic.kind.snapshot !== undefined;
    if (isState) this.#parts.keeper.recover(topic, "resubscribe");
    else if (topic.kind.unsubscribe !== undefined) this.#parts.leave(topic);
  }
}
