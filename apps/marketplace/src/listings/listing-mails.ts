import type { MailContents } from "../mail/mail-declarations.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";

/** Returns the mail to an owner whose listing a moderator hid or rejected. */
export function listingMail(
  mail: "listing-hidden" | "listing-rejected",
  { id, title }: Pick<ListingRecord, "id" | "title">,
  reason: string,
): MailContents {
  return { mail, values: { listing_id: id, title, reason } };
}
