import type { ListingRecord } from "../listings/listing-repository.ts";
import { type Letter, oneLine, quoted } from "../mail/letter.ts";
import type { UserRecord } from "../users/user-repository.ts";
import type { ReportRecord } from "./report-repository.ts";

/** Writes the mail that tells the administrator of a report. */
export function reportMail(
  report: ReportRecord,
  listing: ListingRecord,
  reporter: UserRecord,
): Letter {
  const title = oneLine(listing.title);
  return {
    subject: `Listing ${listing.id} reported: ${title}`,
    body: `Listing ${listing.id} was reported.

Title: ${title}
Owner: user ${listing.userId}
Reported by: ${reporter.username} (user ${report.userId})
Report: ${report.id}

Details:

${quoted(report.details)}
`,
  };
}
