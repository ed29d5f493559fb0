import type { Change } from "../../changes/change.ts";
import { classTitles } from "../../report/report.ts";
import { groupChanges } from "../releases/group-changes.ts";
import type { PlacedRelease } from "../releases/order-releases.ts";
import { dayInWords } from "../releases/release-date.ts";
import { markdownHtml } from "../text/markdown-html.ts";
import { escapeAttribute, escapeText } from "../text/markup.ts";
import { changeAnchor, changeHtml } from "./change-html.ts";
import { firstVersionText } from "./first-version-text.ts";
import { commitsHtml } from "./release-commits.ts";

/** Options of {@link releaseHtml}. */
export interface ReleaseHtmlOptions {
  /** The changes to show. */
  readonly changes: readonly Change[];
  /** The largest number of changes to show. */
  readonly maxChanges: number;
  /** The page with all changes, if the site has one. */
  readonly url?: string;
  /** The level of the largest headings: 2 for `<h2>`. */
  readonly headingLevel: number;
}

/** Describes a release in HTML without its title: its date, its notes, and changes by class. */
export function releaseHtml(placed: PlacedRelease, options: ReleaseHtmlOptions): string {
  const { notes, interface: owner, changes: all, commits = [] } = placed.release;
  const { isFirst } = placed;
  const { changes, maxChanges, url, headingLevel } = options;
  const shown = changes.slice(0, maxChanges);
  const left = all.length - shown.length;
  return [
    `<p>${escapeText(dateInWords(placed))}</p>`,
    ...(notes === undefined
      ? []
      : [markdownHtml(notes, { base: owner.url, headingLevel }).trimEnd()]),
    ...groupsHtml(shown, headingLevel),
    ...(all.length === 0 && (isFirst || notes === undefined)
      ? [`<p>${escapeText(withoutChanges(placed))}</p>`]
      : []),
    ...(left > 0 ? [moreHtml(left, url)] : []),
    ...(commits.length > 0
      ? [`<h${headingLevel}>Commits</h${headingLevel}>`, commitsHtml(commits)]
      : []),
  ].join("\n");
}

/** Returns how many changes are not shown, with a link to the page that shows them. */
function moreHtml(count: number, url: string | undefined): string {
  const are = count === 1 ? "change is" : "changes are";
  if (url === undefined) return `<p>${count} more ${are} not shown here.</p>`;
  const page = `<a href="${escapeAttribute(url)}">the page of the release</a>`;
  return `<p>${count} more ${are} on ${page}.</p>`;
}

/** Returns the text of a release without changes. */
export function withoutChanges({ isFirst, release }: PlacedRelease): string {
  return isFirst ? firstVersionText(release) : "No changes of the contract are recorded.";
}

/**
 * Returns the date of a release in words. For an undated release, returns a sentence with the earliest
 * possible date, if known.
 */
export function dateInWords({ time, isDated }: PlacedRelease): string {
  if (isDated) return `Released on ${dayInWords(time)}.`;
  return time > 0
    ? `Undated: released some time after ${dayInWords(time)}.`
    : "Undated: the release date is unknown.";
}

function groupsHtml(all: readonly Change[], level: number): readonly string[] {
  const anchors = new Set<string>();
  return groupChanges(all).map((group) => {
    const title = classTitles[group.class].heading;
    const items = group.changes.map((change) => {
      const anchor = changeAnchor(change);
      // Several changes can have the same fingerprint, but an id may occur only once in a page.
      const id = anchors.has(anchor) ? "" : ` id="${anchor}"`;
      anchors.add(anchor);
      return `<li${id}>\n${changeHtml(change)}\n</li>`;
    });
    const heading = `<h${level}>${escapeText(title)} (${group.changes.length})</h${level}>`;
    return `${heading}\n<ul>\n${items.join("\n")}\n</ul>`;
  });
}
