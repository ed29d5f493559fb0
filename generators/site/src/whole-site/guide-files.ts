import { searchScript } from "../assets/search-script.ts";
import { canonicalPart } from "../frame/canonical-part.ts";
import type { Frame, FrameLink } from "../frame/frame.ts";
import { type Guide, guideFolder } from "../guide/guide.ts";
import { guidePages } from "../guide/guide-pages.ts";
import { pageLink } from "../html/address.ts";
import { html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { interfaceLlmsText } from "../search/llms-text.ts";
import { searchIndexFiles, searchIndexPath } from "../search/search-index-files.ts";
import { searchPath, staticSearchPage } from "../search/search-page.ts";
import { linkText } from "../text/markdown-text.ts";
import { pageFiles } from "./page-files.ts";
import type { SiteFile, WholeSiteOptions } from "./site-interface.ts";
import { sitePolicy } from "./site-policy.ts";

/** Writes the pages of a guide and its search page. */
export function* guideFiles(
  guide: Guide,
  options: WholeSiteOptions,
  hasInterfaces: boolean,
): Generator<SiteFile, void, undefined> {
  const { title } = options;
  const folder = hasInterfaces ? guideFolder : "";
  const { pages: own, navigation } = guidePages(guide);
  const pages = own.some(({ path }) => path === "index.html")
    ? own
    : [contentsPage(title, own), ...own];
  const frame = ({ path }: SitePage): Frame => ({
    title,
    home: hasInterfaces ? "../index.html" : "index.html",
    assets: hasInterfaces ? "../assets" : "assets",
    sections: hasInterfaces ? sections : [],
    navigation,
    search: { path: searchPath, index: searchIndexPath },
    footer: [{ text: "llms.txt", path: "llms.txt" }],
    policy: sitePolicy,
    ...canonicalPart(options, folder + path),
    ...(options.brand !== undefined && { brand: options.brand }),
    ...(options.language !== undefined && { language: options.language }),
  });
  for (const page of pages) yield* pageFiles(page, frame(page), folder);
  const listed = {
    title,
    description: pages.find(({ path }) => path === "index.html")?.description ?? "",
  };
  yield { path: `${folder}llms.txt`, text: interfaceLlmsText(listed, pages) };
  const search = staticSearchPage();
  yield* pageFiles(search, { ...frame(search), scripts: [searchScript.name] }, folder);
  const entries = pages.flatMap((page) =>
    page.search.map((entry) => ({ ...entry, path: page.path, title: page.title })),
  );
  for (const { path, text } of searchIndexFiles(entries)) yield { path: folder + path, text };
}

const sections: readonly FrameLink[] = [
  { text: "Guide", path: "index.html", isCurrent: true },
  { text: "Interfaces", path: "../index.html" },
  { text: "Rules for breaking changes", path: "../rules.html" },
];

/** Writes a first page with the list of all pages, for a guide without a `README.md`. */
function contentsPage(title: string, pages: readonly SitePage[]): SitePage {
  return {
    path: "index.html",
    kind: "guide",
    title,
    description: "",
    main: html`<h1>${title}</h1>
<ul>${pages.map((page) => html`<li><a href="${pageLink(page.path)}">${page.title}</a></li>\n`)}</ul>
`.text,
    markdown: `# ${title}\n\n${pages.map((page) => `- ${linkText(page.title, page.path)}\n`).join("")}`,
    search: [],
  };
}
