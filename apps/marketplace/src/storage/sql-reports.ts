import {
  createBindings,
  forUpdate,
  type Row,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
  type SqlClient,
} from "@specwright/service/database";
import type { ReportRecord, ReportRepository } from "./report-repository.ts";

/** Stores reports in SQL tables. */
export function sqlReports(client: SqlClient): ReportRepository {
  return {
    async page({ isOpen, beforeId, limit }) {
      const query = createBindings();
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
  const assigneeId = readIntegerOrNull(row, "assignee_id");
  return {
    id: readInteger(row, "id"),
    listingId: readInteger(row, "listing_id"),
    listingTitle: readText(row, "listing_title"),
    owner: { id: readInteger(row, "owner_id"), username: readText(row, "owner_username") },
    reporter: { id: readInteger(row, "user_id"), username: readText(row, "reporter_username") },
    details: readText(row, "details"),
    createdAt: readInteger(row, "created_at"),
    assignee:
      assigneeId === null ? null : { id: assigneeId, username: readText(row, "assignee_username") },
    resolution: readTextOrNull(row, "resolution"),
    closedAt: readIntegerOrNull(row, "closed_at"),
  };
}
