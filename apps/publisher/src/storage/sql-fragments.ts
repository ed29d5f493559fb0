// Each fragment and search text is stored once, under its digest. It is deleted when nothing uses
// it any more.

import { createBindings, insertRows, readText, type SqlClient } from "@specwright/service/database";
import type { Fragment, SearchText } from "./page-repository.ts";

/** A table whose key is a digest. */
interface DigestTable {
  readonly name: "fragments" | "search_entries";
  readonly columns: readonly string[];
  /** SQL conditions. If all of them are true, nothing uses the row. */
  readonly unused: readonly string[];
}

const fragmentTable: DigestTable = {
  name: "fragments",
  columns: ["digest", "content"],
  unused: [
    noPage("fragments", "html_digest"),
    noPage("fragments", "markdown_digest"),
    "NOT EXISTS (SELECT 1 FROM fragment_uses WHERE fragment_uses.digest = fragments.digest)",
  ],
};

const searchTable: DigestTable = {
  name: "search_entries",
  columns: ["digest", "entries", "words"],
  unused: [noPage("search_entries", "search_digest")],
};

function noPage(table: string, column: string): string {
  return `NOT EXISTS (SELECT 1 FROM pages WHERE ${column} = ${table}.digest)`;
}

/** The number of rows that one query inserts or removes. */
const BATCH = 200;

/** Stores fragments of pages. The pages must be stored in the same transaction. */
export async function insertFragments(
  client: SqlClient,
  fragments: readonly Fragment[],
): Promise<void> {
  await insertOnce(
    client,
    fragmentTable,
    fragments.map(({ digest, content }) => [digest, content]),
  );
}

/** Records the fragments that a version or a comparison uses outside of its pages. */
export async function insertUses(
  client: SqlClient,
  ownerId: string,
  fragments: readonly Fragment[],
): Promise<void> {
  await insertRows(client, {
    table: "fragment_uses",
    columns: ["owner_id", "digest"],
    rows: fragments.map(({ digest }) => [ownerId, digest]),
    keepsExisting: true,
  });
}

/** Stores the searchable texts of pages. The pages must be stored in the same transaction. */
export async function insertSearchTexts(
  client: SqlClient,
  texts: readonly SearchText[],
): Promise<void> {
  await insertOnce(
    client,
    searchTable,
    texts.map(({ digest, entries, words }) => [digest, entries, words]),
  );
}

type DigestRow = readonly [digest: string, ...others: (string | Uint8Array)[]];

async function insertOnce(
  client: SqlClient,
  { name, columns }: DigestTable,
  rows: readonly DigestRow[],
): Promise<void> {
  // Sorting the rows avoids deadlocks between transactions that insert the same rows.
  const sorted = rows.toSorted(([one], [other]) => (one < other ? -1 : 1));
  await insertRows(client, { table: name, columns, rows: sorted, keepsExisting: true });
}

/**
 * Removes the pages and reports of a version or a comparison, and content that nothing else uses.
 * If a concurrent transaction starts to use this content, a foreign key makes one of the two
 * transactions retry.
 */
export async function removePages(client: SqlClient, ownerId: string): Promise<void> {
  const fragments = await client.query(
    `SELECT html_digest AS digest FROM pages WHERE version_id = $1
     UNION SELECT markdown_digest FROM pages WHERE version_id = $1
     UNION SELECT digest FROM fragment_uses WHERE owner_id = $1`,
    [ownerId],
  );
  const searchTexts = await client.query(
    "SELECT DISTINCT search_digest AS digest FROM pages WHERE version_id = $1",
    [ownerId],
  );
  await client.query("DELETE FROM pages WHERE version_id = $1", [ownerId]);
  await client.query("DELETE FROM fragment_uses WHERE owner_id = $1", [ownerId]);
  const digestOf = (row: Parameters<typeof readText>[0]): string => readText(row, "digest");
  await removeUnused(client, fragmentTable, fragments.map(digestOf));
  await removeUnused(client, searchTable, searchTexts.map(digestOf));
}

/**
 * Removes the fragments that a version uses outside of its pages, except the fragments with the
 * digests `kept`.
 */
export async function removeUses(
  client: SqlClient,
  ownerId: string,
  kept: readonly string[],
): Promise<void> {
  const query = "SELECT digest FROM fragment_uses WHERE owner_id = $1";
  const used = (await client.query(query, [ownerId])).map((row) => readText(row, "digest"));
  const removed = used.filter((digest) => !kept.includes(digest));
  for (const digest of removed) {
    await client.query("DELETE FROM fragment_uses WHERE owner_id = $1 AND digest = $2", [
      ...[ownerId, digest],
    ]);
  }
  await removeUnused(client, fragmentTable, removed);
}

async function removeUnused(
  client: SqlClient,
  { name, unused }: DigestTable,
  all: readonly string[],
): Promise<void> {
  const sorted = all.toSorted((one, other) => (one < other ? -1 : 1));
  for (let at = 0; at < sorted.length; at += BATCH) {
    const digests = sorted.slice(at, at + BATCH);
    const { values, bind } = createBindings();
    const list = digests.map(bind).join(", ");
    const query = `DELETE FROM ${name} WHERE digest IN (${list}) AND ${unused.join(" AND ")}`;
    await client.query(query, values);
  }
}
