// Compares kept books with snapshots of a second connection. Used for servers that send only one snapshot
// on each connection.

import { bookText, differenceOfTexts } from "./book-texts.ts";
import type { ClauseLedger } from "./clause-ledger.ts";
import type { Conversation } from "./conversation.ts";
import type { ObservedTopic } from "./observed-topic.ts";
import type { ChosenTopic } from "./topic-choice.ts";

/**
 * The maximum delay with which frames of the first connection may arrive after the snapshot, in
 * milliseconds.
 */
const GRACE_MS = 1_000;

/**
 * Subscribes to the same topics on a second connection. Judges whether each kept book equalled the snapshot
 * at some time during the comparison.
 */
export async function compareConnections(
  conversation: Conversation,
  ledger: ClauseLedger,
  observed: readonly ObservedTopic[],
  begin: (chosen: readonly ChosenTopic[]) => Promise<Conversation | undefined>,
): Promise<void> {
  const startedMs = conversation.now();
  const kept = observed.filter((one) => one.kept);
  for (const one of kept) {
    const { book } = one;
    if (book !== undefined) one.past = [bookText(book)];
  }
  const chosen = kept.map(({ topic }) => ({ kind: topic.kind, values: topic.parameters }));
  const other = await begin(chosen);
  const snapshots = kept.map(({ name }) => {
    const twin = other?.topics.find((one) => one.name === name && one.kept);
    return twin?.book && bookText(twin.book);
  });
  other?.leave();
  await conversation.pause(GRACE_MS);
  for (const [at, one] of kept.entries()) {
    const [text, { past }] = [snapshots[at], one];
    one.past = undefined;
    // A book that became incomplete during the comparison has no past states.
    if (text === undefined || past === undefined) continue;
    const id = `x-book.${one.kind}.updates`;
    if (past.includes(text)) ledger.pass(id);
    // If the first connection was silent, its frames may be late, so the difference is not a failure.
    else if (conversation.heardMs > startedMs)
      ledger.fail(id, `${one.name}, ${differenceOfTexts(past.at(-1) ?? "", text)}`);
  }
}
