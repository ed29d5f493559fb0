import { stringifyJson } from "@specwright/runtime";
import { createBindings, readText, type SqlClient } from "@specwright/service/database";
import { readPublished, readVersion, readWithdrawn } from "./read-version.ts";
import type { PublishedVersion } from "./version.ts";
import type {
  VersionReader,
  VersionRepository,
  VersionSelection,
  WithdrawnSelection,
} from "./version-repository.ts";

/** Stores versions in a SQL table. */
export function sqlVersions(client: SqlClient): VersionRepository {
  return {
    ...versionReader(client),
    async latestAccepted(name, branch) {
      const query = `SELECT * FROM versions
        WHERE interface = $1 AND branch = $2 AND state IN ('published', 'processing')
          AND withdrawn_at IS NULL
        ORDER BY position DESC LIMIT 1`;
      const [row] = await client.query(query, [name, branch]);
      return row && readVersion(row);
    },
    async insert(version) {
      await client.query(
        `INSERT INTO versions
           (id, position, interface, branch, digest, path, format, commit_id, accepted_at,
            release_title, release_notes, released_at, is_released_when_published, is_lenient, is_private,
            replaces_withdrawn, accepts_faults, state)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
           'processing')`,
        [
          ...[version.id, version.position, version.interface, version.branch, version.digest],
          ...[version.path, version.format, version.commit, version.acceptedAt],
          ...[version.release.title, version.release.notes, version.releasedAt ?? null],
          version.releasedAt === undefined ? 1 : 0,
          version.isLenient ? 1 : 0,
          version.isPrivate ? 1 : 0,
          version.replacesWithdrawn ? 1 : 0,
          version.acceptsFaults ? 1 : 0,
        ],
      );
    },
    async publish(id, { number, previousId, facts, publishedAt }) {
      await client.query(
        `UPDATE versions SET state = 'published', number = $2, previous_id = $3, facts = $4,
           published_at = $5,
           released_at = CASE is_released_when_published WHEN 1 THEN $6 ELSE released_at END
         WHERE id = $1`,
        [id, number, previousId, stringifyJson(facts), publishedAt, isoTime(publishedAt)],
      );
    },
    async reject(id, diagnostics) {
      const query = "UPDATE versions SET state = 'rejected', diagnostics = $2 WHERE id = $1";
      await client.query(query, [id, stringifyJson(diagnostics)]);
    },
    async fail(id, failure) {
      const query = "UPDATE versions SET state = 'failed', failure = $2 WHERE id = $1";
      await client.query(query, [id, failure]);
    },
    async targets({ interface: name, branch, number }) {
      const { values, bind } = createBindings();
      const conditions = [
        `interface = ${bind(name)} AND state IN ('published', 'processing')`,
        "withdrawn_at IS NULL",
        ...(branch === undefined ? [] : [`branch = ${bind(branch)}`]),
        ...(number === undefined ? [] : [`number = ${bind(number)}`]),
      ];
      const query = `SELECT * FROM versions WHERE ${conditions.join(" AND ")} ORDER BY position`;
      return (await client.query(query, values)).map(readVersion);
    },
    async successorOf(id) {
      const query = `SELECT * FROM versions WHERE previous_id = $1 AND withdrawn_at IS NULL
        AND state = 'published' ORDER BY position LIMIT 1`;
      const [row] = await client.query(query, [id]);
      return row && readPublished(row);
    },
    async withdraw(id, reason, now) {
      const query = `UPDATE versions SET withdrawn_at = $2, withdrawal_reason = $3,
        release_title = NULL, release_notes = NULL WHERE id = $1`;
      await client.query(query, [id, now, reason]);
    },
    async compareAgain(id, { previousId, facts }, now) {
      const query = `UPDATE versions SET previous_id = $2, facts = $3, revised_at = $4
        WHERE id = $1`;
      await client.query(query, [id, previousId, stringifyJson(facts), now]);
    },
    async setPrivate(name, isPrivate) {
      const query = "SELECT DISTINCT branch FROM versions WHERE interface = $1";
      for (const row of await client.query(query, [name])) {
        const branch = readText(row, "branch");
        await client.query(
          "UPDATE versions SET is_private = $3 WHERE interface = $1 AND branch = $2",
          [name, branch, isPrivate(branch) ? 1 : 0],
        );
      }
    },
    async revise(id, { title, notes, releasedAt }, now) {
      await client.query(
        `UPDATE versions SET release_title = $2, release_notes = $3, released_at = $4,
           revised_at = $5 WHERE id = $1 AND state = 'published'`,
        [id, title, notes, releasedAt, now],
      );
    },
  };
}

function versionReader(client: SqlClient): VersionReader {
  return {
    async byId(id) {
      const [row] = await client.query("SELECT * FROM versions WHERE id = $1", [id]);
      return row && readVersion(row);
    },
    async byNumber(name, number) {
      const query = "SELECT * FROM versions WHERE interface = $1 AND number = $2";
      const [row] = await client.query(query, [name, number]);
      return row && readVersion(row);
    },
    async newest(name, branch) {
      const query = `SELECT * FROM versions
        WHERE interface = $1 AND branch = $2 AND state = 'published' AND withdrawn_at IS NULL
        ORDER BY position DESC LIMIT 1`;
      const [row] = await client.query(query, [name, branch]);
      return row && readPublished(row);
    },
    async withdrawn(selection) {
      const { conditions, values, bind } = conditionsOf(selection);
      const query = `SELECT * FROM versions WHERE ${conditions.join(" AND ")}
        AND withdrawn_at IS NOT NULL ORDER BY position DESC LIMIT ${bind(selection.limit)}`;
      return (await client.query(query, values)).map(readWithdrawn);
    },
    async list(selection) {
      return await listVersions(client, selection);
    },
    async branches(name) {
      const query = `SELECT DISTINCT branch FROM versions
        WHERE interface = $1 AND state = 'published' AND withdrawn_at IS NULL ORDER BY branch`;
      return (await client.query(query, [name])).map((row) => readText(row, "branch"));
    },
  };
}

async function listVersions(
  client: SqlClient,
  selection: VersionSelection,
): Promise<readonly PublishedVersion[]> {
  const { conditions, values, bind } = conditionsOf(selection);
  conditions.push("withdrawn_at IS NULL");
  const { before, commit, classes, limit } = selection;
  if (before !== undefined) conditions.push(`position < ${bind(before)}`);
  if (commit !== undefined) conditions.push(`commit_id = ${bind(commit)}`);
  if (classes !== undefined) {
    const list = classes.map(bind).join(", ");
    conditions.push(
      `EXISTS (SELECT 1 FROM changes WHERE owner_id = versions.id AND class IN (${list}))`,
    );
  }
  const query = `SELECT * FROM versions WHERE ${conditions.join(" AND ")}
    ORDER BY position DESC LIMIT ${bind(limit)}`;
  return (await client.query(query, values)).map(readPublished);
}

/**
 * Returns the SQL conditions for the published versions of a selection. All lists of versions use
 * them.
 */
function conditionsOf({ interface: name, branch, isPublic = false }: WithdrawnSelection) {
  const { values, bind } = createBindings();
  const conditions = ["state = 'published'"];
  if (isPublic) conditions.push("is_private = 0");
  if (name !== undefined) conditions.push(`interface = ${bind(name)}`);
  if (branch !== undefined) conditions.push(`branch = ${bind(branch)}`);
  return { conditions, values, bind };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
