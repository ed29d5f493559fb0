// Finds the topic of a frame by the values that the contract requires in frames of the topic.

import { ValueTable } from "../reading/value-table.ts";
import type { FeedPlan, MessagePlan } from "./feed-plan.ts";
import type { Topic } from "./topic.ts";
import { conditionTexts, type TopicKind } from "./topic-kind.ts";

/** The topics of a connection, by the values that identify their frames. */
export class TopicRoutes {
  readonly #plan: FeedPlan;
  /** The topics by these values, for each kind of topic. */
  #tables: readonly ValueTable<Topic>[] = [];
  /** The same for messages with their own conditions, for each kind of topic. */
  #ownTables: readonly (ReadonlyMap<string, ValueTable<Topic>> | undefined)[] = [];
  /** The tables to search, for each message. */
  #byMessage: readonly (readonly ValueTable<Topic>[])[] = [];
  /** The subscriptions that the client has left. Their frames may still arrive. */
  readonly #retired: Set<string> = new Set();
  /** Increases whenever a frame may belong to a different topic than before. */
  version = 0;

  constructor(plan: FeedPlan) {
    this.#plan = plan;
    this.clear();
  }

  /** Adds a topic. Does nothing if its frames contain a name that the server has not sent yet. */
  add(topic: Topic): void {
    const texts = topic.findTexts();
    if (texts === undefined) return;
    topic.texts = texts;
    this.version += 1;
    this.#tables[topic.kind.index]?.set(texts, topic);
    for (const [table, own] of this.#ownOf(topic)) table.set(own, topic);
    if (topic.alias !== undefined) this.#retired.delete(String(topic.alias));
  }

  /** Removes a topic. Its frames may still arrive. */
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

  /** Remembers a subscription that the client has left, whose frames may still arrive. */
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

  /** Finds the topic of the scanned frame. */
  find({ index }: MessagePlan): Topic | undefined {
    const { scanner } = this.#plan;
    const tables = this.#byMessage[index] ?? [];
    for (let at = 0; at < tables.length; at += 1) {
      const topic = (tables[at] as ValueTable<Topic>).find(scanner);
      if (topic !== undefined) return topic;
    }
    return undefined;
  }

  /** Returns the slots of the values that identify the topic of a message. */
  slotsOf({ index }: MessagePlan): readonly number[] {
    return (this.#byMessage[index] ?? []).flatMap(({ slots }) => slots);
  }

  /** Reports whether the scanned frame belongs to a subscription that the client has left. */
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
   * Lists the tables for messages with their own conditions, each with the texts that identify the topic.
   */
  #ownOf({ kind, values }: Topic): readonly (readonly [ValueTable<Topic>, readonly string[]])[] {
    return [...kind.ownWhere].flatMap(([message, conditions]) => {
      const table = this.#ownTables[kind.index]?.get(message);
      return table === undefined ? [] : [[table, conditionTexts(conditions, values)] as const];
    });
  }
}
