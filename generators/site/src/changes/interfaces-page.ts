import { countsText, escapeMarkdown } from "@specwright/diff";
import {
  orderReleases,
  type PublishedInterface,
  type Release,
  releaseKey,
} from "@specwright/diff/changelog";
import { pathSegment } from "@specwright/diff/changelog/text";
import { type Address, pageLink, webLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { dateText } from "../text/date-text.ts";
import { plainText } from "../text/plain-text.ts";
import { type ChangeTotals, changeTotals } from "./change-totals.ts";
import { versionFolder } from "./compared-versions.ts";
import { markdownLink } from "./markdown-link.ts";
import { versionChangesPath } from "./version-changes-path.ts";
import { releasedHtml, releasedText, versionName, versionTitle } from "./version-name.ts";

/** An interface in the list of interfaces. */
export interface ListedInterface {
  readonly owner: PublishedInterface;
  /** A sentence about the interface, as plain text. */
  readonly description: string;
  /** All releases, in order of publication, the oldest first. */
  readonly releases: readonly Release[];
  /** Returns the totals of a release. Needed if `releases` have no changes. */
  readonly totalsOf?: (release: Release) => ChangeTotals;
}

/** The text and the links at the top of the first page. */
export interface SiteIntroduction {
  readonly text?: string;
  /** The links. `to` is a web URL, or the path of a page such as `shop/index.html`. */
  readonly links: readonly { readonly text: string; readonly to: string }[];
}

/** Returns the introduction of the first page from the settings of a brand. */
export function introductionOf(
  brand: { readonly purpose?: string; readonly links: SiteIntroduction["links"] } | undefined,
): SiteIntroduction | undefined {
  if (brand === undefined) return undefined;
  const { purpose, links } = brand;
  return { links, ...(purpose !== undefined && { text: purpose }) };
}

/** Writes the first page of a site, with the list of interfaces. */
export function interfacesPage(
  title: string,
  interfaces: readonly ListedInterface[],
  introduction: SiteIntroduction = { links: [] },
): SitePage {
  const { text } = introduction;
  const main = html`<h1>${title}</h1>
${introductionHtml(introduction)}${
  interfaces.length === 0
    ? html`<p>No interface has been published.</p>\n`
    : html`<ul class="interfaces">
${interfaces.map(interfaceHtml)}</ul>
`
}<p class="note"><a href="${pageLink("rules.html")}">Rules for breaking changes</a></p>
`;
  return {
    path: "index.html",
    kind: "interfaces",
    title,
    description: text ?? `${title}: reference, changelogs and feeds.`,
    main: main.text,
    markdown: `# ${escapeMarkdown(title)}\n\n${introductionMarkdown(introduction)}${interfaces.map(interfaceMarkdown).join("")}`,
    search: [],
  };
}

/** Returns the folder of an interface, relative to the root of the site, with a final slash. */
export function interfaceFolder(owner: PublishedInterface): string {
  return `${pathSegment(owner.id)}/`;
}

function introductionHtml({ text, links }: SiteIntroduction): Html {
  return html`${text !== undefined && html`<p class="lead">${text}</p>\n`}${
    links.length > 0 &&
    html`<ul class="links start-links">
${links.map((link) => html`<li><a href="${linkOf(link.to)}">${link.text}</a></li>\n`)}</ul>
`
  }`;
}

function introductionMarkdown({ text, links }: SiteIntroduction): string {
  const lines = links.map((link) => `- ${markdownLink(link.text, linkOf(link.to))}\n`);
  const list = lines.length === 0 ? "" : `${lines.join("")}\n`;
  return `${text === undefined ? "" : `${escapeMarkdown(text)}\n\n`}${list}`;
}

function linkOf(to: string): Address {
  return webLink(to) ?? pageLink(to);
}

function interfaceHtml(listed: ListedInterface): Html {
  const { owner, description, releases } = listed;
  const folder = interfaceFolder(owner);
  const newest = orderReleases(releases)[0]?.release;
  const changed = lastChanged(listed);
  return html`<li class="interface">
<h2><a href="${pageLink(`${folder}index.html`)}">${plainText(owner.title)}</a></h2>
${description !== "" && html`<p>${description}</p>\n`}${
  newest !== undefined &&
  html`<p class="released"><strong>${versionTitle(newest)}</strong> · ${releasedHtml(newest)}</p>\n`
}${
  changed !== undefined &&
  html`<p class="released">Last change: <a href="${pageLink(folder + versionFolder(releaseKey(changed.release)) + versionChangesPath)}">${changed.counts}</a>${
    changed.release !== newest &&
    html` in ${versionName(changed.release)}, ${dateHtml(changed.release)}`
  }</p>\n`
}<ul class="links">
<li><a href="${pageLink(`${folder}index.html`)}">Reference</a></li>
<li><a href="${pageLink(`${folder}changes.html`)}">Changes</a></li>
<li><a href="${pageLink(`${folder}versions.html`)}">${releases.length === 1 ? "1 version" : `${releases.length} versions`}</a></li>
</ul>
</li>
`;
}

/** Returns the newest release that has changes, with the number of its changes in words. */
function lastChanged({
  releases,
  totalsOf = changeTotals,
}: ListedInterface): { readonly release: Release; readonly counts: string } | undefined {
  for (const { release } of orderReleases(releases)) {
    const counts = countsText(totalsOf(release).counts);
    if (counts !== "") return { release, counts };
  }
  return undefined;
}

function dateHtml({ date }: Release): Html {
  return date === undefined
    ? html`undated`
    : html`<time datetime="${date}">${dateText(date)}</time>`;
}

function interfaceMarkdown({ owner, description, releases }: ListedInterface): string {
  const folder = interfaceFolder(owner);
  const newest = orderReleases(releases)[0]?.release;
  const facts = newest === undefined ? "" : `${versionName(newest)}, ${releasedText(newest)}. `;
  const link = markdownLink(plainText(owner.title), pageLink(`${folder}index.html`));
  const changes = markdownLink("changes", pageLink(`${folder}changes.html`));
  return `- ${link}: ${escapeMarkdown(`${facts}${description}`.trim())} (${changes})\n`;
}
