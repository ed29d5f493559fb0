import { stringifyJson } from "@specwright/runtime";
import {
  type Row,
  readInteger,
  readText,
  readTextOrNull,
  type SqlClient,
} from "@specwright/service/database";
import type { Diff, DiffHead, DiffRepository } from "./diff-repository.ts";
import { readDiagnostics, readFacts, readFormat } from "./read-facts.ts";
import { removeChanges } from "./sql-changes.ts";
import { removeFiles } from "./sql-files.ts";
import { removePages } from "./sql-fragments.ts";

/** Stores comparisons in a SQL table. */
export function sqlDiffs(client: SqlClient): DiffRepository {
  return {
    async byId(id, now) {
      const query = "SELECT * FROM diffs WHERE id = $1 AND expires_at > $2";
      const [row] = await client.query(query, [id, now]);
      return row && readDiff(row);
    },
    async ofVersions(baseId, headId) {
      const query = "SELECT * FROM diffs WHERE base_id = $1 AND head_id = $2";
      const [row] = await client.query(query, [baseId, headId]);
      return row && readDiff(row);
    },
    async insert(diff) {
      await client.query(
        `INSERT INTO diffs (id, interface, branch, base_id, head_id, path, format, is_lenient,
           accepted_at, expires_at, accepts_faults, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'processing')`,
        [
          ...[diff.id, diff.interface, diff.branch, diff.baseId, diff.headId, diff.path],
          ...[diff.format, diff.isLenient ? 1 : 0, diff.acceptedAt, diff.expiresAt],
          diff.acceptsFaults ? 1 : 0,
        ],
      );
    },
    async finish(id, facts) {
      const query = "UPDATE diffs SET state = 'done', facts = $2 WHERE id = $1";
      await client.query(query, [id, stringifyJson(facts)]);
    },
    async reject(id, diagnostics) {
      const query = "UPDATE diffs SET state = 'rejected', diagnostics = $2 WHERE id = $1";
      await client.query(query, [id, stringifyJson(diagnostics)]);
    },
    async fail(id, failure) {
      const query = "UPDATE diffs SET state = 'failed', failure = $2 WHERE id = $1";
      await client.query(query, [id, failure]);
    },
    async keepUntil(id, expiresAt) {
      await client.query("UPDATE diffs SET expires_at = $2 WHERE id = $1", [id, expiresAt]);
    },
    async forget(now) {
      const query = `SELECT id FROM diffs
        WHERE expires_at <= $1 AND state <> 'processing' LIMIT 100`;
      const ids = (await client.query(query, [now])).map((row) => readText(row, "id"));
      for (const id of ids) await forgetOne(client, id);
      return ids.length;
    },
    async forgetOf(versionId) {
      const query = "SELECT id FROM diffs WHERE base_id = $1 OR head_id = $1";
      const ids = (await client.query(query, [versionId])).map((row) => readText(row, "id"));
      for (const id of ids) {
        await client.query("DELETE FROM jobs WHERE owner_id = $1", [id]);
        await forgetOne(client, id);
      }
    },
  };
}

async function forgetOne(client: SqlClient, id: string): Promise<void> {
  await removeFiles(client, id);
  await removeChanges(client, id);
  await removePages(client, id);
  await client.query("DELETE FROM diffs WHERE id = $1", [id]);
}

function readDiff(row: Row): Diff {
  const state = readText(row, "state");
  switch (state) {
    case "processing":
      return { ...readHead(row), state };
    case "done":
      return { ...readHead(row), state, facts: readFacts(readText(row, "facts")) };
    case "rejected":
      return {
        ...readHead(row),
        state,
        diagnostics: readDiagnostics(readText(row, "diagnostics")),
      };
    case "failed":
      return { ...readHead(row), state, failure: readText(row, "failure") };
    default:
      throw new TypeError("unknown comparison state in column `state`");
  }
}

function readHead(row: Row): DiffHead {
  return {
    id: readText(row, "id"),
    interface: readText(row, "interface"),
    branch: readText(row, "branch"),
    baseId: readTextOrNull(row, "base_id"),
    headId: readTextOrNull(row, "head_id"),
    path: readTextOrNull(row, "path"),
    format: readFormat(row),
    isLenient: readInteger(row, "is_lenient") === 1,
    acceptsFaults: readInteger(row, "accepts_faults") === 1,
    acceptedAt: readInteger(row, "accepted_at"),
    expiresAt: readInteger(row, "expires_at"),
  };
}
