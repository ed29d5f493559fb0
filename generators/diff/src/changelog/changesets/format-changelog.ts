// What `changeset version` wrote, as the users of a package want to read it. Its headings cannot be
// configured ("Minor Changes"), and it writes no dates.

import { type Bump, groupItem, itemGroups } from "./item-group.ts";

/** The version of which a changelog tells, and when it was released. */
export interface FormatChangelogOptions {
  readonly version: string;
  /** A day, such as `2026-11-23`. */
  readonly date: string;
}

/**
 * Rewrites the section of one version in a `CHANGELOG.md` that `changeset version` has just
 * written: gives it its date, and groups its items under "Breaking", "Deprecated", "Added",
 * "Changed" and "Fixed". All other sections stay as they are, byte for byte; so does a section
 * that was rewritten before, or edited by hand.
 */
export function formatChangelog(text: string, { version, date }: FormatChangelogOptions): string {
  const sections = text.split(/^(?=## )/m);
  return sections
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return heading.trim() === `## ${version}` && isGenerated(lines)
        ? `## ${version} - ${date}\n\n${formatSection(lines)}${trailingLines(section)}`
        : section;
    })
    .join("");
}

const HEADING = /^### (Major|Minor|Patch) Changes\s*$/;
const NO_CHANGES = "No changes in this release.";

/** Reports whether lines have no headings but those of changesets. */
function isGenerated(lines: readonly string[]): boolean {
  const headings = lines.filter((line) => /^#/.test(line));
  return headings.length === 0
    ? lines.some((line) => line.trim() === NO_CHANGES)
    : headings.every((line) => HEADING.test(line));
}

function formatSection(lines: readonly string[]): string {
  const items = itemsOf(lines).map(({ text, bump }) => groupItem(text, bump));
  const groups = itemGroups.flatMap((group) => {
    const texts = items.filter((item) => item.group === group).map(({ text }) => text);
    return texts.length === 0 ? [] : [`### ${group}\n\n${texts.join("\n")}`];
  });
  return groups.length === 0 ? "Nothing changed for users of this package." : groups.join("\n\n");
}

/** Returns the items of a section, without hashes of commits and updated dependencies. */
function itemsOf(
  lines: readonly string[],
): readonly { readonly text: string; readonly bump: Bump }[] {
  const items: { text: string; bump: Bump }[] = [];
  let bump: Bump = "patch";
  for (const line of lines) {
    const [, heading] = HEADING.exec(line) ?? [];
    const last = items.at(-1);
    if (heading !== undefined) bump = heading.toLowerCase() as Bump;
    else if (line.startsWith("- ")) items.push({ text: line.replace(HASH, "- "), bump });
    else if (last !== undefined) last.text += `\n${line}`;
  }
  return items
    .map(({ text, bump: each }) => ({ text: text.trimEnd(), bump: each }))
    .filter(({ text }) => !/^- Updated dependencies\b/.test(text));
}

/** The hash that other changelog modules put before a summary. */
const HASH = /^- [0-9a-f]{7,40}: /;

/** Returns the line ends after a section, which separate it from the next. */
function trailingLines(section: string): string {
  return /\n*$/.exec(section)?.[0] ?? "";
}
