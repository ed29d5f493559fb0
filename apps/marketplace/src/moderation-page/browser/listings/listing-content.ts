import type { Listing } from "@specwright/marketplace-api/types";
import type { Desk } from "../desk.ts";
import { element } from "../parts/element.ts";
import { factList, priceText, timeText } from "../parts/facts.ts";
import { userLink } from "../parts/user-link.ts";
import { statusText } from "./listing-actions.ts";

/** The standard members of a listing. All other members are custom fields. */
const standard = new Set([
  ...["id", "user_id", "seller", "status", "held", "title", "description", "images", "version"],
  ...["category", "price", "location", "created_at", "updated_at"],
]);

/** Creates the elements that show a listing, except its title. */
export function listingContent(desk: Desk, listing: Listing, large: boolean): readonly Node[] {
  const { price, location, description, created_at, updated_at } = listing;
  const custom = Object.entries(listing).flatMap(([name, value]) =>
    standard.has(name) || value === null ? [] : [[name, valueText(value)] as const],
  );
  return [
    factList({
      Owner: userLink(desk, listing.user_id),
      State: statusText(listing),
      Created: timeText(created_at),
      ...(updated_at !== created_at && { Changed: timeText(updated_at) }),
      Category: listing.category,
      Price: price && priceText(price),
      Place: location && `${location.latitude}, ${location.longitude}`,
      ...Object.fromEntries(custom),
    }),
    ...(description === null ? [] : [element("p", { class: "prose" }, description)]),
    ...(listing.images.length === 0 ? [] : [imageList(listing, large)]),
  ];
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function imageList({ title, images }: Listing, large: boolean): HTMLUListElement {
  const items = images.map(({ url, width, height }, at) => {
    const alt = `Image ${at + 1} of ${images.length} of “${title}”`;
    const image = element("img", {
      ...{ src: url, alt, loading: "lazy", decoding: "async" },
      ...{ width: `${width}`, height: `${height}` },
    });
    const opened = { href: url, target: "_blank", rel: "noopener" };
    const item = element("li", {}, element("a", opened, image));
    // Loading fails if the link has expired, after an hour or two, or if the state of the listing
    // has changed.
    image.addEventListener("error", () => {
      item.replaceChildren(
        element("p", { class: "hint" }, `${alt} did not load. Reload the page.`),
      );
    });
    return item;
  });
  return element("ul", { class: large ? "images large" : "images" }, ...items);
}
