import {
  createBindings,
  forUpdateSkipLocked,
  onlyRow,
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  type SqlClient,
} from "@specwright/service/database";
import type { ClaimedJob, JobRepository } from "./job-repository.ts";

/** How long a job that exceeded its limits waits behind all other jobs, in milliseconds. */
const BEHIND_MS = 600_000;

/** Stores jobs in a SQL table. */
export function sqlJobs(client: SqlClient): JobRepository {
  return {
    async isThere(ownerId) {
      const query = "SELECT id FROM jobs WHERE owner_id = $1";
      return (await client.query(query, [ownerId])).length > 0;
    },
    async waitingOf(share) {
      const query = "SELECT count(*) AS count FROM jobs WHERE share = $1";
      return readInteger(onlyRow(await client.query(query, [share])), "count");
    },
    async waiting() {
      const query = `SELECT count(*) AS count, min(due_at) AS due FROM jobs`;
      const row = onlyRow(await client.query(query));
      return {
        count: readInteger(row, "count"),
        nextDueAt: readIntegerOrNull(row, "due") ?? undefined,
      };
    },
    async insert({ kind, ownerId, line, share, dueAt }) {
      await client.query(
        "INSERT INTO shares (name, turn) VALUES ($1, 0) ON CONFLICT (name) DO NOTHING",
        [share],
      );
      const query = `INSERT INTO jobs
          (kind, owner_id, line, share, due_at, attempts, claims, overruns)
        VALUES ($1, $2, $3, $4, $5, 0, 0, 0) RETURNING id`;
      return readInteger(
        onlyRow(await client.query(query, [kind, ownerId, line, share, dueAt])),
        "id",
      );
    },
    async claim({ now, until, claim, except = [] }) {
      const { values, bind } = createBindings();
      const [row] = await client.query(
        `UPDATE jobs SET claim = ${bind(claim)}, due_at = ${bind(until)}, claims = claims + 1
         WHERE id = (
           SELECT id FROM jobs AS job WHERE due_at <= ${bind(now)}
             ${except.length === 0 ? "" : `AND share NOT IN (${except.map(bind).join(", ")})`}
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE line = job.line AND id < job.id)
           ORDER BY CASE WHEN overruns > 0 AND due_at > ${bind(now - BEHIND_MS)} THEN 1 ELSE 0 END,
             (SELECT turn FROM shares WHERE name = job.share), attempts, id
           LIMIT 1 ${forUpdateSkipLocked(client)}
         ) RETURNING *`,
        values,
      );
      if (row === undefined) return undefined;
      await client.query(
        "UPDATE shares SET turn = (SELECT max(turn) + 1 FROM shares) WHERE name = $1",
        [readText(row, "share")],
      );
      return readJob(row, claim);
    },
    async hold({ id, claim }, until) {
      const query = "UPDATE jobs SET due_at = $3 WHERE id = $1 AND claim = $2 RETURNING id";
      return (await client.query(query, [id, claim, until])).length > 0;
    },
    async retryAt({ id, claim }, dueAt, isOverLimits) {
      await client.query(
        `UPDATE jobs SET claim = NULL, attempts = attempts + 1, overruns = overruns + $4,
           due_at = $3 WHERE id = $1 AND claim = $2`,
        [id, claim, dueAt, isOverLimits ? 1 : 0],
      );
    },
    async release({ id, claim }, now) {
      const query = "UPDATE jobs SET claim = NULL, due_at = $3 WHERE id = $1 AND claim = $2";
      await client.query(query, [id, claim, now]);
    },
    async remove({ id }) {
      await client.query("DELETE FROM jobs WHERE id = $1", [id]);
    },
    async removeOf(ownerId) {
      await client.query("DELETE FROM jobs WHERE owner_id = $1", [ownerId]);
    },
    async restartLine(line, now) {
      const query = `UPDATE jobs SET claim = NULL, due_at = $2
        WHERE line = $1 AND claim IS NOT NULL`;
      await client.query(query, [line, now]);
    },
    async releaseAll(now) {
      const query = "UPDATE jobs SET claim = NULL, due_at = $1 WHERE claim IS NOT NULL";
      await client.query(query, [now]);
    },
  };
}

function readJob(row: Row, claim: string): ClaimedJob {
  const kind = readText(row, "kind");
  if (kind !== "version" && kind !== "diff")
    throw new TypeError("unknown job kind in column `kind`");
  return {
    id: readInteger(row, "id"),
    kind,
    ownerId: readText(row, "owner_id"),
    attempts: readInteger(row, "attempts"),
    overruns: readInteger(row, "overruns"),
    claims: readInteger(row, "claims"),
    claim,
    share: readText(row, "share"),
  };
}
