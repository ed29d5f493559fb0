import { type Change, classTitles, countsText } from "@specwright/diff";
import { changeAnchor } from "../notes/change-html.ts";
import { dateInWords } from "../notes/release-html.ts";
import type { PlacedRelease } from "../releases/order-releases.ts";
import { releaseTitle } from "../releases/release-title.ts";
import { escapeAttribute, escapeText, sentenceHtml } from "../text/markup.ts";
import { addressBelow } from "../text/web-address.ts";
import { pageShell } from "./page-shell.ts";
import {
  feedFormats,
  type SiteOptions,
  type SiteScope,
  type SiteView,
  scopeFeedLinks,
  siteViews,
  viewTitle,
} from "./site-options.ts";
import { interfaceFolder, releasePath } from "./site-paths.ts";

/** A release on a page of several, with the changes that the page shows. */
export interface ListedRelease {
  readonly placed: PlacedRelease;
  readonly changes: readonly Change[];
}

const SHOWN_CHANGES = 5;

/** Writes the page of a view: the releases, the newest first, each with its worst changes. */
export function indexPage(
  scope: SiteScope,
  view: SiteView,
  listed: readonly ListedRelease[],
  options: SiteOptions,
): string {
  const address = (path: string): string => addressBelow(options.baseUrl, path);
  const page = (each: SiteView): string => address(`${scope.folder}${each.page}.html`);
  const home =
    scope.owner === undefined ? [] : [{ text: options.title, href: address("index.html") }];
  const feeds = feedFormats.map((format) => {
    const href = address(`${scope.folder}${view.show}.${format}`);
    const name = format === "json" ? "JSON Feed" : format === "rss" ? "RSS" : "Atom";
    return `<a href="${escapeAttribute(href)}">${name}</a>`;
  });
  const releases = listed.map((each) => releaseSection(each, options));
  const parts = scope.parts.map((each) => {
    const href = escapeAttribute(address(`${interfaceFolder(each.id)}${view.page}.html`));
    return `<a href="${href}">${escapeText(each.title)}</a>`;
  });
  return pageShell({
    title: viewTitle(scope, view),
    language: options.language ?? "en",
    url: page(view),
    ...(view.show === "all" && { markdownUrl: address(`${scope.folder}index.md`) }),
    feedLinks: scopeFeedLinks(options, scope),
    navigation: [
      ...home,
      ...siteViews.map((each) => ({
        text: each.title,
        href: page(each),
        isCurrent: each.show === view.show,
      })),
    ],
    main: [
      `<h1>${escapeText(viewTitle(scope, view))}</h1>`,
      ...(parts.length > 1 ? [`<p>Only those of one interface: ${parts.join(", ")}</p>`] : []),
      ...(releases.length === 0 ? ["<p>There are none.</p>"] : releases),
    ].join("\n"),
    footer: `<p>Feeds of this page: ${feeds.join(", ")}</p>`,
  });
}

function releaseSection({ placed, changes }: ListedRelease, { baseUrl }: SiteOptions): string {
  const { release } = placed;
  const url = addressBelow(baseUrl, `${releasePath(release)}.html`);
  const items = changes.slice(0, SHOWN_CHANGES).map((change) => {
    const label = `<span class="label ${change.class}">${escapeText(classTitles[change.class].heading)}:</span>`;
    const href = escapeAttribute(`${url}#${changeAnchor(change)}`);
    return `<li>${label} <a href="${href}">${sentenceHtml(change.message)}</a></li>`;
  });
  const more = changes.length - items.length;
  const counts = countsText(changes);
  const facts = `${dateInWords(placed)}${counts === "" ? "" : ` ${counts}.`}`;
  return [
    `<h2><a href="${escapeAttribute(url)}">${escapeText(releaseTitle(release))}</a></h2>`,
    `<p>${escapeText(facts)}</p>`,
    ...(items.length === 0 ? [] : [`<ul>\n${items.join("\n")}\n</ul>`]),
    ...(more > 0 ? [`<p>And ${more} more.</p>`] : []),
  ].join("\n");
}
