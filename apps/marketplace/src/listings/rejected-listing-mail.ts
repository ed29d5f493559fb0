import { type Letter, oneLine, quoted } from "../mail/letter.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";

/** Writes the mail that informs an owner that a moderator rejected their listing, and why. */
export function rejectedListingMail(listing: ListingRecord, reason: string): Letter {
  const title = oneLine(listing.title);
  return {
    subject: `Your listing was not published: ${title}`,
    body: `Your listing ${listing.id} was not published. It is a draft again: change it, and submit
it once more.

Title: ${title}

Reason:

${quoted(reason)}
`,
  };
}
