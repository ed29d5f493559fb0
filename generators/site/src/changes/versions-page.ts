import { codeSpan, countsText, escapeMarkdown } from "@specwright/diff";
import {
  orderReleases,
  type PublishedInterface,
  type Release,
  releaseKey,
} from "@specwright/diff/changelog";
import { pathSegment } from "@specwright/diff/changelog/text";
import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { plainText } from "../text/plain-text.ts";
import { type ChangeTotals, changeTotals } from "./change-totals.ts";
import { comparePath } from "./compare-pages.ts";
import { versionFolder } from "./compared-versions.ts";
import { markdownLink } from "./markdown-link.ts";
import { versionChangesPath } from "./version-changes-path.ts";
import { releasedHtml, releasedText, versionName } from "./version-name.ts";

/** Options of the list of versions. */
export interface VersionsPageOptions {
  /** Returns the totals of a release. Needed if releases have no changes. */
  readonly totalsOf?: (release: Release) => ChangeTotals;
  /** Reports whether the site has a page that compares the two versions. */
  readonly isCompared: (base: Release, head: Release) => boolean;
  /**
   * The path on a server that compares two versions. The query `?base=` and `?head=` names the versions.
   */
  readonly compareAction?: string;
  /** Returns the path of a version's document, relative to the folder of the interface. */
  readonly documentPath?: (release: Release) => string | undefined;
  /**
   * Returns the feeds of a branch. A path is relative to the folder of the interface, or starts with `/`.
   */
  readonly feeds?: (branch: string) => readonly { readonly text: string; readonly path: string }[];
}

/** The versions of one branch, the newest first. */
interface BranchVersions {
  /** Absent for the main branch. */
  readonly branch: string | undefined;
  readonly releases: readonly Release[];
}

/**
 * Writes the page with all versions of an interface: first the main branch, then the other branches.
 * `releases` must be in order of publication, the oldest first.
 */
export function versionsPage(
  owner: PublishedInterface,
  releases: readonly Release[],
  options: VersionsPageOptions,
): SitePage {
  const newestFirst = orderReleases(releases).map(({ release }) => release);
  const byKey = new Map(releases.map((each) => [releaseKey(each), each]));
  const branches = groupByBranch(newestFirst);
  const main = html`<h1>Versions</h1>
${branches.map((each) => branchHtml(owner, each, { byKey, options }))}${compareForm(newestFirst, options)}${comparisonTable(newestFirst, options)}`;
  return {
    path: "versions.html",
    kind: "versions",
    title: "Versions",
    description: `All versions of ${plainText(owner.title)}.`,
    main: main.text,
    markdown: `# Versions\n\n${branches.map((each) => branchMarkdown(each, options)).join("\n")}`,
    search: [],
  };
}

/** Returns the anchor of a branch in `versions.html`. */
export function branchAnchor(branch: string): string {
  return `branch-${pathSegment(branch)}`;
}

/** Groups versions by branch. The main branch comes first, then the other branches by name. */
function groupByBranch(newestFirst: readonly Release[]): readonly BranchVersions[] {
  const groups = [...Map.groupBy(newestFirst, ({ branch }) => branch)];
  // Without versions, the page still has a table for the main branch.
  const all = groups.length === 0 ? [[undefined, []] as const] : groups;
  return all
    .map(([branch, releases]) => ({ branch, releases }))
    .sort((one, other) => ((one.branch ?? "") < (other.branch ?? "") ? -1 : 1));
}

function branchHtml(
  owner: PublishedInterface,
  { branch, releases }: BranchVersions,
  {
    byKey,
    options,
  }: { readonly byKey: ReadonlyMap<string, Release>; readonly options: VersionsPageOptions },
): Html {
  const anchor = branch === undefined ? "versions" : branchAnchor(branch);
  const where = branch === undefined ? "" : ` on the branch ${plainText(branch)}`;
  const columns = ["Version", "Released", "Changes", "Bump", "Compared with"];
  if (options.documentPath !== undefined) columns.push("Document");
  const feeds = branch === undefined ? [] : (options.feeds?.(branch) ?? []);
  return html`${branch !== undefined && html`<h2 id="${anchor}">Branch <code>${plainText(branch)}</code></h2>\n`}<table class="stacked" role="table">
<caption>Versions of ${plainText(owner.title)}${where}, the newest first</caption>
<thead role="rowgroup"><tr role="row">${columns.map((each) => html`<th scope="col" role="columnheader">${each}</th>`)}</tr></thead>
<tbody role="rowgroup">
${releases.map((each) => versionRow(each, byKey, options))}</tbody>
</table>
${feeds.length > 0 && html`<p class="note">Feeds of this branch: ${feeds.map(({ text, path }, index) => html`${index > 0 && ", "}<a href="${pageLink(path)}">${text}</a>`)}</p>\n`}`;
}

function versionRow(
  release: Release,
  byKey: ReadonlyMap<string, Release>,
  { isCompared, documentPath, totalsOf = changeTotals }: VersionsPageOptions,
): Html {
  const folder = versionFolder(releaseKey(release));
  const previous = release.previous === undefined ? undefined : byKey.get(release.previous);
  const { counts, bump } = totalsOf(release);
  const document = documentPath?.(release);
  const compared =
    previous !== undefined && isCompared(previous, release)
      ? html`<a href="${pageLink(comparePath(previous, release))}">${versionName(previous)}</a>`
      : html`${previous === undefined ? "–" : versionName(previous)}`;
  const download =
    document === undefined ? html`–` : html`<a href="${pageLink(document)}" download>Download</a>`;
  return html`<tr role="row">
<th scope="row" role="rowheader"><a href="${pageLink(`${folder}index.html`)}">${versionName(release)}</a></th>
${tableCell("Released", releasedHtml(release))}${tableCell("Changes", html`<a href="${pageLink(folder + versionChangesPath)}">${countsText(counts) || "none"}</a>`)}${tableCell("Bump", html`${bump}`)}${tableCell("Compared with", compared)}${documentPath && tableCell("Document", download)}</tr>
`;
}

/** Writes a table cell. A narrow screen has no columns and shows the label beside the content. */
function tableCell(label: string, content: Html): Html {
  return html`<td role="cell" data-label="${label}">${content}</td>
`;
}

function compareForm(releases: readonly Release[], { compareAction }: VersionsPageOptions): Html {
  if (compareAction === undefined || releases.length < 2) return html``;
  const options = releases.map(
    (each) => html`<option value="${releaseKey(each)}">${versionName(each)}</option>`,
  );
  return html`<h2 id="compare">Compare two versions</h2>
<form class="compare" action="${pageLink(compareAction)}">
<label>From <select name="base">${options.slice(1)}${options.slice(0, 1)}</select></label>
<label>To <select name="head">${options}</select></label>
<button type="submit">Compare</button>
</form>
`;
}

/** Writes a table with a link for each pair of versions. A site without a server needs this table. */
function comparisonTable(
  releases: readonly Release[],
  { compareAction, isCompared }: VersionsPageOptions,
): Html {
  const hasAny = releases.some((head) => releases.some((base) => isCompared(base, head)));
  if (compareAction !== undefined || !hasAny || releases.length < 2) return html``;
  const pairs = releases.flatMap((head) => {
    const bases = releases.filter((base) => base !== head && isCompared(base, head));
    if (bases.length === 0) return [];
    const links = bases.map(
      (base) =>
        html`<li><a href="${pageLink(comparePath(base, head))}">${versionName(base)} to ${versionName(head)}</a></li>\n`,
    );
    return [
      html`<tr><th scope="row">${versionName(head)}</th><td><ul class="pairs">
${links}</ul></td></tr>
`,
    ];
  });
  return html`<h2 id="compare">Compare two versions</h2>
<table>
<caption>Comparisons by their newer version</caption>
<thead><tr><th scope="col">To</th><th scope="col">From</th></tr></thead>
<tbody>
${pairs}</tbody>
</table>
`;
}

function branchMarkdown(
  { branch, releases }: BranchVersions,
  { totalsOf = changeTotals }: VersionsPageOptions,
): string {
  const items = releases.map((release) => {
    const folder = versionFolder(releaseKey(release));
    const name = markdownLink(versionName(release), pageLink(`${folder}index.html`));
    const counts = countsText(totalsOf(release).counts) || "none";
    const changes = markdownLink(`changes: ${counts}`, pageLink(folder + versionChangesPath));
    return `- ${name}: ${escapeMarkdown(releasedText(release))}, ${changes}\n`;
  });
  const heading = branch === undefined ? "" : `## Branch ${codeSpan(branch)}\n\n`;
  return heading + items.join("");
}
