import { type Change, escapeMarkdown } from "@specwright/diff";
import { type Release, releaseKey } from "@specwright/diff/changelog";
import { pathSegment } from "@specwright/diff/changelog/text";
import { pageLink } from "../html/address.ts";
import { html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { type ChangeListOptions, changeListHtml } from "./change-list.ts";
import { changeListMarkdown } from "./change-list-markdown.ts";
import { changePages } from "./change-page.ts";
import { type ClassSection, changeSectionPages } from "./change-sections.ts";
import { type ComparedVersions, changeLinks, namedVersion } from "./compared-versions.ts";
import { markdownLink } from "./markdown-link.ts";
import { partLinks, partPath } from "./part-path.ts";
import type { ReferenceIndex } from "./reference-index.ts";
import type { FindSource } from "./source-file.ts";
import { type Verdict, verdictHtml, verdictMarkdown, verdictOf, verdictText } from "./verdict.ts";
import { releasedText, versionName } from "./version-name.ts";

/** A version to compare. */
export interface ComparableVersion {
  readonly release: Release;
  readonly reference: ReferenceIndex;
  /** Finds the files of the version's document. Change pages show excerpts of them. */
  readonly source?: FindSource;
}

/** Two versions of an interface, with the changes between them. */
export interface Comparison {
  readonly base: ComparableVersion;
  readonly head: ComparableVersion;
  /** The changes from `base` to `head`; empty if both are the same version. */
  readonly changes: readonly Change[];
  /** Whether the site also has a page that compares `head` with `base`. */
  readonly hasReverse?: boolean;
  /** Whether each change has a page with excerpts of the documents. Default false. */
  readonly hasChangePages?: boolean;
}

/** Returns the path of a comparison page, relative to the folder of the interface. */
export function comparePath(base: Release, head: Release): string {
  return `compare/${pathSegment(releaseKey(base))}...${pathSegment(releaseKey(head))}.html`;
}

/** Returns the folder of the change pages of a comparison, relative to the folder of the interface. */
function changesFolder({ base, head }: Comparison): string {
  return comparePath(base.release, head.release).replace(/\.html$/, "/");
}

/**
 * Writes the pages that compare two versions of an interface. A long comparison has several pages. With
 * `hasChangePages`, also writes a page for each change. Paths are relative to the folder of the interface.
 */
export function* comparePages(comparison: Comparison): Generator<SitePage, void, undefined> {
  const pages = changeSectionPages(comparison.changes);
  for (const [index, sections] of pages.entries()) {
    yield comparePage(comparison, { sections, number: index + 1, count: pages.length });
  }
  if (comparison.hasChangePages !== true) return;
  const path = comparePath(comparison.base.release, comparison.head.release);
  yield* changePages(comparison.changes, versionsOf(comparison), {
    folder: changesFolder(comparison),
    list: { title: comparisonTitle(comparison, 1), path: `../../${path.replace("compare/", "")}` },
    whole: "comparison",
    titleEnd: `, ${versionsText(comparison)}`,
  });
}

function versionsOf({ base, head }: Comparison): ComparedVersions {
  return {
    base: namedVersion(base.release, base.reference, base.source),
    revision: namedVersion(head.release, head.reference, head.source),
  };
}

interface ComparePart {
  readonly sections: readonly ClassSection[];
  readonly number: number;
  readonly count: number;
}

function comparePage(comparison: Comparison, part: ComparePart): SitePage {
  const { base, head, changes, hasReverse = false, hasChangePages = false } = comparison;
  const { sections, number, count } = part;
  const versions = versionsOf(comparison);
  const options: ChangeListOptions = {
    versions,
    links: changeLinks(versions, "../"),
    ...(hasChangePages && { pagesIn: changesFolder(comparison) }),
    hasDetails: true,
  };
  const verdict = verdictOf(changes);
  const title = comparisonTitle(comparison, number);
  const path = comparePath(base.release, head.release);
  const reverse = pageLink(`../${comparePath(head.release, base.release)}`);
  const main = html`<h1>${title}</h1>
<p class="released">${released(base)} → ${released(head)}</p>
${verdictHtml(verdict)}
${hasReverse && html`<p><a href="${reverse}">Compare in the opposite direction</a></p>\n`}${partLinks(path, number, count)}${changeListHtml(sections, options)}${partLinks(path, number, count)}<p class="note"><a href="${pageLink("../versions.html")}">All versions</a></p>
`;
  return {
    path: partPath(path, number),
    kind: "compare",
    title,
    description: verdictText(verdict),
    main: main.text,
    markdown: comparisonMarkdown({ title, verdict, options, path }, part),
    search: [],
  };
}

function released({ release }: ComparableVersion) {
  const folder = namedVersion(release, new Map()).folder;
  const name = html`<a href="${pageLink(`../${folder}index.html`)}">${versionName(release)}</a>`;
  const when = releasedText(release);
  return html`${name} (${when.charAt(0).toLowerCase()}${when.slice(1)})`;
}

function comparisonTitle({ base, head }: Comparison, number: number): string {
  const title = `Changes ${versionsText({ base, head })}`;
  return number === 1 ? title : `${title}, part ${number}`;
}

function versionsText({ base, head }: Pick<Comparison, "base" | "head">): string {
  const [from, to] = [versionName(base.release), versionName(head.release)];
  return `from ${from} to ${from === to ? "itself" : to}`;
}

function comparisonMarkdown(
  {
    title,
    verdict,
    options,
    path,
  }: {
    readonly title: string;
    readonly verdict: Verdict;
    readonly options: ChangeListOptions;
    readonly path: string;
  },
  { sections, number, count }: ComparePart,
): string {
  const next = pageLink(partPath(path.replace("compare/", ""), number + 1));
  return [
    `# ${escapeMarkdown(title)}`,
    verdictMarkdown(verdict),
    changeListMarkdown(sections, options).trim(),
    ...(number < count ? [markdownLink(`Part ${number + 1}`, next)] : []),
  ]
    .filter((each) => each !== "")
    .join("\n\n")
    .concat("\n");
}
