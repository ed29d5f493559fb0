import type { Change } from "@specwright/diff";
import { parseJson } from "@specwright/runtime";
import {
  createBindings,
  insertRows,
  type Row,
  readInteger,
  readText,
  type SqlClient,
} from "@specwright/service/database";
import type { ChangeRepository } from "./change-repository.ts";
import { likePattern } from "./like-pattern.ts";

/** Stores changes in SQL tables. */
export function sqlChanges(client: SqlClient): ChangeRepository {
  return {
    async list(ownerId, { limit, after = -1, classes }) {
      const { values, bind } = createBindings();
      const conditions = [`owner_id = ${bind(ownerId)}`, `position > ${bind(after)}`];
      if (classes !== undefined) conditions.push(`class IN (${classes.map(bind).join(", ")})`);
      const query = `SELECT owner_id, position, content, affected_digest FROM changes
        WHERE ${conditions.join(" AND ")} ORDER BY position LIMIT ${bind(limit)}`;
      const rows = await client.query(query, values);
      const changes = await readChanges(client, rows);
      return changes.map(({ row, change }) => ({ position: readInteger(row, "position"), change }));
    },
    async byFingerprint(ownerId, fingerprint) {
      const query = `SELECT owner_id, content, affected_digest FROM changes
        WHERE owner_id = $1 AND fingerprint = $2 ORDER BY position LIMIT 1`;
      const rows = await client.query(query, [ownerId, fingerprint]);
      const [found] = await readChanges(client, rows);
      return found?.change;
    },
    async search({ interface: name, words, isPublic, limit }) {
      const { values, bind } = createBindings();
      const conditions = [
        "versions.state = 'published' AND versions.withdrawn_at IS NULL",
        `versions.interface = ${bind(name)}`,
        ...(isPublic ? ["versions.is_private = 0"] : []),
        ...words.map((word) => `words LIKE ${bind(likePattern(word))} ESCAPE '!'`),
      ];
      const query = `SELECT owner_id, content, affected_digest
        FROM changes JOIN versions ON versions.id = owner_id
        WHERE ${conditions.join(" AND ")}
        ORDER BY versions.position DESC, changes.position LIMIT ${bind(limit)}`;
      const changes = await readChanges(client, await client.query(query, values));
      return changes.map(({ row, change }) => ({ versionId: readText(row, "owner_id"), change }));
    },
    async insert(ownerId, changes) {
      await insertRows(client, {
        table: "changes",
        columns: [
          ...["owner_id", "position", "class", "fingerprint", "words", "content"],
          "affected_digest",
        ],
        rows: changes.map((change) => [
          ...[ownerId, change.position, change.class, change.fingerprint, change.words],
          ...[change.content, change.affectedDigest],
        ]),
      });
    },
    async insertAffected(ownerId, lists) {
      await insertRows(client, {
        table: "affected_lists",
        columns: ["owner_id", "digest", "content"],
        rows: lists.map(({ digest, content }) => [ownerId, digest, content]),
      });
    },
    removeAll: (ownerId) => removeChanges(client, ownerId),
  };
}

/** Removes the changes of a version or a comparison. */
export async function removeChanges(client: SqlClient, ownerId: string): Promise<void> {
  await client.query("DELETE FROM changes WHERE owner_id = $1", [ownerId]);
  await client.query("DELETE FROM affected_lists WHERE owner_id = $1", [ownerId]);
}

/** The number of lists that one query reads. */
const BATCH = 200;

/**
 * Reads changes. Their shapes are not checked, because this service wrote them. Each list of
 * affected operations is read once, because a list may be far larger than the changes that share
 * it.
 */
async function readChanges(
  client: SqlClient,
  rows: readonly Row[],
): Promise<readonly { readonly row: Row; readonly change: Change }[]> {
  const lists = new Map<string, Pick<Change, "affects" | "milderIn">>();
  for (const [ownerId, own] of Map.groupBy(rows, (row) => readText(row, "owner_id"))) {
    const digests = [...new Set(own.map((row) => readText(row, "affected_digest")))];
    for (let at = 0; at < digests.length; at += BATCH) {
      const { values, bind } = createBindings();
      const query = `SELECT digest, content FROM affected_lists WHERE owner_id = ${bind(ownerId)}
        AND digest IN (${digests
          .slice(at, at + BATCH)
          .map(bind)
          .join(", ")})`;
      for (const row of await client.query(query, values)) {
        // `JSON.parse` rounds large numbers, but the lists contain none.
        lists.set(readText(row, "digest"), JSON.parse(readText(row, "content")) as Change);
      }
    }
  }
  return rows.map((row) => {
    const content = parseJson(readText(row, "content")) as Omit<Change, "affects" | "milderIn">;
    const affected = lists.get(readText(row, "affected_digest"));
    if (affected === undefined)
      throw new TypeError("the list of affected operations of a change is missing");
    return { row, change: { ...content, ...affected } };
  });
}
