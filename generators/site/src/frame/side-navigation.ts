import { anchorLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import { methodBadge } from "../html/method-badge.ts";
import type { SitePage } from "../paths/site-page.ts";
import type { NavigationGroup, NavigationItem } from "../reference/navigation.ts";
import { breakable } from "../text/breakable.ts";
import type { LinkTo } from "./link-to.ts";

/** If the navigation has at most this number of items, all groups are open on every page. */
const maxItems = 60;

/**
 * Writes the navigation at the side of a page. In a large document, only the group that contains the page
 * is open. All other groups are links.
 */
export function sideNavigation(
  page: SitePage,
  groups: readonly NavigationGroup[],
  linkTo: LinkTo,
): Html {
  if (groups.length === 0) return html``;
  const major = groups.filter(({ isMinor }) => isMinor !== true);
  const isSmall = major.reduce((sum, { items }) => sum + items.length, 0) <= maxItems;
  return html`<nav class="side" id="navigation" aria-label="Reference">
<a class="close-menu" href="${anchorLink("main")}">Close the menu</a>
${groups.map((group) => {
  const isShown = isOpen(page, group) || (isSmall && group.isMinor !== true);
  return isShown || group.path === undefined
    ? openGroup(page, group, linkTo)
    : html`<p class="group closed"><a href="${linkTo(group.path)}">${group.text}</a></p>\n`;
})}
</nav>`;
}

function isOpen(page: SitePage, { path, items }: NavigationGroup): boolean {
  return page.path === path || items.some((item) => item.path === page.path);
}

function openGroup(page: SitePage, group: NavigationGroup, linkTo: LinkTo): Html {
  const { text, path } = group;
  const title =
    path === undefined
      ? text
      : html`<a href="${linkTo(path)}" aria-current="${currentMark(page, path)}">${text}</a>`;
  return html`${text !== "" && html`<p class="group">${title}</p>\n`}<ul>
${nearItems(page, group).map((item) => navigationItem(page, item, linkTo))}</ul>
`;
}

function navigationItem(
  page: SitePage,
  { text, path, method, isDeprecated }: NavigationItem,
  linkTo: LinkTo,
): Html {
  const badge = method !== undefined && methodBadge(method);
  const mark = isDeprecated === true && html` <span class="mark">deprecated</span>`;
  return html`<li><a href="${linkTo(path)}" aria-current="${currentMark(page, path)}">${badge}<span>${breakable(text)}${mark}</span></a></li>
`;
}

function currentMark(page: SitePage, path: string): string {
  return page.path === path ? "page" : "false";
}

/** Lists the items of a group. For a very long group, lists only items near the page. */
function nearItems(page: SitePage, { path, items }: NavigationGroup): readonly NavigationItem[] {
  if (path === undefined || items.length <= 2 * maxItems) return items;
  const at = items.findIndex((item) => item.path === page.path);
  if (at < 0) return items.slice(0, maxItems);
  const start = Math.max(0, Math.min(at - maxItems / 2, items.length - maxItems));
  return items.slice(start, start + maxItems);
}
