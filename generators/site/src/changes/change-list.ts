// The list of changes on the page of a version or of a comparison.

import { classTitles, plainSentence } from "@specwright/diff";
import { type Html, html } from "../html/html.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import { changeDetails } from "./change-details.ts";
import { shownWitness } from "./change-facts.ts";
import { changePlaces } from "./change-place.ts";
import {
  type ClassSection,
  groupTitle,
  type ListedChange,
  type SubjectGroup,
} from "./change-sections.ts";
import type { ChangeLinks, ComparedVersions } from "./compared-versions.ts";
import { documentsAnchor, hasDocuments } from "./document-sides.ts";
import { reachedList } from "./reached-list.ts";

/** Options of a list of changes. */
export interface ChangeListOptions {
  readonly versions: ComparedVersions;
  readonly links: ChangeLinks;
  /**
   * The folder with one page for each change, relative to the folder of the interface. Default: changes
   * have no pages.
   */
  readonly pagesIn?: string;
  /** Whether the list contains the details of each change. */
  readonly hasDetails: boolean;
}

const maxReached = 20;

/** Returns the id of a change. This id is the anchor in a list and the name of the change's page. */
export function changeId(fingerprint: string): string {
  return fingerprint.replaceAll(/[^0-9A-Za-z]/g, "-");
}

/** Returns the path of a change's page, relative to the root of the version or comparison. */
export function changePath(fingerprint: string): string {
  return `changes/${changeId(fingerprint)}.html`;
}

/** Writes changes as a list, by class and subject. The worst class comes first. */
export function changeListHtml(
  sections: readonly ClassSection[],
  options: ChangeListOptions,
): Html {
  return html`${sections.map(
    (
      section,
    ) => html`<section class="changes class-${section.class}" aria-labelledby="${section.class}">
<h2 id="${section.class}">${classTitles[section.class].heading} (${section.count})</h2>
${section.groups.map((group) => groupHtml(group, options))}</section>
`,
  )}`;
}

function groupHtml(group: SubjectGroup, options: ChangeListOptions): Html {
  const { word, name } = groupTitle(group);
  const address = options.links.subject(group);
  const code = name !== "" && html`${word !== "" && " "}<code>${plainText(name)}</code>`;
  const title = html`${word}${code}`;
  return html`<h3>${address === undefined ? title : html`<a href="${address}">${title}</a>`}</h3>
${showsAffected(group) && reachedList(group.affects, options.links, maxReached)}<ul class="change-list">
${group.changes.map((each) => changeHtml(each, options))}</ul>
`;
}

/**
 * Reports whether a group shows affected operations. A change of an operation affects only this operation,
 * and the heading already names it.
 */
function showsAffected({ kind, affects }: SubjectGroup): boolean {
  return affects.length > 0 && kind !== "operation" && kind !== "webhook";
}

function changeHtml(listed: ListedChange, options: ChangeListOptions): Html {
  const { change, places } = listed;
  const id = changeId(change.fingerprint);
  const words = sentence(change.message);
  const page = pageOf(change.fingerprint, options);
  const title =
    page === undefined ? words : html`<a href="${options.links.inInterface(page)}">${words}</a>`;
  const more = places.length > 1 && html` <span class="note">In ${places.length} places.</span>`;
  const documents =
    page !== undefined &&
    hasDocuments(change, options.versions) &&
    html` <a href="${options.links.inInterface(page, documentsAnchor)}" aria-label="Show in documents: ${plainText(plainSentence(change.message))}">Show in documents</a>`;
  return html`<li id="change-${id}"><p class="what">${title}${more}</p>
<p class="why">${sentence(change.why)}${documents}</p>
${options.hasDetails && detailsHtml(listed, options)}</li>
`;
}

/** Returns the path of a change's page, relative to the folder of the interface. */
export function pageOf(
  fingerprint: string,
  { pagesIn }: Pick<ChangeListOptions, "pagesIn">,
): string | undefined {
  return pagesIn === undefined ? undefined : pagesIn + changePath(fingerprint);
}

function detailsHtml(listed: ListedChange, options: ChangeListOptions): Html {
  const { change } = listed;
  const hasWitness = shownWitness(change, options.versions) !== undefined;
  const hasPlace = changePlaces(change).length > 0;
  const parts = [hasWitness && "example", hasPlace && "place", "rule"].filter(
    (each) => each !== false,
  );
  const words = parts.join(", ").replace(/, (?=[^,]*$)/, " and ");
  return html`<details class="nested"><summary>${words.charAt(0).toUpperCase()}${words.slice(1)}</summary>
${changeDetails(listed, options)}</details>
`;
}
