import type { ReportListingResponse } from "@specwright/marketplace-api/types";
import { listingRefusal } from "../access/listing-access.ts";
import { callerOf, type Handlers, requireUser } from "../caller.ts";
import { answerInTransaction } from "../idempotency/answer-in-transaction.ts";
import type { MailContents } from "../mail/mail-declarations.ts";
import { postLetter } from "../mail/post-letter.ts";
import { notFound, problemAnswer } from "../problem-answer.ts";
import type { Services } from "../services.ts";
import type { ReportRecord } from "../storage/report-repository.ts";
import { timestamp } from "../timestamp.ts";

/**
 * Serves `POST /listings/{listing_id}/report`. Stores the report and the mail to the administrator
 * in one transaction. The mail worker sends the mail afterwards, and retries if this fails.
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
        // The owner was deleted during the request.
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
        await postLetter(stored.outbox, services, adminEmail, reportMail(report));
        const created_at = timestamp(report.createdAt);
        const { id, listingId: listing_id, details } = report;
        return { status: 200, body: { data: { id, listing_id, details, created_at } } };
      },
    );
    if (answer.status === 200) services.onMail();
    return answer;
  };
}

/** Returns the mail that informs the administrator about a report. */
function reportMail({ id, listingId, listingTitle, owner, ...report }: ReportRecord): MailContents {
  const { reporter, details } = report;
  return {
    mail: "listing-reported",
    values: {
      listing_id: listingId,
      title: listingTitle,
      owner_id: owner.id,
      reporter: reporter.username,
      reporter_id: reporter.id,
      report_id: id,
      details,
    },
  };
}
