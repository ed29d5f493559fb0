import type { TemplateValues } from "@specwright/runtime";
import type { DecimalBook } from "@specwright/streams/books";
import { type Count, Topic, type TopicKind } from "@specwright/streams/client/protocol";

/** An update that waits for a snapshot over HTTP. */
export interface WaitingUpdate {
  readonly message: string;
  readonly bytes: Uint8Array;
  /** The numbers of the update; undefined if updates have no numbers. */
  readonly first: Count | undefined;
  readonly last: Count | undefined;
}

export interface AskedSnapshot {
  readonly id: string;
  /** Whether the request contains its id. */
  readonly hasId: boolean;
  isAnswered: boolean;
}

/** A topic within one connection, and the known state of its book. */
export class ObservedTopic {
  readonly topic: Topic;
  status: "requested" | "subscribed" | "leaving" | "left" = "requested";
  /** Whether a snapshot, or an update before the snapshot, has arrived. */
  begun = false;
  /** Whether the book is known from the frames. False after a frame that has broken a rule. */
  kept = false;
  /** The number of updates since the last checksum. */
  unchecked = 0;
  /** The updates that wait for a snapshot over HTTP. */
  waiting: WaitingUpdate[] | undefined;
  /** The states of the book since the comparison with a second connection began. */
  past: string[] | undefined;
  /** The request for a snapshot that has not been answered. */
  asked: AskedSnapshot | undefined;

  /** The number up to which the book is complete, if updates have numbers. */
  number: Count | undefined;
  /** The book of the topic; undefined if the topic has no book. */
  book: DecimalBook | undefined;

  constructor(kind: TopicKind, values: TemplateValues) {
    this.topic = new Topic(kind, values, {});
    this.book = this.topic.book;
  }

  /** Replaces the book by a different book, which is complete up to a number. */
  adopt(book: DecimalBook, number: Count): void {
    this.book = book;
    this.number = number;
    this.begun = true;
    this.kept = true;
  }

  /** The name of the topic with its parameters. */
  get name(): string {
    return this.topic.name;
  }

  /** The name of the topic's kind, as in the ids of clauses. */
  get kind(): string {
    return this.topic.kind.name;
  }

  /** Drops the book, because a frame of the topic is missing or wrong. */
  lose(): void {
    this.kept = false;
    this.past = undefined;
    if (this.waiting !== undefined) this.waiting = [];
  }
}
