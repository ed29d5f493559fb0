import {
  type Change,
  classTitles,
  countChanges,
  countsText,
  escapeMarkdown,
  markdownSentence,
} from "@specwright/diff";
import {
  firstVersionText,
  orderReleases,
  type PublishedInterface,
  type Release,
  releaseKey,
  selectChanges,
} from "@specwright/diff/changelog";
import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import { changePath } from "./change-list.ts";
import { listedChanges } from "./change-sections.ts";
import { changeTotals } from "./change-totals.ts";
import { type ChangelogView, changelogViews } from "./changelog-views.ts";
import { versionFolder } from "./compared-versions.ts";
import { markdownLink, twinOf } from "./markdown-link.ts";
import { partLinks, partPath } from "./part-path.ts";
import { subjectWords } from "./subject-words.ts";
import { versionChangesPath } from "./version-changes-path.ts";
import { releasedHtml, releasedText, versionName } from "./version-name.ts";

const releasesPerPage = 60;
const changesPerRelease = 8;

interface ListedRelease {
  readonly release: Release;
  readonly changes: readonly Change[];
}

/**
 * Writes the pages of an interface's changelog: one for each filter, the newest version first. `releases`
 * must be in order of publication, the oldest first. Paths are relative to the folder of the interface.
 */
export function* changelogPages(
  owner: PublishedInterface,
  releases: readonly Release[],
): Generator<SitePage, void, undefined> {
  const newestFirst = orderReleases(releases).map(({ release }) => release);
  for (const view of changelogViews) {
    const listed = newestFirst.flatMap((release) => {
      const changes = selectChanges(release, { show: view.show });
      return changes === undefined ? [] : [{ release, changes }];
    });
    const count = Math.max(1, Math.ceil(listed.length / releasesPerPage));
    for (let number = 1; number <= count; number++) {
      const shown = listed.slice((number - 1) * releasesPerPage, number * releasesPerPage);
      yield changelogPage(owner, view, { listed: shown, number, count });
    }
  }
}

interface ChangelogPart {
  readonly listed: readonly ListedRelease[];
  readonly number: number;
  readonly count: number;
}

function changelogPage(
  owner: PublishedInterface,
  view: ChangelogView,
  { listed, number, count }: ChangelogPart,
): SitePage {
  const title = number === 1 ? view.title : `${view.title}, part ${number}`;
  const main = html`<h1>${title}</h1>
<nav class="filters" aria-label="Filter"><ul>
${changelogViews.map((each) => filterItem(each, view))}</ul></nav>
${listed.map(releaseHtml)}${listed.length === 0 && html`<p>${view.empty}</p>\n`}${partLinks(view.path, number, count)}`;
  return {
    path: partPath(view.path, number),
    kind: "changelog",
    title,
    description: `${view.title} of ${plainText(owner.title)}, by version.`,
    main: main.text,
    markdown: `# ${title}\n\n${listed.map(releaseMarkdown).join("\n") || `${view.empty}\n`}`,
    search: [],
  };
}

function filterItem(each: ChangelogView, current: ChangelogView): Html {
  const address = pageLink(each.path);
  return each === current
    ? html`<li><a href="${address}" aria-current="page">${each.label}</a></li>\n`
    : html`<li><a href="${address}">${each.label}</a></li>\n`;
}

function releaseHtml({ release, changes }: ListedRelease): Html {
  const folder = folderOf(release);
  const { bump } = changeTotals(release);
  const listed = listedChanges(changes);
  const shown = listed.slice(0, changesPerRelease);
  const page = pageLink(folder + versionChangesPath);
  const counts = countsText(countChanges(changes));
  const own = plainText(release.title ?? "");
  return html`<article class="release">
<h2><a href="${page}">${versionName(release)}${own !== "" && `: ${own}`}</a></h2>
<p class="released">${releasedHtml(release)}${counts !== "" && ` · ${counts}`}${bump !== "none" && ` · ${bump} version`}</p>
${
  shown.length > 0 &&
  html`<ul class="change-list">
${shown.map(({ change }) => changeItem(change, folder))}</ul>
`
}${listed.length > shown.length && html`<p><a href="${page}">All ${changes.length} changes of ${versionName(release)}</a></p>\n`}${changes.length === 0 && html`<p>${emptyText(release)}</p>\n`}</article>
`;
}

function changeItem(change: Change, folder: string): Html {
  const page = pageLink(folder + changePath(change.fingerprint));
  const words = subjectWords(change);
  return html`<li><span class="label class-${change.class}">${classTitles[change.class].heading}:</span> <a href="${page}">${sentence(change.message)}</a>${words !== "" && html` <span class="note">${words}</span>`}</li>\n`;
}

function releaseMarkdown({ release, changes }: ListedRelease): string {
  const folder = folderOf(release);
  const counts = countsText(countChanges(changes));
  const own = plainText(release.title ?? "");
  const name = own === "" ? versionName(release) : `${versionName(release)}: ${own}`;
  const heading = markdownLink(name, pageLink(folder + versionChangesPath));
  const listed = listedChanges(changes);
  const items = listed.slice(0, changesPerRelease).map(({ change }) => {
    const page = twinOf(pageLink(folder + changePath(change.fingerprint)));
    const words = subjectWords(change);
    const about = words === "" ? "" : ` (${escapeMarkdown(words)})`;
    return `- ${classTitles[change.class].heading}: [${markdownSentence(change.message)}](<${page}>)${about}\n`;
  });
  const more = listed.length - items.length;
  return [
    `## ${heading}\n`,
    `${[releasedText(release), counts].filter((each) => each !== "").join(" · ")}\n`,
    items.join("") + (more > 0 ? `- And ${more} more.\n` : ""),
    changes.length === 0 ? `${escapeMarkdown(emptyText(release))}\n` : "",
  ]
    .filter((each) => each !== "")
    .join("\n");
}

function emptyText(release: Release): string {
  return release.previous === undefined
    ? plainText(firstVersionText(release))
    : "No changes of the contract are recorded.";
}

function folderOf(release: Release): string {
  return versionFolder(releaseKey(release));
}
