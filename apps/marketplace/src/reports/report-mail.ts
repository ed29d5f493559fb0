import type { ListingRecord } from "../listings/listing-repository.ts";
import type { UserRecord } from "../users/user-repository.ts";
import type { ReportRecord } from "./report-repository.ts";

/** Writes the mail that tells the administrator of a report. Nothing in it is markup. */
export function reportMail(
  report: ReportRecord,
  listing: ListingRecord,
  reporter: UserRecord | undefined,
): { readonly subject: string; readonly body: string } {
  const lines = [
    `Listing ${listing.id} was reported.`,
    "",
    `Title: ${listing.title}`,
    `Owner: user ${listing.userId}`,
    `Reported by: ${reporter?.username ?? "unknown"} (user ${report.userId})`,
    `Report: ${report.id}`,
    "",
    "Details:",
    "",
    // Marked, so that nothing in it passes for our words.
    ...report.details.split(/\r\n|[\r\n]/).map((line) => `> ${line}`),
    "",
  ];
  return { subject: `Listing ${listing.id} reported: ${listing.title}`, body: lines.join("\n") };
}
