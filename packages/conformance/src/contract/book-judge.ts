// Keeps the books of topics, and compares snapshots, updates and checksums with these books.

import { checksumOfBook, DecimalBook, keepsDigits } from "@specwright/streams/books";
import {
  type BookFault,
  type BookKind,
  type CounterPlan,
  countAt,
  type FeedPlan,
  loadBook,
  textAt,
  updateBook,
} from "@specwright/streams/client/protocol";
import { bookDifference, bookText } from "./book-texts.ts";
import type { ClauseLedger } from "./clause-ledger.ts";
import type { ObservedTopic } from "./observed-topic.ts";

/** The maximum number of updates without a checksum, if checksums are separate messages. */
const MOST_UNCHECKED = 100;

export class BookJudge {
  readonly #plan: FeedPlan;
  readonly #ledger: ClauseLedger;

  constructor(plan: FeedPlan, ledger: ClauseLedger) {
    this.#plan = plan;
    this.#ledger = ledger;
  }

  /**
   * Judges the scanned frame of a topic. `isSound`: the frame matches its schema, so that its
   * levels can be read.
   */
  take(observed: ObservedTopic, message: string, isSound: boolean): void {
    const { topic } = observed;
    const { book: kind, answer } = topic.kind;
    if (kind === undefined || observed.book === undefined) return;
    if (kind.messages.get(message)?.snapshot !== undefined) {
      this.#takeSnapshot(observed, kind, message, isSound);
      return;
    }
    const update = kind.messages.get(message)?.update;
    if (update !== undefined && answer === undefined && !observed.begun) {
      observed.begun = true;
      const source = `x-snapshot.${observed.kind}.source`;
      if (this.#ledger.has(source)) this.#ledger.fail(source, `a ${message} comes first`);
    }
    if (update !== undefined && !isSound) observed.lose();
    else if (update !== undefined) this.#collect(observed, message);
    if (!observed.kept) return;
    if (update !== undefined) {
      const fault = updateBook(observed.book, kind.rule, update, this.#plan.scanner);
      if (this.#isFaulty(observed, fault, message)) return;
      this.#truncate(observed, kind, observed.book);
      observed.unchecked += 1;
    }
    this.#checkBook(observed, kind, message);
    observed.past?.push(bookText(observed.book));
  }

  /**
   * Applies the collected updates to a second book. Returns false if the levels of an update cannot be
   * read.
   */
  replay(observed: ObservedTopic, book: DecimalBook, from: number): boolean {
    const kind = observed.topic.kind.book;
    if (kind === undefined) return false;
    for (const { message, bytes } of observed.waiting?.slice(from) ?? []) {
      const update = kind.messages.get(message)?.update;
      if (update === undefined || !this.#plan.scanner.scan(bytes)) continue;
      if (updateBook(book, kind.rule, update, this.#plan.scanner) !== undefined) return false;
      this.#truncate(observed, kind, book);
    }
    return true;
  }

  /**
   * Judges whether the sides and the depth of a snapshot's book are plausible. Returns false if they are
   * not.
   */
  isPlausible(observed: ObservedTopic, book: DecimalBook): boolean {
    const { kind } = observed;
    const depth = depthOf(observed);
    if (depth !== undefined) {
      const id = `x-book.${kind}.truncate`;
      const deepest = Math.max(book.depth("bids"), book.depth("asks"));
      if (deepest > depth) {
        this.#ledger.fail(id, `${deepest} levels on a side, ${depth} were requested`);
        return false;
      }
      this.#ledger.pass(id);
    }
    if (observed.topic.kind.book?.rule.crossed === true) return true;
    if (!book.crossed) {
      this.#ledger.pass(`x-book.${kind}.sides`);
      return true;
    }
    const [[bid], [ask]] = [book.topTexts("bids", 1), book.topTexts("asks", 1)];
    this.#ledger.fail(
      `x-book.${kind}.sides`,
      `the best bid is ${bid?.[0]}, the best ask ${ask?.[0]}`,
    );
    return false;
  }

  #takeSnapshot(observed: ObservedTopic, kind: BookKind, message: string, isSound: boolean): void {
    const { scanner } = this.#plan;
    const { kept: wasKept } = observed;
    const plan = kind.messages.get(message)?.snapshot;
    if (plan === undefined || observed.book === undefined) return;
    const isFirst = !observed.begun;
    observed.begun = true;
    if (isFirst) this.#ledger.pass(`x-snapshot.${observed.kind}.source`);
    const wasAsked = this.#takeAsked(observed);
    observed.kept = false;
    if (!isSound) return;
    const keepDigits = keepsDigits(kind.rule.checksum?.format);
    const compares = wasKept && wasAsked;
    const fresh = compares ? new DecimalBook({ keepDigits }) : observed.book;
    const fault = loadBook(fresh, kind.rule, plan, scanner);
    if (this.#isFaulty(observed, fault, message)) return;
    if (!this.isPlausible(observed, fresh)) return;
    if (compares) {
      this.compare(observed, fresh, false);
      // The frame is scanned again, because the levels of a scan can be read only once.
      scanner.scan(scanner.bytes);
      loadBook(observed.book, kind.rule, plan, scanner);
    }
    observed.kept = true;
    observed.unchecked = 0;
    this.#checkBook(observed, kind, message);
    observed.past?.push(bookText(observed.book));
  }

  /**
   * Compares the kept book with a second book of the same moment. `isCut`: the second book has a limited
   * depth.
   */
  compare(observed: ObservedTopic, other: DecimalBook, isCut: boolean): void {
    const { book } = observed;
    if (book === undefined) return;
    const id = `x-book.${observed.kind}.updates`;
    const difference = bookDifference(book, other, isCut);
    if (difference === undefined) {
      this.#ledger.pass(id);
      return;
    }
    this.#ledger.fail(id, `${observed.name}, ${difference}`);
    observed.lose();
  }

  /** Judges the id of a requested snapshot. Returns false if no snapshot was requested. */
  #takeAsked(observed: ObservedTopic): boolean {
    const { asked } = observed;
    if (asked === undefined) return false;
    observed.asked = undefined;
    asked.isAnswered = true;
    const id = `x-snapshot.${observed.kind}.request`;
    const slot = this.#plan.replyId;
    const found = slot === undefined ? undefined : textAt(this.#plan.scanner, slot);
    if (!asked.hasId || slot === undefined) this.#ledger.pass(id);
    else if (found === undefined)
      this.#ledger.fail(id, `it has no id, the request has ${asked.id}`);
    else if (found === asked.id) this.#ledger.pass(id);
    else this.#ledger.fail("x-subscription.correlation", `${found} for the request ${asked.id}`);
    return true;
  }

  #collect(observed: ObservedTopic, message: string): void {
    const { waiting } = observed;
    const { scanner } = this.#plan;
    const counter = counterOf(this.#plan, message);
    const slot = counter?.slotOf(message);
    const last = slot === undefined ? undefined : countAt(scanner, slot);
    observed.number = last ?? observed.number;
    if (waiting === undefined) return;
    const first = counter?.from === undefined ? last : countAt(scanner, counter.from);
    waiting.push({ message, bytes: scanner.bytes.slice(), first, last });
  }

  #truncate(observed: ObservedTopic, { rule }: BookKind, book: DecimalBook): void {
    const depth = rule.truncate === undefined ? undefined : depthOf(observed);
    if (depth !== undefined) book.truncate(depth);
  }

  #isFaulty(observed: ObservedTopic, fault: BookFault | undefined, message: string): boolean {
    const levels = `x-book.${observed.kind}.levels`;
    if (fault === undefined) {
      this.#ledger.pass(levels);
      return false;
    }
    observed.lose();
    if (fault === "negative") {
      const seen = `${observed.name}: a ${message} leads to a quantity below 0`;
      const updates = `x-book.${observed.kind}.updates`;
      // The contract may have no clause about updates. The failure then counts for the clause about levels.
      this.#ledger.fail(this.#ledger.has(updates) ? updates : levels, seen);
    } else {
      this.#ledger.fail(
        levels,
        `a ${message} of ${observed.name} has no levels, too many, or invalid ones`,
      );
    }
    return true;
  }

  #checkBook(observed: ObservedTopic, { rule, messages }: BookKind, message: string): void {
    const { book } = observed;
    if (rule.checksum === undefined || book === undefined) return;
    const id = `x-book.${observed.kind}.checksum`;
    const slot = messages.get(message)?.checksum;
    if (slot === undefined) {
      if (observed.unchecked < MOST_UNCHECKED) return;
      this.#ledger.fail(id, `${observed.name}: ${observed.unchecked} updates without a checksum`);
      observed.unchecked = 0;
      return;
    }
    const stated = countAt(this.#plan.scanner, slot);
    const own = checksumOfBook(book, rule.checksum);
    observed.unchecked = 0;
    if (stated !== undefined && Number(stated) === own) {
      this.#ledger.pass(id);
      return;
    }
    this.#ledger.fail(id, `${observed.name}: got ${stated ?? "none"}, expected ${own}`);
    observed.lose();
  }
}

/** Returns the counter that a message advances and whose scope is a topic. */
function counterOf({ counters }: FeedPlan, message: string): CounterPlan | undefined {
  return counters.find(({ rule, isCounted }) => rule.scope === "topic" && isCounted(message));
}

function depthOf({ topic }: ObservedTopic): number | undefined {
  const truncate = topic.kind.book?.rule.truncate;
  if (truncate === undefined) return undefined;
  return typeof truncate === "number" ? truncate : Number(topic.parameters[truncate]);
}
