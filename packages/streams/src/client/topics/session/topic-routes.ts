// Finds the topic of a frame by the values that the contract defines for frames of the topic.

import { ValueTable } from "../reading/value-table.ts";
import type { FeedPlan, MessagePlan } from "./feed-plan.ts";
import type { Topic } from "./topic.ts";
import { conditionTexts, type TopicKind } from "./topic-kind.ts";

/** The topics of a connection, by the identifying values of their frames. */
export class TopicRoutes {
  readonly #plan: FeedPlan;
  /** The tables of topics, by the index of the topics' kind. */
  #tables: readonly ValueTable<Topic>[] = [];
  /** The tables of messages with their own conditions, by the index of the kind. */
  #ownTables: readonly (ReadonlyMap<string, ValueTable<Topic>> | undefined)[] = [];
  /** For each message, by its index, the tables of the kinds that have the message. */
  #byMessage: readonly (readonly ValueTable<Topic>[])[] = [];
  /** Names of subscriptions that were given up, whose frames may still arrive. */
  readonly #retired: Set<string> = new Set();
  /** Changes whenever frames may belong to different topics than before. */
  version = 0;

  constructor(plan: FeedPlan) {
    this.#plan = plan;
    this.clear();
  }

  /**
   * Adds a topic. If its frames contain the server's name for it, adds it only once this name is known.
   */
  add(topic: Topic): void {
    const texts = topic.findTexts();
    if (texts === undefined) return;
    topic.texts = texts;
    this.version += 1;
    this.#tables[topic.kind.index]?.set(texts, topic);
    for (const [table, own] of this.#ownOf(topic)) table.set(own, topic);
    if (topic.alias !== undefined) this.#retired.delete(String(topic.alias));
  }

  /** Removes a topic, whose frames may still arrive. */
  remove(topic: Topic): void {
    const { texts, alias } = topic;
    if (texts === undefined) return;
    this.version += 1;
    const table = this.#tables[topic.kind.index];
    if (table?.get(texts) === topic) table.delete(texts);
    this.retire(alias ?? texts.join("\n"));
    for (const [own, ownTexts] of this.#ownOf(topic)) {
      if (own.get(ownTexts) === topic) own.delete(ownTexts);
      if (alias === undefined) this.retire(ownTexts.join("\n"));
    }
  }

  /** Expects late frames of an abandoned subscription. */
  retire(name: string | number | bigint): void {
    this.#retired.add(String(name));
  }

  /** Drops all topics, because the connection has ended. */
  clear(): void {
    this.version += 1;
    const kinds = [...this.#plan.kinds.values()];
    this.#tables = kinds.map(({ where }) => new ValueTable(where.slots));
    this.#ownTables = kinds.map(({ ownWhere }) =>
      ownWhere.size === 0
        ? undefined
        : new Map([...ownWhere].map(([message, { slots }]) => [message, new ValueTable(slots)])),
    );
    this.#byMessage = this.#plan.messages.map(({ id, kinds: own }) =>
      own.flatMap((kind) => this.#tableOf(kind, id) ?? []),
    );
    this.#retired.clear();
  }

  /** Returns the topic of the scanned frame. */
  find({ index }: MessagePlan): Topic | undefined {
    const { scanner } = this.#plan;
    const tables = this.#byMessage[index] ?? [];
    for (let at = 0; at < tables.length; at += 1) {
      const topic = (tables[at] as ValueTable<Topic>).find(scanner);
      if (topic !== undefined) return topic;
    }
    return undefined;
  }

  /** Returns the slots by which topics of a message are found. */
  slotsOf({ index }: MessagePlan): readonly number[] {
    return (this.#byMessage[index] ?? []).flatMap(({ slots }) => slots);
  }

  /** Reports whether the scanned frame belongs to an abandoned subscription. */
  isRetired({ index }: MessagePlan): boolean {
    return (this.#byMessage[index] ?? []).some((table) => {
      const texts = table.textsAt(this.#plan.scanner);
      if (texts === undefined) return false;
      return [texts.join("\n"), ...texts].some((text) => this.#retired.has(text));
    });
  }

  #tableOf({ index }: TopicKind, message: string): ValueTable<Topic> | undefined {
    return this.#ownTables[index]?.get(message) ?? this.#tables[index];
  }

  /**
   * Lists the tables of a topic's messages with their own conditions, and the texts to find it by.
   */
  #ownOf({ kind, values }: Topic): readonly (readonly [ValueTable<Topic>, readonly string[]])[] {
    return [...kind.ownWhere].flatMap(([message, conditions]) => {
      const table = this.#ownTables[kind.index]?.get(message);
      return table === undefined ? [] : [[table, conditionTexts(conditions, values)] as const];
    });
  }
}
