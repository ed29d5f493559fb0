import type { Release } from "@specwright/diff/changelog";
import { searchScript } from "../assets/search-script.ts";
import { siteAssets } from "../assets/site-assets.ts";
import {
  interfacesPage,
  introductionOf,
  type ListedInterface,
} from "../changes/interfaces-page.ts";
import { rulesPage } from "../changes/rules-page.ts";
import type { Frame } from "../frame/frame.ts";
import { staticFeeds } from "../frame/interface-frames.ts";
import { guideFolder } from "../guide/guide.ts";
import type { SitePage } from "../paths/site-page.ts";
import { siteLlmsText } from "../search/llms-text.ts";
import { firstSentence } from "../text/plain-text.ts";
import { guideFiles } from "./guide-files.ts";
import { interfaceFiles } from "./interface-files.ts";
import { pageFiles } from "./page-files.ts";
import { siteFeeds } from "./site-feeds.ts";
import type { SiteFile, SiteInterface, WholeSiteOptions } from "./site-interface.ts";
import { sitePolicy } from "./site-policy.ts";

/**
 * Writes a site as static files. Yields one file at a time. The site contains the reference of each
 * version, changelogs, comparisons, search, feeds, `llms.txt`, and the Markdown version of every page. The
 * files depend only on the arguments. Links are relative.
 *
 * @throws {ChangelogError} `duplicate_version`, `invalid_date`, `invalid_url`, `invalid_authority`.
 *
 * @example
 * for (const file of wholeSite(interfaces, { title: "Our interfaces" })) {
 *   write(file.path, "text" in file ? file.text : file.bytes);
 * }
 */
export function* wholeSite(
  interfaces: readonly SiteInterface[],
  options: WholeSiteOptions,
): Generator<SiteFile, void, undefined> {
  const { baseUrl, brand, consoles } = options;
  for (const { name, text } of [...siteAssets(), searchScript, ...(consoles?.files ?? [])]) {
    yield { path: `assets/${name}`, text };
  }
  for (const { name, bytes } of brand?.files ?? []) yield { path: `assets/${name}`, bytes };
  const { guide } = options;
  if (guide !== undefined) yield* guideFiles(guide, options, interfaces.length > 0);
  if (guide !== undefined && interfaces.length === 0) return;
  const listed = interfaces.map(listedInterface);
  const frame = siteFrame(options);
  for (const page of [interfacesPage(options.title, listed, introductionOf(brand)), rulesPage()]) {
    yield* pageFiles(page, frame(page), "");
  }
  yield {
    path: "llms.txt",
    text: siteLlmsText(options.title, listed, {
      purpose: brand?.purpose,
      hasGuide: guide !== undefined,
    }),
  };
  if (baseUrl !== undefined) yield* siteFeeds(releasesOf(interfaces), { ...options, baseUrl });
  for (const each of interfaces) yield* interfaceFiles(each, options);
}

function releasesOf(interfaces: readonly SiteInterface[]): readonly Release[] {
  return interfaces.flatMap(({ owner, versions }) =>
    versions.map(({ release }) => ({ ...release, interface: owner })),
  );
}

function listedInterface({ owner, versions }: SiteInterface): ListedInterface {
  const info = versions.at(-1)?.contract.info;
  return {
    owner,
    description: firstSentence(info?.summary ?? info?.description ?? ""),
    releases: versions.map(({ release }) => release),
  };
}

function siteFrame({
  title,
  baseUrl,
  brand,
  language,
  guide,
}: WholeSiteOptions): (page: SitePage) => Frame {
  return ({ path, kind }) => ({
    title,
    home: "index.html",
    assets: "assets",
    sections: [
      ...(guide === undefined ? [] : [{ text: "Guide", path: `${guideFolder}index.html` }]),
      { text: "Interfaces", path: "index.html", isCurrent: kind === "interfaces" },
      { text: "Rules for breaking changes", path: "rules.html", isCurrent: kind === "rules" },
    ],
    footer: [{ text: "llms.txt", path: "llms.txt" }],
    policy: sitePolicy,
    ...(brand !== undefined && { brand }),
    ...(baseUrl !== undefined && {
      feeds: staticFeeds({ title }),
      canonical: new URL(
        path === "index.html" ? "" : path,
        baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`,
      ).href,
    }),
    ...(language !== undefined && { language }),
  });
}
