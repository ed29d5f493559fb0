// Which topic a frame is of, by what the contract says that its frames hold.

import { ValueTable } from "../reading/value-table.ts";
import type { FeedPlan } from "./feed-plan.ts";
import type { Topic } from "./topic.ts";
import type { TopicKind } from "./topic-kind.ts";

/** The topics of a connection by what their frames hold. */
export class TopicRoutes {
  readonly #plan: FeedPlan;
  /** By the index of their kind. */
  #tables: readonly ValueTable<Topic>[] = [];
  /** Names of subscriptions that were given up, whose frames may still arrive. */
  readonly #retired: Set<string> = new Set();

  constructor(plan: FeedPlan) {
    this.#plan = plan;
    this.clear();
  }

  /** Adds a topic, if the server has named it where its frames need a name. */
  add(topic: Topic): void {
    const texts = topic.findTexts();
    if (texts === undefined) return;
    topic.texts = texts;
    this.#tables[topic.kind.index]?.set(texts, topic);
    if (topic.alias !== undefined) this.#retired.delete(String(topic.alias));
  }

  /** Removes a topic, whose frames may still arrive. */
  remove(topic: Topic): void {
    const { texts, alias } = topic;
    if (texts === undefined) return;
    const table = this.#tables[topic.kind.index];
    if (table?.get(texts) === topic) table.delete(texts);
    this.retire(alias ?? texts.join("\n"));
  }

  /** Expects frames of a subscription that nobody wants. */
  retire(name: string | number | bigint): void {
    this.#retired.add(String(name));
  }

  /** Forgets all topics; the connection has ended. */
  clear(): void {
    const kinds = [...this.#plan.kinds.values()];
    this.#tables = kinds.map(({ where }) => new ValueTable(where.slots));
    this.#retired.clear();
  }

  /** Returns the topic of the scanned frame. */
  find(kinds: readonly TopicKind[]): Topic | undefined {
    for (const kind of kinds) {
      const topic = this.#tables[kind.index]?.find(this.#plan.scanner);
      if (topic !== undefined) return topic;
    }
    return undefined;
  }

  /** Reports whether the scanned frame is of a subscription that was given up. */
  isRetired(kinds: readonly TopicKind[]): boolean {
    return kinds.some((kind) => {
      const texts = this.#tables[kind.index]?.textsAt(this.#plan.scanner);
      if (texts === undefined) return false;
      return [texts.join("\n"), ...texts].some((text) => this.#retired.has(text));
    });
  }
}
