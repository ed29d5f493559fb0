// Rewrites the changelog that `changeset version` writes with fixed headings ("Minor Changes") and without
// dates.

import { type Bump, groupItem, itemGroups } from "./item-group.ts";

/** Options of {@link formatChangelog}. */
export interface FormatChangelogOptions {
  readonly version: string;
  /** A day, such as `2026-11-23`. */
  readonly date: string;
  /** The ranges of `peerDependencies` in the manifest of the package, by name. */
  readonly peers?: ReadonlyMap<string, string>;
}

/**
 * Rewrites the section of one version in a `CHANGELOG.md` that `changeset version` has just written. Adds
 * the date, and groups the items under "Breaking", "Deprecated", "Added", "Changed" and "Fixed". Does not
 * change other sections, nor a section that was already rewritten or edited by hand.
 */
export function formatChangelog(
  text: string,
  { version, date, peers = new Map() }: FormatChangelogOptions,
): string {
  const sections = text.split(/^(?=## )/m);
  return sections
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return heading.trim() === `## ${version}` && isGenerated(lines)
        ? `## ${version} - ${date}\n\n${formatSection(lines, peers)}${trailingLines(section)}`
        : section;
    })
    .join("");
}

const HEADING = /^### (Major|Minor|Patch) Changes\s*$/;
const NO_CHANGES = "No changes in this release.";

/**
 * Reports whether all headings of a section are headings of changesets, so that nobody has edited the
 * section.
 */
function isGenerated(lines: readonly string[]): boolean {
  const headings = lines.filter((line) => /^#/.test(line));
  return headings.length === 0
    ? lines.some((line) => line.trim() === NO_CHANGES)
    : headings.every((line) => HEADING.test(line));
}

function formatSection(lines: readonly string[], peers: ReadonlyMap<string, string>): string {
  const items = readItems(lines, peers).map(({ text, bump }) => groupItem(text, bump));
  const groups = itemGroups.flatMap((group) => {
    const texts = items.filter((item) => item.group === group).map(({ text }) => text);
    return texts.length === 0 ? [] : [`### ${group}\n\n${texts.join("\n")}`];
  });
  return groups.length === 0 ? "Nothing changed for users of this package." : groups.join("\n\n");
}

/**
 * Returns the items of a section, without commit hashes and updated dependencies. Changed peer dependencies
 * stay, because users of the package must update their own versions.
 */
function readItems(
  lines: readonly string[],
  peers: ReadonlyMap<string, string>,
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
  return items.flatMap(({ text, bump: each }) =>
    /^- Updated dependencies\b/.test(text)
      ? movedPeers(text, peers).map((item) => ({ text: item, bump: each }))
      : [{ text: text.trimEnd(), bump: each }],
  );
}

/** Returns an item for each updated dependency that is a peer of the package. */
function movedPeers(text: string, peers: ReadonlyMap<string, string>): readonly string[] {
  return [...text.matchAll(/^ +- (?<name>@?[^@\s]+)@(?<version>\S+)$/gm)].flatMap(({ groups }) => {
    const { name = "", version = "" } = groups ?? {};
    const range = peers.get(name);
    if (range === undefined) return [];
    return [
      `- Changed: the peer dependency \`${name}\` must now be \`${publishedRange(range, version)}\`.`,
    ];
  });
}

/** Returns the range that a package manager publishes instead of a `workspace:` range. */
function publishedRange(range: string, version: string): string {
  const [, own] = /^workspace:(.*)$/.exec(range) ?? [];
  if (own === undefined) return range;
  if (own === "*") return version;
  return own === "^" || own === "~" ? own + version : own;
}

/** The commit hash with which other changelog modules begin an item. */
const HASH = /^- [0-9a-f]{7,40}: /;

/** Returns the line ends after the last text of a section. */
function trailingLines(section: string): string {
  return /\n*$/.exec(section)?.[0] ?? "";
}
