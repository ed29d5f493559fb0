// Fetches a snapshot over HTTP, and joins it with the updates of a topic, as a client does.

import { DecimalBook } from "@specwright/streams/books";
import {
  type Count,
  countAt,
  isEqual,
  loadBook,
  nextCount,
} from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";
import type { Conversation } from "./conversation.ts";
import type { ObservedTopic, WaitingUpdate } from "./observed-topic.ts";

export type FetchSnapshot = (observed: ObservedTopic) => Promise<Uint8Array>;

const MOST_TRIES = 10;
const RETRY_MS = 500;
/** The time without updates after which a snapshot counts as joined, because the market is quiet. */
const QUIET_MS = 5_000;

/**
 * Fetches a snapshot and joins it with the updates. If the topic already has a book, compares the book with
 * the result; otherwise keeps the result as the book.
 */
export async function joinSnapshot(
  conversation: Conversation,
  ledger: ClauseLedger,
  observed: ObservedTopic,
  fetch: FetchSnapshot,
): Promise<void> {
  const id = `x-snapshot.${observed.kind}.join`;
  observed.waiting = [];
  let late = "";
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (tries > 0 && !(await conversation.pause(RETRY_MS))) break;
    const bytes = await fetch(observed).catch((error: unknown) => {
      ledger.hinder(id, error instanceof Error ? error.message : String(error));
      return undefined;
    });
    if (conversation.ended !== undefined) break;
    if (bytes === undefined) continue;
    const snapshot = readSnapshot(observed, bytes);
    if (snapshot === undefined) {
      ledger.fail(
        id,
        `no number or no levels: ${new TextDecoder().decode(bytes.subarray(0, 200))}`,
      );
      break;
    }
    if (!conversation.books.isPlausible(observed, snapshot.book)) break;
    const joined = await joinUpdates(conversation, observed, snapshot);
    if (joined === "quiet") {
      ledger.hinder(id, "nothing happened in the market");
      break;
    }
    if (joined === "lost") continue;
    if (joined !== undefined) {
      late = joined.late;
      continue;
    }
    ledger.pass(id);
    late = "";
    break;
  }
  if (late !== "" && conversation.ended === undefined) {
    ledger.fail(
      id,
      `${observed.name}: ${MOST_TRIES} snapshots were too old, the last one has ${late}`,
    );
  }
  observed.waiting = undefined;
}

interface Snapshot {
  readonly number: Count;
  readonly book: DecimalBook;
}

function readSnapshot({ topic }: ObservedTopic, bytes: Uint8Array): Snapshot | undefined {
  const { answer, book: kind } = topic.kind;
  if (answer === undefined || kind === undefined || !answer.scanner.scan(bytes)) return undefined;
  const number = countAt(answer.scanner, answer.at);
  const book = new DecimalBook();
  const fault = loadBook(book, kind.rule, answer.plan, answer.scanner);
  return number === undefined || fault !== undefined ? undefined : { number, book };
}

/**
 * Joins a snapshot with the updates. Resolves with the reason if the snapshot is too old; with `lost` if
 * updates are missing; and with `quiet` if no update arrives that shows to which state of the kept book the
 * snapshot belongs.
 */
async function joinUpdates(
  conversation: Conversation,
  observed: ObservedTopic,
  { number, book }: Snapshot,
): Promise<{ readonly late: string } | "lost" | "quiet" | undefined> {
  const isAfter = ({ last }: WaitingUpdate): boolean => last === undefined || last > number;
  await conversation.until(() => observed.waiting?.some(isAfter) === true, QUIET_MS);
  if (observed.waiting === undefined || conversation.ended !== undefined) return "lost";
  const at = observed.waiting.findIndex(isAfter);
  const first = at < 0 ? undefined : observed.waiting[at]?.first;
  const wanted = observed.topic.kind.snapshot?.first === "same" ? number : nextCount(number);
  if (first !== undefined && first > wanted) {
    return { late: `${number}, the next update begins at ${first}` };
  }
  if (at >= 0 && !conversation.books.replay(observed, book, at)) return "lost";
  const joinedTo = observed.waiting.at(-1)?.last ?? number;
  if (observed.kept && observed.number !== undefined) {
    if (!isEqual(observed.number, at < 0 ? number : joinedTo)) return "quiet";
    conversation.books.compare(observed, book, true);
  }
  observed.adopt(book, joinedTo > number ? joinedTo : number);
  return undefined;
}
