import type { MailContents } from "../mail/mail-declarations.ts";
import type { ListingRecord } from "../storage/listing-repository.ts";

/** Returns the mail to the owner of a listing that a moderator has hidden or rejected. */
export function listingMail(
  mail: "listing-hidden" | "listing-rejected",
  { id, title }: Pick<ListingRecord, "id" | "title">,
  reason: string,
): MailContents {
  return { mail, values: { listing_id: id, title, reason } };
}
