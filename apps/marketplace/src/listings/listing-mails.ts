import { type Letter, oneLine, quoted } from "../mail/letter.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";

/** Writes the mail that informs an owner that a moderator hid their listing, and why. */
export function hiddenListingMail(
  listing: Pick<ListingRecord, "id" | "title">,
  reason: string,
): Letter {
  const title = oneLine(listing.title);
  return {
    subject: `Your listing was hidden: ${title}`,
    body: `Your listing ${listing.id} was hidden by a moderator. It stays so until a moderator shows it
again; what you change of it is looked at by one.

Title: ${title}

Reason:

${quoted(reason)}
`,
  };
}

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
