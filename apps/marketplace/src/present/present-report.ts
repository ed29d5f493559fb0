import type { ReportCase, ReportCaseEnvelope } from "@specwright/marketplace-api/types";
import type { ReportRecord } from "../storage/report-repository.ts";
import { timestamp } from "../timestamp.ts";

/** Returns a report in the form of the API, for moderators. */
export function presentReport(report: ReportRecord): ReportCase {
  const { closedAt } = report;
  return {
    id: report.id,
    listing_id: report.listingId,
    listing_title: report.listingTitle,
    owner: report.owner,
    reporter: report.reporter,
    details: report.details,
    status: closedAt === null ? "open" : "closed",
    assignee: report.assignee,
    resolution: report.resolution,
    created_at: timestamp(report.createdAt),
    closed_at: closedAt === null ? null : timestamp(closedAt),
  };
}

/** Builds the response with a report. */
export function reportAnswer(report: ReportRecord): { status: 200; body: ReportCaseEnvelope } {
  return { status: 200, body: { data: presentReport(report) } };
}
