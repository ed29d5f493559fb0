import { integer } from "../storage/read-row.ts";
import type { SqlClient } from "../storage/sql-client.ts";
import type { ReportRepository } from "./report-repository.ts";

/** Stores reports in SQL tables. */
export function sqlReports(client: SqlClient): ReportRepository {
  return {
    async insert(report) {
      const [row] = await client.query(
        `INSERT INTO reports (listing_id, user_id, details, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING RETURNING id`,
        [report.listingId, report.userId, report.details, report.createdAt],
      );
      return row && { ...report, id: integer(row, "id") };
    },
  };
}
