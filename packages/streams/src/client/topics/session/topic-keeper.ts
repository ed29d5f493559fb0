// Keeps the state of topics: applies frames in order, joins snapshots with updates, and recovers books
// after a gap.

import type { Template } from "@specwright/runtime";
import { StreamError } from "@specwright/runtime";
import { decodeUtf8, type FeedBook, type FeedGapAction } from "@specwright/runtime/transport";
import { checksumOfBook } from "../../../books/decimals/book-checksum.ts";
import { type Count, countAt } from "../reading/frame-values.ts";
import type { FeedPlan, MessagePlan } from "./feed-plan.ts";
import type { FrameCounters } from "./frame-counters.ts";
import { type BookFault, loadBook, updateBook } from "./kept-book.ts";
import { reportViolation } from "./report-violation.ts";
import type { SessionHost } from "./session-host.ts";
import type { Topic, TopicFrame } from "./topic.ts";
import type { AnswerPlan, BookKind, BookMessage, TopicKind } from "./topic-kind.ts";
import { NO_BOOK_MESSAGE } from "./topic-kind.ts";

/** The parts of the session that `TopicKeeper` uses. */
export interface KeeperLinks {
  request(topic: Topic, template: Template): void;
  /** Called when the snapshot of a topic has arrived. */
  arrived(topic: Topic): void;
  resubscribe(topic: Topic): void;
}

/** After this time without an update, as in quiet markets, a loaded snapshot counts as joined. */
const QUIET_MS = 5_000;
/** At most this number of updates wait for a snapshot. */
const MAX_WAITING = 20_000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

export class TopicKeeper {
  readonly #plan: FeedPlan;
  readonly #counters: FrameCounters;
  readonly #host: SessionHost;
  readonly #links: KeeperLinks;

  constructor(plan: FeedPlan, counters: FrameCounters, host: SessionHost, links: KeeperLinks) {
    this.#plan = plan;
    this.#counters = counters;
    this.#host = host;
    this.#links = links;
  }

  /** Reports whether the contract offers no means to detect lost frames of a kind of topic. */
  isUnprotected(kind: TopicKind): boolean {
    const { checksum, hook } = kind.book?.rule ?? {};
    if (checksum !== undefined || hook !== undefined) return false;
    return !this.#plan.feed.counters.some(
      ({ step, messages }) =>
        step !== "rising" &&
        (messages.includes("*") ||
          kind.rule.messages.some((message) => messages.includes(message))),
    );
  }

  /** Starts a topic after the server has accepted it. */
  subscribed(topic: Topic): void {
    const { answer, book } = topic.kind;
    if (book === undefined) return;
    if (answer !== undefined) this.#fetchSnapshot(topic, answer);
    else if (topic.bookStatus !== "ready") this.#awaitSnapshot(topic);
  }

  /** Handles the scanned frame of a topic. */
  take(topic: Topic, message: MessagePlan, bytes: Uint8Array, within: string | undefined): void {
    const { index, book } = topic.kind;
    const plan = message.books[index];
    const { join } = topic;
    if (join !== undefined && join.number === undefined && plan?.update !== undefined) {
      this.#keepWaiting(topic, { message, bytes, within });
      return;
    }
    const { verdict, gap } = this.#counters.ofTopic(topic, message, within);
    if (verdict === "duplicate") return;
    if (verdict === "gap" && gap !== undefined) {
      this.#host.emit({ type: "gap", topic: topic.name, action: gap });
      this.recover(topic, gap);
      if (topic.join !== undefined && plan?.update !== undefined) {
        this.#keepWaiting(topic, { message, bytes, within });
        return;
      }
      // The topic must be subscribed again, so its listener does not get this frame.
      if (topic.status !== "subscribed") return;
    } else if (book !== undefined) this.#keepBook(topic, book, plan ?? NO_BOOK_MESSAGE);
    topic.listener.message?.(message.id, bytes);
  }

  /** Applies the scanned frame to a book. The book is ready, and no level of the update is missing. */
  update(topic: Topic, message: BookMessage): void {
    const kind = topic.kind.book;
    if (kind !== undefined && this.#applyMessage(topic, kind, message))
      topic.listener.book?.("levels");
  }

  /** Reacts to missing frames of a topic as the contract requires. */
  recover(topic: Topic, action: FeedGapAction): void {
    topic.makeStale();
    switch (action) {
      case "none":
        return;
      case "reconnect":
        this.#host.reconnect("gap");
        return;
      case "resubscribe":
        // A topic without a book or snapshot, such as trades, has no state to load again.
        if (topic.kind.snapshot !== undefined || topic.book !== undefined) {
          this.#links.resubscribe(topic);
        }
        return;
      case "snapshot":
        if (topic.book !== undefined) this.#refreshBook(topic);
        return;
      default:
        action satisfies never;
    }
  }

  /** Loads the book of a topic again, because an error left it incomplete. */
  reload(topic: Topic): void {
    this.recover(topic, this.#plan.feed.snapshots?.[topic.kind.name] ? "snapshot" : "resubscribe");
  }

  /** Calls `run` after a delay, which grows while recoveries of the topic follow each other. */
  afterDelay(topic: Topic, run: () => void): void {
    const { clock } = this.#host;
    const now = clock.elapsed();
    if (now - topic.lastRecoveryMs > MAX_DELAY_MS) topic.recoveries = 0;
    topic.lastRecoveryMs = now;
    topic.recoveries += 1;
    if (topic.recoveries === 1) {
      run();
      return;
    }
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (topic.recoveries - 2), MAX_DELAY_MS);
    topic.cancelWait();
    topic.cancelWait = clock.setTimer(delayMs, run);
  }

  #keepBook(topic: Topic, kind: BookKind, message: BookMessage): void {
    const { book } = topic;
    const { snapshot, update } = message;
    if (book === undefined) return;
    const { scanner } = this.#plan;
    if (snapshot !== undefined) {
      topic.cancelWait();
      topic.asking = false;
      this.#links.arrived(topic);
      if (this.#failed(topic, loadBook(book, kind.rule, snapshot, scanner))) return;
      if (!this.#verify(topic, kind, message)) return;
      topic.markBook("ready");
      topic.listener.book?.("levels");
      return;
    }
    const joins = topic.join?.number !== undefined;
    if (topic.bookStatus !== "ready" && !joins) return;
    if (!this.#applyMessage(topic, kind, message) || update === undefined) return;
    if (topic.join?.replaying === true) return;
    if (joins) this.#markJoined(topic);
    topic.listener.book?.("levels");
  }

  /** Applies a message to the book, and checks the book. Returns false if the check fails. */
  #applyMessage(topic: Topic, kind: BookKind, message: BookMessage): boolean {
    const { update } = message;
    const { book } = topic;
    if (update !== undefined && book !== undefined) {
      const fault = updateBook(book, kind.rule, update, this.#plan.scanner);
      if (this.#failed(topic, fault)) return false;
      this.#truncateBook(topic, kind);
    }
    return this.#verify(topic, kind, message);
  }

  #truncateBook(topic: Topic, { rule: { truncate } }: BookKind): void {
    if (truncate === undefined) return;
    topic.book?.truncate(
      typeof truncate === "number" ? truncate : Number(topic.parameters[truncate]),
    );
  }

  /** Checks a book after a message by its checksum or by a hook. Returns false if the check fails. */
  #verify(topic: Topic, { rule }: BookKind, { checksum: slot, isHooked }: BookMessage): boolean {
    if (rule.hook !== undefined && !this.#askHook(topic, rule.hook, isHooked)) return false;
    if (rule.checksum === undefined) return true;
    topic.verified = slot !== undefined;
    if (slot === undefined) return true;
    const stated = countAt(this.#plan.scanner, slot);
    const { book } = topic;
    if (stated !== undefined && book !== undefined) {
      if (checksumOfBook(book, rule.checksum) === Number(stated)) return true;
    }
    topic.verified = false;
    const { mismatch } = rule.checksum;
    this.#host.emit({ type: "checksum", topic: topic.name, action: mismatch });
    this.recover(topic, mismatch);
    return false;
  }

  /** Calls the function that the program passed to check a book. Returns false if the check fails. */
  #askHook(topic: Topic, hook: NonNullable<FeedBook["hook"]>, isHooked: boolean): boolean {
    topic.verified = false;
    const check = this.#host.hooks[hook.name];
    if (topic.book === undefined || check === undefined || !isHooked) return true;
    try {
      const result = check(topic.book, decodeUtf8(this.#plan.scanner.bytes));
      topic.verified = result === "right";
      if (result !== "wrong") return true;
      this.#host.emit({ type: "checksum", topic: topic.name, action: hook.mismatch });
    } catch (error) {
      this.#host.emit({ type: "failed", topic: topic.name, error });
    }
    this.recover(topic, hook.mismatch);
    return false;
  }

  #failed(topic: Topic, fault: BookFault | undefined): boolean {
    if (fault === undefined) return false;
    reportViolation(this.#host, "levels", this.#plan.scanner.bytes, topic);
    this.reload(topic);
    return true;
  }

  /** Requests a new snapshot, unless a request for one is pending. */
  #refreshBook(topic: Topic): void {
    const { answer, request } = topic.kind;
    if (topic.status !== "subscribed" || topic.asking) return;
    if (answer !== undefined) {
      this.#fetchSnapshot(topic, answer);
      return;
    }
    if (request === undefined) {
      this.#links.resubscribe(topic);
      return;
    }
    topic.asking = true;
    this.afterDelay(topic, () => {
      if (topic.status !== "subscribed" || !topic.asking) return;
      this.#links.request(topic, request);
      this.#awaitSnapshot(topic);
    });
  }

  /** Subscribes again if no snapshot arrives in time. */
  #awaitSnapshot(topic: Topic): void {
    const { clock, snapshotTimeoutMs } = this.#host;
    topic.cancelWait();
    topic.cancelWait = clock.setTimer(snapshotTimeoutMs, () => {
      topic.asking = false;
      const message = `No snapshot of ${topic.name} has arrived in ${snapshotTimeoutMs} ms.`;
      const error = new StreamError("snapshot_missing", message);
      this.#host.emit({ type: "snapshot_failed", topic: topic.name, error });
      this.#links.resubscribe(topic);
    });
  }

  #keepWaiting(topic: Topic, frame: TopicFrame): void {
    const { join } = topic;
    if (join === undefined) return;
    const { message, bytes } = frame;
    if (join.updates.length < MAX_WAITING) join.updates.push({ ...frame, bytes: bytes.slice() });
    else join.updates = [];
    topic.listener.message?.(message.id, bytes);
  }

  /** Fetches a snapshot over HTTP. Updates that arrive in the meantime wait for the snapshot. */
  #fetchSnapshot(topic: Topic, answer: AnswerPlan): void {
    const operation = topic.kind.snapshot?.operation;
    if (operation === undefined) return;
    topic.cancelWait();
    const join: NonNullable<Topic["join"]> = {
      updates: [],
      number: undefined,
      replaying: false,
    };
    topic.join = join;
    this.afterDelay(topic, () => {
      if (topic.join !== join) return;
      this.#host.fetch(operation, topic).then(
        (bytes) => {
          if (topic.join === join) this.#loadSnapshot(topic, answer, bytes);
        },
        (error: unknown) => {
          if (topic.join !== join) return;
          this.#host.emit({ type: "snapshot_failed", topic: topic.name, error });
          this.#fetchSnapshot(topic, answer);
        },
      );
    });
  }

  #loadSnapshot(topic: Topic, answer: AnswerPlan, bytes: Uint8Array): void {
    const { join, book, kind } = topic;
    if (join === undefined || book === undefined || kind.book === undefined) return;
    const number = answer.scanner.scan(bytes) ? countAt(answer.scanner, answer.at) : undefined;
    const fault =
      number === undefined ? "levels" : loadBook(book, kind.book.rule, answer.plan, answer.scanner);
    if (number === undefined || fault !== undefined) {
      reportViolation(this.#host, "answer", bytes, topic);
      this.#fetchSnapshot(topic, answer);
      return;
    }
    const last = kind.snapshot?.first === "same" ? countBefore(number) : number;
    this.#counters.continueAfter(topic, last);
    const { updates } = join;
    join.updates = [];
    join.number = number;
    join.replaying = true;
    let applied = false;
    for (const [at, { message, bytes, within }] of updates.entries()) {
      this.#plan.scanner.scan(bytes);
      const { verdict } = this.#counters.ofTopic(topic, message, within);
      if (verdict === "duplicate") continue;
      if (verdict === "gap") {
        // The snapshot is older than the first waiting update, so a newer one is needed. An update without
        // a number can never be joined, so it is dropped.
        const isNumbered = this.#counters.isNumbered(message);
        this.#fetchSnapshot(topic, answer);
        if (topic.join !== undefined) topic.join.updates = updates.slice(isNumbered ? at : at + 1);
        return;
      }
      this.#keepBook(topic, kind.book, message.books[kind.index] ?? NO_BOOK_MESSAGE);
      applied = true;
    }
    join.replaying = false;
    if (topic.join !== join) return;
    if (applied) {
      this.#markJoined(topic);
      topic.listener.book?.("levels");
      return;
    }
    topic.cancelWait();
    topic.cancelWait = this.#host.clock.setTimer(QUIET_MS, () => {
      if (topic.join === join) this.#markJoined(topic);
    });
  }

  #markJoined(topic: Topic): void {
    topic.join = undefined;
    topic.cancelWait();
    topic.markBook("ready");
  }
}

function countBefore(number: Count): Count {
  return typeof number === "bigint" ? number - 1n : number - 1;
}
