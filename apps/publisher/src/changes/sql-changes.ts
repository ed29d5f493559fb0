import {
  bindings,
  insertRows,
  integer,
  type Row,
  type SqlClient,
  text,
} from "@specwright/database";
import type { Change } from "@specwright/diff";
import { parseJson } from "@specwright/runtime";
import { likePattern } from "../pages/like-pattern.ts";
import type { ChangeRepository } from "./change-repository.ts";

/** Stores changes in a SQL table. */
export function sqlChanges(client: SqlClient): ChangeRepository {
  return {
    async list(ownerId, { limit, after = -1, classes }) {
      const { values, bind } = bindings();
      const conditions = [`owner_id = ${bind(ownerId)}`, `position > ${bind(after)}`];
      if (classes !== undefined) conditions.push(`class IN (${classes.map(bind).join(", ")})`);
      const query = `SELECT position, content FROM changes WHERE ${conditions.join(" AND ")}
        ORDER BY position LIMIT ${bind(limit)}`;
      const rows = await client.query(query, values);
      return rows.map((row) => ({ position: integer(row, "position"), change: readChange(row) }));
    },
    async byFingerprint(ownerId, fingerprint) {
      const query = `SELECT content FROM changes WHERE owner_id = $1 AND fingerprint = $2
        ORDER BY position LIMIT 1`;
      const [row] = await client.query(query, [ownerId, fingerprint]);
      return row && readChange(row);
    },
    async search(name, words, limit) {
      const { values, bind } = bindings();
      const conditions = [
        "versions.state = 'published'",
        `versions.interface = ${bind(name)}`,
        ...words.map((word) => `words LIKE ${bind(likePattern(word))} ESCAPE '!'`),
      ];
      const query = `SELECT owner_id, content FROM changes JOIN versions ON versions.id = owner_id
        WHERE ${conditions.join(" AND ")}
        ORDER BY versions.position DESC, changes.position LIMIT ${bind(limit)}`;
      const rows = await client.query(query, values);
      return rows.map((row) => ({ versionId: text(row, "owner_id"), change: readChange(row) }));
    },
    async insert(ownerId, changes) {
      await insertRows(client, {
        table: "changes",
        columns: ["owner_id", "position", "class", "fingerprint", "words", "content"],
        rows: changes.map((change) => [
          ownerId,
          ...[change.position, change.class, change.fingerprint, change.words, change.content],
        ]),
      });
    },
    async removeAll(ownerId) {
      await client.query("DELETE FROM changes WHERE owner_id = $1", [ownerId]);
    },
  };
}

/** Reads a change that this service wrote itself, so that its shape is not checked again. */
function readChange(row: Row): Change {
  return parseJson(text(row, "content")) as Change;
}
