import { escapeMarkdown } from "@specwright/diff";
import {
  commitsHtml,
  commitsMarkdown,
  firstVersionText,
  type Release,
} from "@specwright/diff/changelog";
import { safeMarkdown } from "@specwright/diff/changelog/text";
import { pageLink } from "../html/address.ts";
import { html, trustedHtml } from "../html/html.ts";
import type { SitePage } from "../paths/site-page.ts";
import { description } from "../text/description.ts";
import { plainText } from "../text/plain-text.ts";
import { type ChangeListOptions, changeListHtml } from "./change-list.ts";
import { changeListMarkdown } from "./change-list-markdown.ts";
import { changePages } from "./change-page.ts";
import { type ClassSection, changeSectionPages } from "./change-sections.ts";
import { type ComparedVersions, changeLinks } from "./compared-versions.ts";
import { markdownLink } from "./markdown-link.ts";
import { partLinks, partPath } from "./part-path.ts";
import { verdictHtml, verdictMarkdown, verdictOf, verdictText } from "./verdict.ts";
import { versionChangesPath } from "./version-changes-path.ts";
import { releasedHtml, releasedText, versionName } from "./version-name.ts";

/** The path from the root of a version to the folder of the interface. */
const toInterface = "../../";

/**
 * Writes the pages about the changes of a version: a list, which may have several pages, and a page for
 * each change. Paths are relative to the root of the version.
 */
export function* versionChangesPages(
  release: Release,
  versions: ComparedVersions,
): Generator<SitePage, void, undefined> {
  const pages = changeSectionPages(release.changes);
  for (const [index, sections] of pages.entries()) {
    yield listPage(release, versions, { sections, number: index + 1, count: pages.length });
  }
  yield* changePages(release.changes, versions, {
    folder: "",
    list: { title: `Changes in ${versionName(release)}`, path: `../${versionChangesPath}` },
    whole: "version",
  });
}

interface ListPart {
  readonly sections: readonly ClassSection[];
  readonly number: number;
  readonly count: number;
}

function listPage(release: Release, versions: ComparedVersions, part: ListPart): SitePage {
  const { sections, number, count } = part;
  const links = changeLinks(versions, toInterface);
  const options: ChangeListOptions = {
    ...{ versions, links },
    pagesIn: versions.revision.folder,
    hasDetails: false,
  };
  const verdict = verdictOf(release.changes);
  const heading = changesHeading(release);
  const title = number === 1 ? heading : `${heading}, part ${number}`;
  const since = sinceText(versions);
  const first = plainText(firstVersionText(release));
  const commits = (number === 1 && release.commits) || [];
  const compared = release.previous !== undefined || release.changes.length > 0;
  const rules = pageLink(`${toInterface}../rules.html`);
  const main = html`<h1>${title}</h1>
<p class="released">${releasedHtml(release)}${since !== "" && ` · ${since}`}</p>
${number === 1 && description(release.notes, 2)}
${compared ? verdictHtml(verdict) : html`<p>${first}</p>\n`}
${partLinks(versionChangesPath, number, count)}${changeListHtml(sections, options)}${partLinks(versionChangesPath, number, count)}${commits.length > 0 && html`<h2>Commits</h2>\n${trustedHtml(commitsHtml(commits))}\n`}<p class="note"><a href="${rules}">Rules for breaking changes</a></p>
`;
  return {
    path: partPath(versionChangesPath, number),
    kind: "changes",
    title,
    description: compared ? verdictText(verdict) : first,
    main: main.text,
    markdown: [
      `# ${escapeMarkdown(title)}`,
      [releasedText(release), escapeMarkdown(since)].filter((each) => each !== "").join(" · "),
      ...(number === 1 && release.notes !== undefined ? [safeMarkdown(release.notes)] : []),
      compared ? verdictMarkdown(verdict) : escapeMarkdown(first),
      changeListMarkdown(sections, options).trim(),
      ...(commits.length > 0 ? ["## Commits", commitsMarkdown(commits).trimEnd()] : []),
      ...(number < count
        ? [markdownLink(`Part ${number + 1}`, pageLink(partPath(versionChangesPath, number + 1)))]
        : []),
    ]
      .filter((each) => each !== "")
      .join("\n\n")
      .concat("\n"),
    search: [],
  };
}

/**
 * Returns the heading for the changes of a version. If the release has a title, the title is part of the
 * heading.
 */
export function changesHeading(release: Release): string {
  const own = plainText(release.title ?? "");
  return own === ""
    ? `Changes in ${versionName(release)}`
    : `Changes in ${versionName(release)}: ${own}`;
}

function sinceText({ base }: ComparedVersions): string {
  return base === undefined ? "" : `compared with ${base.name}`;
}
