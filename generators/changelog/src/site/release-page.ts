import { releaseHtml } from "../notes/release-html.ts";
import type { PlacedRelease } from "../releases/order-releases.ts";
import { releaseTitle } from "../releases/release-title.ts";
import { escapeAttribute, escapeText } from "../text/markup.ts";
import { addressBelow } from "../text/web-address.ts";
import { pageShell } from "./page-shell.ts";
import { type SiteOptions, scopeFeedLinks, scopeOf } from "./site-options.ts";
import { interfaceFolder, releasePath } from "./site-paths.ts";

/** The releases of the same interface right before and after a release. */
export interface ReleaseNeighbours {
  readonly older: PlacedRelease | undefined;
  readonly newer: PlacedRelease | undefined;
}

/** Writes the page of a release. */
export function releasePage(
  placed: PlacedRelease,
  { older, newer }: ReleaseNeighbours,
  options: SiteOptions,
): string {
  const { release } = placed;
  const address = (path: string): string => addressBelow(options.baseUrl, path);
  const url = address(`${releasePath(release)}.html`);
  const folder = interfaceFolder(release.interface.id);
  const content = releaseHtml(placed, {
    changes: release.changes,
    maxChanges: release.changes.length,
    url,
    headingLevel: 2,
  });
  const linkTo = (label: string, other: PlacedRelease | undefined): readonly string[] =>
    other === undefined
      ? []
      : [
          `<p>${label}: <a href="${escapeAttribute(address(`${releasePath(other.release)}.html`))}">${escapeText(releaseTitle(other.release))}</a></p>`,
        ];
  return pageShell({
    title: releaseTitle(release),
    language: options.language ?? "en",
    url,
    markdownUrl: address(`${releasePath(release)}.md`),
    feedLinks: scopeFeedLinks(options, scopeOf(options, release.interface)),
    navigation: [
      { text: options.title, href: address("index.html") },
      { text: release.interface.title, href: address(`${folder}index.html`) },
    ],
    main: `<h1>${escapeText(releaseTitle(release))}</h1>\n${content}`,
    footer: [...linkTo("Newer", newer), ...linkTo("Older", older)].join("\n"),
  });
}
