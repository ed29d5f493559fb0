import { countsText, escapeMarkdown } from "@specwright/diff";
import { orderReleases, type PublishedInterface, type Release } from "@specwright/diff/changelog";
import { pathSegment } from "@specwright/diff/changelog/text";
import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { plainText } from "../text/plain-text.ts";
import { type ChangeTotals, changeTotals } from "./change-totals.ts";
import { markdownLink } from "./markdown-link.ts";
import { releasedHtml, releasedText, versionName } from "./version-name.ts";

/** An interface in the list of all. */
export interface ListedInterface {
  readonly owner: PublishedInterface;
  /** One sentence of plain text about it. */
  readonly description: string;
  /** As they were released, the oldest first. */
  readonly releases: readonly Release[];
  /** Returns what the changes of a release come to, where releases are given without them. */
  readonly totalsOf?: (release: Release) => ChangeTotals;
}

/** Sentences of the first page above its list: about the site, and about pages to open first. */
export interface SiteIntroduction {
  readonly text: string;
  /** Each has a path from the root of the site, such as `shop/index.html`. */
  readonly steps: readonly { readonly text: string; readonly path: string }[];
}

/** Writes the first page of a site: its interfaces. */
export function interfacesPage(
  title: string,
  interfaces: readonly ListedInterface[],
  introduction?: SiteIntroduction,
): SitePage {
  const main = html`<h1>${title}</h1>
${introduction !== undefined && introductionHtml(introduction)}${
  interfaces.length === 0
    ? html`<p>No interface is published.</p>\n`
    : html`<ul class="interfaces">
${interfaces.map(interfaceHtml)}</ul>
`
}<p class="note"><a href="${pageLink("rules.html")}">The rules by which changes are judged</a></p>
`;
  return {
    path: "index.html",
    kind: "interfaces",
    title,
    description: `${title}: reference, changelogs and feeds.`,
    main: main.text,
    markdown: `# ${escapeMarkdown(title)}\n\n${introduction === undefined ? "" : introductionMarkdown(introduction)}${interfaces.map(interfaceMarkdown).join("")}`,
    search: [],
  };
}

/** Returns the folder of an interface below that of the site, with a slash at its end. */
export function interfaceFolder(owner: PublishedInterface): string {
  return `${pathSegment(owner.id)}/`;
}

function introductionHtml({ text, steps }: SiteIntroduction): Html {
  return html`<p>${text}</p>
<ol>
${steps.map((step) => html`<li><a href="${pageLink(step.path)}">${step.text}</a></li>\n`)}</ol>
`;
}

function introductionMarkdown({ text, steps }: SiteIntroduction): string {
  const lines = steps.map((step) => `1. ${markdownLink(step.text, pageLink(step.path))}\n`);
  return `${escapeMarkdown(text)}\n\n${lines.join("")}\n`;
}

function interfaceHtml(listed: ListedInterface): Html {
  const { owner, description, releases, totalsOf = changeTotals } = listed;
  const folder = interfaceFolder(owner);
  const newest = orderReleases(releases)[0]?.release;
  const counts = newest === undefined ? "" : countsText(totalsOf(newest).counts);
  return html`<li class="interface">
<h2><a href="${pageLink(`${folder}index.html`)}">${plainText(owner.title)}</a></h2>
${description !== "" && html`<p>${description}</p>\n`}${
  newest !== undefined &&
  html`<p class="released">${versionName(newest)} · ${releasedHtml(newest)}${counts !== "" && ` · ${counts}`}</p>\n`
}<ul class="links">
<li><a href="${pageLink(`${folder}index.html`)}">Reference</a></li>
<li><a href="${pageLink(`${folder}changes.html`)}">Changes</a></li>
<li><a href="${pageLink(`${folder}versions.html`)}">${releases.length === 1 ? "1 version" : `${releases.length} versions`}</a></li>
</ul>
</li>
`;
}

function interfaceMarkdown({ owner, description, releases }: ListedInterface): string {
  const folder = interfaceFolder(owner);
  const newest = orderReleases(releases)[0]?.release;
  const facts = newest === undefined ? "" : `${versionName(newest)}, ${releasedText(newest)}. `;
  const link = markdownLink(plainText(owner.title), pageLink(`${folder}index.html`));
  const changes = markdownLink("changes", pageLink(`${folder}changes.html`));
  return `- ${link}: ${escapeMarkdown(`${facts}${description}`.trim())} (${changes})\n`;
}
