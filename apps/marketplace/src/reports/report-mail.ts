import { type Letter, oneLine, quoted } from "../mail/letter.ts";
import type { ReportRecord } from "../storage/report-repository.ts";

/** Writes the mail that informs the administrator of a report. */
export function reportMail(report: ReportRecord): Letter {
  const { listingId, owner, reporter } = report;
  const title = oneLine(report.listingTitle);
  return {
    subject: `Listing ${listingId} reported: ${title}`,
    body: `Listing ${listingId} was reported.

Title: ${title}
Owner: user ${owner.id}
Reported by: ${reporter.username} (user ${reporter.id})
Report: ${report.id}

Details:

${quoted(report.details)}
`,
  };
}
