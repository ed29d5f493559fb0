import {
  bindings,
  forUpdate,
  integer,
  integerOrNull,
  type Row,
  type SqlClient,
  text,
  textOrNull,
} from "@specwright/service/database";
import type { ReportRecord, ReportRepository } from "./report-repository.ts";

/** Stores reports in SQL tables. */
export function sqlReports(client: SqlClient): ReportRepository {
  return {
    async page({ isOpen, beforeId, limit }) {
      const query = bindings();
      const conditions = ["1 = 1"];
      if (isOpen !== undefined) conditions.push(`closed_at IS ${isOpen ? "" : "NOT"} NULL`);
      if (beforeId !== undefined) conditions.push(`id < ${query.bind(beforeId)}`);
      const statement = `SELECT * FROM reports WHERE ${conditions.join(" AND ")}
        ORDER BY id DESC LIMIT ${query.bind(limit)}`;
      return (await client.query(statement, query.values)).map(readReport);
    },
    async insert(report) {
      const [row] = await client.query(
        `INSERT INTO reports
           (listing_id, user_id, details, created_at, listing_title, owner_id, owner_username,
            reporter_username)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT DO NOTHING RETURNING *`,
        [
          report.listingId,
          report.reporter.id,
          report.details,
          report.createdAt,
          report.listingTitle,
          report.owner.id,
          report.owner.username,
          report.reporter.username,
        ],
      );
      return row && readReport(row);
    },
    async lock(id) {
      const query = `SELECT * FROM reports WHERE id = $1 ${forUpdate(client)}`;
      const [row] = await client.query(query, [id]);
      return row && readReport(row);
    },
    async update({ id, assignee, resolution, closedAt }) {
      await client.query(
        `UPDATE reports
         SET assignee_id = $2, assignee_username = $3, resolution = $4, closed_at = $5
         WHERE id = $1`,
        [id, assignee?.id ?? null, assignee?.username ?? null, resolution, closedAt],
      );
    },
  };
}

function readReport(row: Row): ReportRecord {
  const assigneeId = integerOrNull(row, "assignee_id");
  return {
    id: integer(row, "id"),
    listingId: integer(row, "listing_id"),
    listingTitle: text(row, "listing_title"),
    owner: { id: integer(row, "owner_id"), username: text(row, "owner_username") },
    reporter: { id: integer(row, "user_id"), username: text(row, "reporter_username") },
    details: text(row, "details"),
    createdAt: integer(row, "created_at"),
    assignee:
      assigneeId === null ? null : { id: assigneeId, username: text(row, "assignee_username") },
    resolution: textOrNull(row, "resolution"),
    closedAt: integerOrNull(row, "closed_at"),
  };
}
