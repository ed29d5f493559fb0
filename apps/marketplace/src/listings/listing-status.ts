/** Lists the states of a listing. */
export const listingStatuses = ["draft", "pending", "publish", "hidden", "trash"] as const;

/** A state of a listing, of those that there are today. */
export type ListingStatus = (typeof listingStatuses)[number];
