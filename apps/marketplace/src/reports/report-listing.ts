import type { ReportListingResponse } from "@specwright/marketplace-api/types";
import { listingRefusal } from "../access/listing-access.ts";
import { callerOf, type Handlers, requireUser } from "../caller.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import { type Letter, oneLine, postLetter, quoted } from "../mail/letter.ts";
import { notFound, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { ReportRecord } from "../storage/report-repository.ts";
import { timestamp } from "../timestamp.ts";

/**
 * Serves `POST /listings/{listing_id}/report`. The report and the mail to the administrator are
 * stored in one transaction; the mail is sent afterwards, with retries.
 */
export function reportListing(services: Services): Handlers["reportListing"] {
  const { clock, adminEmail } = services;
  return async ({ path, body }, context) => {
    const caller = callerOf(context);
    const now = clock.now();
    const answer = await answerInTransaction(
      services,
      context,
      async (stored): Promise<ReportListingResponse> => {
        const listing = await stored.listings.byId(path.listing_id);
        if (listing === undefined) return notFound();
        if (listingRefusal("reportListing", caller, listing) !== undefined) return notFound();
        const reporter = await requireUser(stored, caller);
        const owner = await stored.users.byId(listing.userId);
        // The owner was deleted while the request was on its way.
        if (owner === undefined) return notFound();
        const report = await stored.reports.insert({
          listingId: listing.id,
          listingTitle: listing.title,
          owner: { id: owner.id, username: owner.username },
          reporter: { id: reporter.id, username: reporter.username },
          details: body.details,
          createdAt: now,
        });
        if (report === undefined) return problemAnswer(409, "already_reported");
        const letter = reportMail(report);
        await postLetter(stored.outbox, services, adminEmail, letter);
        const created_at = timestamp(report.createdAt);
        const { id, listingId: listing_id, details } = report;
        return { status: 200, body: { data: { id, listing_id, details, created_at } } };
      },
    );
    if (answer.status === 200) services.onMail();
    return answer;
  };
}

/** Writes the mail that informs the administrator of a report. */
function reportMail(report: ReportRecord): Letter {
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
