/** All states of a listing. */
export const listingStatuses = ["draft", "pending", "publish", "hidden", "trash"] as const;

/** A state of a listing. */
export type ListingStatus = (typeof listingStatuses)[number];
