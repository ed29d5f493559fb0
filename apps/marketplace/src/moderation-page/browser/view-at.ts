import type { Desk, View } from "./desk.ts";
import { element, link } from "./parts/element.ts";
import { auditView } from "./views/audit.ts";
import { imagesView, listingsView, listingView } from "./views/listings.ts";
import { closedReportsView, openReportsView } from "./views/reports.ts";
import { usersView, userView } from "./views/users.ts";

/** Returns the view that a fragment such as `#/reports/closed` names. */
export function viewAt(desk: Desk, fragment: string): View {
  const [, name, given] = /^#\/(\w+)(?:\/(\w+))?$/.exec(fragment) ?? [];
  const id = /^[1-9]\d{0,14}$/.test(given ?? "") ? Number(given) : undefined;
  const place = id !== undefined ? `${name}/ID` : given === undefined ? name : `${name}/${given}`;
  switch (place) {
    case undefined:
    case "listings":
      return listingsView(desk);
    case "listings/ID":
      return listingView(desk, id ?? 0);
    case "images":
      return imagesView(desk);
    case "reports":
      return openReportsView(desk);
    case "reports/closed":
      return closedReportsView(desk);
    case "users":
      return usersView(desk);
    case "users/ID":
      return userView(desk, id ?? 0);
    case "audit":
      return auditView(desk);
    default: {
      const text = element(
        "p",
        {},
        "Continue with the ",
        link("#/listings", "pending listings"),
        ".",
      );
      return { heading: "There is no such page", content: [text] };
    }
  }
}
