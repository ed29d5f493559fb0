import { listListings, listReports } from "@specwright/marketplace-api/client";
import type { User } from "@specwright/marketplace-api/types";
import { callOrLost } from "./attempt.ts";
import type { Queue, Transport, View } from "./desk.ts";
import { actionButton } from "./parts/action-button.ts";
import { element, heading, link } from "./parts/element.ts";

/** The header and the navigation around the views. */
export interface Frame {
  /** Shows a view, and focuses its heading. When the page opens, the focus does not move. */
  show(view: View, place?: string): void;
  /** Shows who is signed in. Without a user, hides the sections. */
  setUser(user: User | undefined, signOut?: () => Promise<void>): void;
  showSections(isAdmin: boolean): void;
  /** Reads the length of a queue and shows it. */
  count(queue: Queue, transport: Transport): Promise<void>;
  announce(text: string): void;
}

const sections = [
  ["#/listings", "Listings"],
  ["#/images", "Images"],
  ["#/reports", "Reports"],
  ["#/users", "Users"],
  ["#/audit", "Audit log"],
] as const;
const REPORTS_COUNTED = 100;

/** Adds the frame to the page. */
export function createFrame(): Frame {
  const links = element("ul");
  const navigation = element("nav", { class: "sections", "aria-label": "Sections" }, links);
  const account = element("div", { class: "account" });
  const main = element("main", { id: "main", tabindex: "-1" });
  const spoken = element("p", { class: "unseen", role: "status" });
  const skip = link("#main", "Skip to the content");
  skip.className = "skip";
  skip.addEventListener("click", (event) => {
    // The link must not change the fragment of the URL, because the fragment names the current
    // view.
    event.preventDefault();
    main.focus();
  });
  const brand = element("p", { class: "brand" }, "Moderation");
  const top = element("header", { class: "top" }, brand, navigation, account);
  document.body.append(skip, top, main, spoken);
  const counts = { listings: element("span"), reports: element("span") };
  let isFirst = true;

  return {
    show(view, place = "") {
      const title = heading("h1", view.heading);
      main.replaceChildren(title, ...view.content);
      document.title = `${view.heading} · Moderation`;
      for (const each of links.querySelectorAll("a")) {
        const href = each.getAttribute("href") ?? "";
        const isShown = place === href || place.startsWith(`${href}/`);
        const isStart = place === "" && href === "#/listings";
        if (isShown || isStart) each.setAttribute("aria-current", "page");
        else each.removeAttribute("aria-current");
      }
      if (!isFirst) title.focus();
      isFirst = false;
      scrollTo(0, 0);
    },
    setUser(user, signOut) {
      links.replaceChildren();
      navigation.hidden = true;
      account.replaceChildren();
      if (user === undefined || signOut === undefined) return;
      account.append(element("p", {}, user.username), actionButton("Sign out", signOut));
    },
    showSections(isAdmin) {
      navigation.hidden = false;
      for (const [href, text] of sections) {
        if (href === "#/audit" && !isAdmin) continue;
        const item = link(href, text);
        if (href === "#/listings") item.append(counts.listings);
        if (href === "#/reports") item.append(counts.reports);
        links.append(element("li", {}, item));
      }
    },
    async count(queue, transport) {
      const counted = await (queue === "listings" ? countListings : countReports)(transport);
      // If the service does not respond, the old number is removed, because it may be wrong.
      counts[queue].textContent = counted === undefined ? "" : ` (${counted})`;
    },
    announce(text) {
      // Screen readers read a text only when it changes, so the text is cleared first.
      spoken.textContent = "";
      setTimeout(() => {
        spoken.textContent = text;
      }, 50);
    },
  };
}

async function countListings(transport: Transport): Promise<string | undefined> {
  const query = { status: "pending", count: true, limit: 1 } as const;
  const answer = await callOrLost(listListings(transport, { query }));
  return answer.status === 200 ? `${answer.body.total}` : undefined;
}

async function countReports(transport: Transport): Promise<string | undefined> {
  const answer = await callOrLost(
    listReports(transport, { query: { status: "open", limit: REPORTS_COUNTED } }),
  );
  if (answer.status !== 200) return undefined;
  const { data, next_cursor: next } = answer.body;
  return `${data.length}${next === null ? "" : "+"}`;
}
