import { anchorLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import type { SitePage } from "../pages/site-page.ts";
import type { LinkTo } from "./link-to.ts";
import type { NavigationGroup, NavigationItem } from "./navigation.ts";

/** A navigation with at most so many items shows all of them in every page. */
const maxItems = 60;

/**
 * Writes the navigation beside a page. In a large document, only the group of the page is open, and
 * the others are links.
 */
export function sideNavigation(
  page: SitePage,
  groups: readonly NavigationGroup[],
  linkTo: LinkTo,
): Html {
  if (groups.length === 0) return html``;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return html`<nav class="side" id="navigation" aria-label="Reference">
<a class="close-menu" href="${anchorLink("main")}">Close the menu</a>
${groups.map((group) =>
  count <= maxItems || group.path === undefined || isOpen(page, group)
    ? openGroup(page, group, linkTo)
    : html`<p class="group"><a href="${linkTo(group.path)}">${group.text}</a></p>\n`,
)}
</nav>`;
}

function isOpen(page: SitePage, { path, items }: NavigationGroup): boolean {
  return page.path === path || items.some((item) => item.path === page.path);
}

function openGroup(page: SitePage, { text, path, items }: NavigationGroup, linkTo: LinkTo): Html {
  const title =
    path === undefined
      ? text
      : html`<a href="${linkTo(path)}" aria-current="${current(page, path)}">${text}</a>`;
  return html`${text !== "" && html`<p class="group">${title}</p>\n`}<ul>
${items.map((item) => itemOf(page, item, linkTo))}</ul>
`;
}

function itemOf(
  page: SitePage,
  { text, path, method, isDeprecated }: NavigationItem,
  linkTo: LinkTo,
): Html {
  const badge = method !== undefined && methodBadge(method);
  const mark = isDeprecated === true && html` <span class="mark">deprecated</span>`;
  return html`<li><a href="${linkTo(path)}" aria-current="${current(page, path)}">${badge}<span>${text}${mark}</span></a></li>
`;
}

function current(page: SitePage, path: string): string {
  return page.path === path ? "page" : "false";
}
