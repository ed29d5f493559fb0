import { countsText, escapeMarkdown } from "@specwright/diff";
import { dateInWords } from "../notes/release-html.ts";
import { releaseTitle } from "../releases/release-title.ts";
import { addressBelow } from "../text/web-address.ts";
import type { ListedRelease } from "./index-page.ts";
import type { SiteOptions } from "./site-options.ts";
import { releasePath } from "./site-paths.ts";

/** Writes the list of releases in Markdown, with links to their Markdown. */
export function indexMarkdown(
  title: string,
  listed: readonly ListedRelease[],
  { baseUrl }: SiteOptions,
): string {
  const items = listed.map(({ placed, changes }) => {
    const { release } = placed;
    const url = addressBelow(baseUrl, `${releasePath(release)}.md`);
    const counts = countsText(changes);
    const facts = `${dateInWords(placed)}${counts === "" ? "" : ` ${counts}.`}`;
    return `- [${escapeMarkdown(releaseTitle(release))}](<${url}>): ${facts}\n`;
  });
  return `# ${escapeMarkdown(title)}\n\n${items.join("")}`;
}
