import type { FeedBook, FeedDescriptor, FeedSnapshot } from "@specwright/runtime/transport";
import { anyOfNames, type ClauseList } from "./clause-list.ts";

/** Adds the clauses of snapshots and books (`x-snapshot`, `x-book`). */
export function addBookClauses(
  list: ClauseList,
  { snapshots = {}, books = {} }: FeedDescriptor,
): void {
  for (const [topic, snapshot] of Object.entries(snapshots)) {
    if (books[topic] !== undefined) addSnapshotClauses(list, topic, snapshot);
  }
  for (const [topic, book] of Object.entries(books)) {
    addClausesOfBook(list, topic, book, snapshots[topic] !== undefined);
  }
}

function addSnapshotClauses(list: ClauseList, topic: string, snapshot: FeedSnapshot): void {
  const { source, request, at } = snapshot;
  const place = ["x-snapshot", "topics", topic];
  if (source === "stream") {
    const sentence = `After a subscription to \`${topic}\`, a snapshot comes before the updates.`;
    list.add(`x-snapshot.${topic}.source`, [...place, "source"], sentence);
  } else {
    const sentence = `A snapshot covers the updates that follow it: \`${at}\` is at least the number before the first update.`;
    list.add(`x-snapshot.${topic}.join`, [...place, "first"], sentence);
  }
  if (request !== undefined) {
    const sentence =
      "A request for a snapshot is answered with a snapshot that has the id of the request.";
    list.add(`x-snapshot.${topic}.request`, [...place, "request"], sentence);
  }
}

function addClausesOfBook(
  list: ClauseList,
  topic: string,
  book: FeedBook,
  compared: boolean,
): void {
  const place = ["x-book", "topics", topic];
  const addClause = (rule: string, at: readonly string[], sentence: string): void =>
    list.add(`x-book.${topic}.${rule}`, [...place, ...at], sentence);
  const messages = [...Object.keys(book.snapshots), ...Object.keys(book.updates)];
  addClause(
    "levels",
    [],
    `Each ${anyOfNames(messages)} has levels in the places that the contract names.`,
  );
  if (book.crossed !== true) {
    addClause("sides", [], "The best bid of a snapshot is lower than its best ask.");
  }
  if (compared && Object.keys(book.updates).length > 0) {
    const how = book.quantityIs === "delta" ? "added to the quantities" : "set as quantities";
    const updates = anyOfNames(Object.keys(book.updates));
    addClause(
      "updates",
      ["updates"],
      `Applying ${updates}, ${how}, turns one snapshot into the next.`,
    );
  }
  if (book.truncate !== undefined) {
    const sentence = `A snapshot has at most \`${book.truncate}\` levels per side.`;
    addClause("truncate", ["truncate"], sentence);
  }
  if (book.checksum !== undefined) {
    const { levels, at } = book.checksum;
    const sentence = `The checksum of ${anyOfNames(Object.keys(at))} matches the best ${levels} levels.`;
    addClause("checksum", ["checksum"], sentence);
  }
}
