import { getListing, listListings } from "@specwright/marketplace-api/client";
import { callOrLost, failureText } from "../attempt.ts";
import type { Desk, View } from "../desk.ts";
import { listingCard } from "../listings/listing-card.ts";
import { element, link } from "../parts/element.ts";
import { failureBox } from "../parts/failure.ts";
import { pagedList } from "../parts/paged-list.ts";

/** Shows the queue of pending listings, oldest first. */
export function listingsView(desk: Desk): View {
  const lead =
    "Listings that wait for a decision, oldest first. Approved listings are published. Rejected listings return to their owner as drafts, with your reason.";
  return {
    heading: "Pending listings",
    content: [element("p", { class: "lead" }, lead), reviewQueue(desk, false)],
  };
}

/** Shows the pending listings that have images, with large images. */
export function imagesView(desk: Desk): View {
  const lead =
    "Images of pending listings, oldest first. An image is published or rejected with its listing.";
  return {
    heading: "Pending images",
    content: [element("p", { class: "lead" }, lead), reviewQueue(desk, true)],
  };
}

function reviewQueue(desk: Desk, onlyImages: boolean): HTMLElement {
  return pagedList({
    read: (cursor) =>
      callOrLost(
        listListings(desk.transport, {
          query: { status: "pending", sort: "oldest", ...(cursor !== undefined && { cursor }) },
        }),
      ),
    draw(listing) {
      if (onlyImages && listing.images.length === 0) return undefined;
      return listingCard(desk, listing, { collapses: true, largeImages: onlyImages });
    },
    empty: onlyImages ? "No image is waiting." : "No listing is waiting.",
  });
}

/** Shows one listing. It may have any state that moderators can see. */
export function listingView(desk: Desk, id: number): View {
  const box = element("div", { role: "status" }, "Loading …");
  async function loadListing(): Promise<void> {
    const answer = await callOrLost(getListing(desk.transport, { path: { listing_id: id } }));
    if (answer.status === 200) {
      const card = listingCard(desk, answer.body.data, { collapses: false });
      box.replaceWith(element("ol", { class: "cards" }, card));
    } else if (answer.status === 404) {
      const why = "The listing does not exist, is a draft, or was hidden by its owner or deleted.";
      box.replaceChildren(failureBox(why));
    } else box.replaceChildren(failureBox(failureText(answer), loadListing));
  }
  void loadListing();
  return {
    heading: `Listing ${id}`,
    content: [element("p", { class: "lead" }, link("#/listings", "All pending listings")), box],
  };
}
