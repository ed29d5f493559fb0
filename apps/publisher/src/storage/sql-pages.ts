import {
  createBindings,
  insertRows,
  type Row,
  readBytes,
  readText,
  type SqlClient,
} from "@specwright/service/database";
import type { PageKind, SearchEntry } from "@specwright/site";
import { likePattern } from "./like-pattern.ts";
import type { PageRepository, StoredPage } from "./page-repository.ts";
import {
  insertFragments,
  insertSearchTexts,
  insertUses,
  removePages,
  removeUses,
} from "./sql-fragments.ts";

/** Stores pages in SQL tables. */
export function sqlPages(client: SqlClient): PageRepository {
  return {
    async byPath(versionId, path) {
      const query = "SELECT * FROM pages WHERE version_id = $1 AND path = $2";
      const [row] = await client.query(query, [versionId, path]);
      return row && readPage(row);
    },
    async versionsWith(path, versionIds) {
      if (versionIds.length === 0) return [];
      const { values, bind } = createBindings();
      const query = `SELECT version_id FROM pages
        WHERE path = ${bind(path)} AND version_id IN (${versionIds.map(bind).join(", ")})`;
      return (await client.query(query, values)).map((row) => readText(row, "version_id"));
    },
    async list(versionId) {
      const query = "SELECT * FROM pages WHERE version_id = $1 ORDER BY position";
      return (await client.query(query, [versionId])).map(readPage);
    },
    async fragment(digest) {
      const query = "SELECT content FROM fragments WHERE digest = $1";
      const [row] = await client.query(query, [digest]);
      return row && readBytes(row, "content");
    },
    async search(versionId, words, limit) {
      const { values, bind } = createBindings();
      const conditions = [
        `version_id = ${bind(versionId)}`,
        ...words.map((word) => `words LIKE ${bind(likePattern(word))} ESCAPE '!'`),
      ];
      const query = `SELECT pages.*, entries FROM pages
        JOIN search_entries ON digest = search_digest
        WHERE ${conditions.join(" AND ")} ORDER BY position LIMIT ${bind(limit)}`;
      const rows = await client.query(query, values);
      return rows.map((row) => ({ page: readPage(row), entries: readEntries(row) }));
    },
    insertFragments: (fragments) => insertFragments(client, fragments),
    insertUses: (ownerId, fragments) => insertUses(client, ownerId, fragments),
    insertSearchTexts: (texts) => insertSearchTexts(client, texts),
    async insert(versionId, pages) {
      await insertRows(client, {
        table: "pages",
        columns: [
          ...["version_id", "path", "position", "kind", "title", "description"],
          ...["html_digest", "markdown_digest", "search_digest"],
        ],
        rows: pages.map((page) => [
          ...[versionId, page.path, page.position, page.kind, page.title, page.description],
          ...[page.htmlDigest, page.markdownDigest, page.searchDigest],
        ]),
      });
    },
    removeUses: (ownerId, kept) => removeUses(client, ownerId, kept),
    removeAll: (ownerId) => removePages(client, ownerId),
  };
}

function readPage(row: Row): StoredPage {
  return {
    path: readText(row, "path"),
    kind: readText(row, "kind") as PageKind,
    title: readText(row, "title"),
    description: readText(row, "description"),
    htmlDigest: readText(row, "html_digest"),
    markdownDigest: readText(row, "markdown_digest"),
  };
}

/** Reads entries. Their shape is not checked, because this service wrote them. */
function readEntries(row: Row): readonly SearchEntry[] {
  const entries: readonly SearchEntry[] = JSON.parse(readText(row, "entries"));
  return entries;
}
