import { type Caller, mayActFor } from "../caller.ts";
import type { ListingRecord } from "./listing-repository.ts";

/** Tells whether a listing exists as far as the caller may know (M5). */
export function maySeeListing(caller: Caller, listing: ListingRecord): boolean {
  switch (listing.status) {
    case "publish":
      return true;
    case "draft":
    case "pending":
    case "hidden":
      return mayActFor(caller, listing.userId);
    case "trash":
      return caller.role === "admin";
    default:
      return listing.status satisfies never;
  }
}

/** Tells whether the caller may change a listing that they see; a moderator has a pending one. */
export function mayChangeListing(caller: Caller, listing: ListingRecord): boolean {
  if (caller.role === "admin") return true;
  return caller.userId === listing.userId && listing.status !== "pending";
}
