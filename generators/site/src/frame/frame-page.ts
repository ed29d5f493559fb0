import { feedFormats, feedTypes } from "@specwright/diff/changelog";
import { pageScript, siteIcon, styleSheet } from "../assets/site-assets.ts";
import { Address } from "../html/address.ts";
import { type Html, html, trustedHtml } from "../html/html.ts";
import { markdownPath } from "../paths/markdown-path.ts";
import type { SitePage } from "../paths/site-page.ts";
import { downloadLinks } from "./download-links.ts";
import { type Banner, type Frame, type FrameLink, feedNames } from "./frame.ts";
import { type LinkTo, linksFrom } from "./link-to.ts";
import { sideNavigation } from "./side-navigation.ts";
import { versionSwitch } from "./version-switch.ts";

/** Writes a page and its frame as a complete HTML document. */
export function framePage(page: SitePage, frame: Frame): string {
  const linkTo = linksFrom(page.path);
  const { text } = html`<!doctype html>
<html lang="${frame.language ?? "en"}">
${pageHead(page, frame, linkTo)}
<body class="page-${page.kind}">
<a class="skip" href="#main">Skip to the content</a>
${pageHeader(frame, linkTo)}
<div class="layout">
${sideNavigation(page, frame.navigation ?? [], linkTo)}
<div class="content">
${frame.banner !== undefined && pageBanner(frame.banner, linkTo)}
<main id="main" tabindex="-1">
${mainHtml(page, frame, linkTo)}
</main>
${pageFooter(page, frame, linkTo)}
</div>
</div>
</body>
</html>
`;
  return text;
}

/** Writes the content of a page. Adds downloads and subscriptions after the title. */
function mainHtml(page: SitePage, frame: Frame, linkTo: LinkTo): Html {
  const { main } = page;
  const end = main.indexOf("</h1>") + "</h1>".length;
  return html`${trustedHtml(main.slice(0, end))}
${downloadLinks(frame.downloads ?? [], linkTo)}${hasFeeds(page) && html`${subscribeLinks(frame, linkTo)}${subscribeForm(frame, linkTo)}`}${trustedHtml(main.slice(end))}`;
}

function pageHead(page: SitePage, frame: Frame, linkTo: LinkTo): Html {
  const { assets, brand = {}, canonical, feeds = [], policy, scripts = [], console } = frame;
  const { icon = siteIcon } = brand;
  const asset = (name: string): Address => linkTo(`${assets}/${name}`);
  return html`<head>
<meta charset="utf-8">
${policy !== undefined && html`<meta http-equiv="Content-Security-Policy" content="${policy}">\n`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${documentTitle(page, frame)}</title>
${page.description !== "" && html`<meta name="description" content="${page.description}">\n`}
${canonical !== undefined && html`<link rel="canonical" href="${canonicalAddress(canonical)}">\n`}
${hasMarkdown(page) && html`<link rel="alternate" type="text/markdown" href="${linkTo(markdownPath(page.path))}">\n`}
${feeds.map((feed) => html`<link rel="alternate" type="${feedTypes[feed.format]}" title="${feed.title}" href="${linkTo(feed.path)}">\n`)}
<link rel="icon" type="${icon.type}" href="${asset(icon.name)}">
<link rel="stylesheet" href="${asset(styleSheet.name)}">
${brand.style !== undefined && html`<link rel="stylesheet" href="${asset(brand.style)}">\n`}
<script src="${asset(pageScript.name)}"></script>
${scripts.map((name) => html`<script src="${asset(name)}" defer></script>\n`)}
${console !== undefined && html`<script src="${asset(console.script)}" data-console-settings="${linkTo(console.settings)}" defer></script>\n`}
</head>`;
}

function pageHeader(frame: Frame, linkTo: LinkTo): Html {
  const { title, home, sections = [], navigation = [], version, search } = frame;
  return html`<header class="top">
${
  navigation.length > 0 &&
  html`<a class="menu-button" href="#navigation">Menu</a>
`
}${headerLogo(frame, linkTo)}<p class="brand"><a href="${linkTo(home)}">${title}</a></p>
${version !== undefined && versionSwitch(version, linkTo)}
${sections.length > 0 && html`<nav class="sections" aria-label="Sections"><ul>${sections.map((each) => linkItem(each, linkTo))}</ul></nav>`}
${
  search !== undefined &&
  html`${searchStart(search, linkTo)}
<label for="search-query">Search</label>
<input id="search-query" type="search" name="q" value="${search.query ?? ""}" placeholder="Search" autocomplete="off">
<button type="submit">Search</button>
</form>`
}
<button class="theme" type="button" hidden data-theme-switch>Theme</button>
</header>`;
}

/** Writes the logo as a link to the first page of the site. */
function headerLogo({ assets, brand }: Frame, linkTo: LinkTo): Html {
  if (brand?.logo === undefined) return html``;
  const { name, dark, alt } = brand.logo;
  const image = (file: string, look: string): Html =>
    html`<img class="${look}" src="${linkTo(`${assets}/${file}`)}" alt="${alt}">`;
  const images =
    dark === undefined ? image(name, "") : [image(name, "in-light"), image(dark, "in-dark")];
  const start = assets.replace(/assets$/, "index.html");
  return html`<a class="logo" href="${linkTo(start)}">${images}</a>
`;
}

function searchStart({ path, index }: NonNullable<Frame["search"]>, linkTo: LinkTo): Html {
  // The template of the page header contains the closing tag.
  return index === undefined
    ? html`<form class="search" role="search" action="${linkTo(path)}">`
    : html`<form class="search" role="search" action="${linkTo(path)}" data-index="${linkTo(index)}">`;
}

/** Reports whether a page has links to feeds. */
function hasFeeds({ kind }: SitePage): boolean {
  return kind === "changelog" || kind === "interfaces";
}

/** Writes links to the feeds with all changes, one for each format, and to other subscriptions. */
function subscribeLinks({ feeds = [], subscriptions = [] }: Frame, linkTo: LinkTo): Html {
  const links = [
    ...feeds
      .slice(0, feedFormats.length)
      .map(({ format, path }) => ({ text: feedNames[format], path })),
    ...subscriptions,
  ];
  if (links.length === 0) return html``;
  return html`<p class="subscribe">Subscribe: ${links.map(({ text, path }) => html`<a href="${linkTo(path)}">${text}</a>`)}</p>
`;
}

function subscribeForm({ mailForm }: Frame, linkTo: LinkTo): Html {
  if (mailForm === undefined) return html``;
  return html`<form class="subscribe" method="post" action="${linkTo(mailForm)}"><label>By mail <input name="address" type="email" autocomplete="email" required></label> <button type="submit">Subscribe</button></form>
`;
}

function linkItem({ text, path, isCurrent = false }: FrameLink, linkTo: LinkTo): Html {
  return html`<li><a href="${linkTo(path)}" aria-current="${isCurrent ? "page" : "false"}">${text}</a></li>`;
}

function pageBanner({ text, link }: Banner, linkTo: LinkTo): Html {
  return html`<aside class="banner" aria-label="About this version">${text}${link !== undefined && html` <a href="${linkTo(link.path)}">${link.text}</a>`}</aside>`;
}

function pageFooter(page: SitePage, { footer: links = [] }: Frame, linkTo: LinkTo): Html {
  const twin: FrameLink = { text: "This page in Markdown", path: markdownPath(page.path) };
  const all = hasMarkdown(page) ? [twin, ...links] : links;
  return html`<footer class="bottom"><ul>${all.map((each) => linkItem(each, linkTo))}</ul></footer>`;
}

/** Reports whether a page has a Markdown version. All pages have one, except for "page not found". */
function hasMarkdown({ kind }: SitePage): boolean {
  return kind !== "missing";
}

/** Returns the title for browser tabs and search engines. It contains the interface and the version. */
export function documentTitle(page: SitePage, { title, version }: Frame): string {
  const whole = version === undefined ? title : `${title} ${version.text}`;
  return page.title === title ? whole : `${page.title} – ${whole}`;
}

function canonicalAddress(url: string): Address {
  return new Address(new URL(url).href);
}
