import {
  type Change,
  classTitles,
  escapeMarkdown,
  markdownSentence,
  plainSentence,
  rules,
} from "@specwright/diff";
import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SearchEntry, SitePage } from "../paths/site-page.ts";
import { description } from "../text/description.ts";
import { plainText } from "../text/plain-text.ts";
import { sentence } from "../text/sentence.ts";
import { changeDetails } from "./change-details.ts";
import { partText, shownWitness } from "./change-facts.ts";
import { changePath } from "./change-list.ts";
import { detailLines } from "./change-list-markdown.ts";
import {
  affectedPartsOf,
  groupTitle,
  type ListedChange,
  listedChanges,
} from "./change-sections.ts";
import { type ChangeLinks, type ComparedVersions, changeLinks } from "./compared-versions.ts";
import { documentSidesHtml, documentSidesMarkdown } from "./document-sides.ts";
import { markdownLink } from "./markdown-link.ts";
import { reachedCount, reachedItems } from "./reached-list.ts";
import { placeWords, subjectWords } from "./subject-words.ts";

/** The path from the folder of change pages to the folder of the interface. */
const toInterface = "../../../";

/** The version or the comparison that contains the changes. */
export interface ChangeOwner {
  /** The folder of the pages: an empty text, or a path with a final slash. */
  readonly folder: string;
  /** The page that lists the changes. `path` is relative to a change page. */
  readonly list: { readonly title: string; readonly path: string };
  readonly whole: "version" | "comparison";
  /**
   * A suffix for the titles of these pages, which distinguishes them from pages about the same changes in
   * other versions or comparisons. Default: no suffix.
   */
  readonly titleEnd?: string;
}

interface ChangeContext {
  readonly owner: ChangeOwner;
  readonly versions: ComparedVersions;
  readonly links: ChangeLinks;
  readonly previous: ListedChange | undefined;
  readonly next: ListedChange | undefined;
}

/**
 * Writes a page for each change of a version or a comparison. Changes with the same fingerprint share a
 * page.
 */
export function* changePages(
  changes: readonly Change[],
  versions: ComparedVersions,
  owner: ChangeOwner,
): Generator<SitePage, void, undefined> {
  const links = changeLinks(versions, toInterface);
  const listed = listedChanges(changes);
  for (const [index, each] of listed.entries()) {
    const [previous, next] = [listed[index - 1], listed[index + 1]];
    yield changePage(each, { owner, versions, links, previous, next });
  }
}

function changePage(listed: ListedChange, context: ChangeContext): SitePage {
  const { change } = listed;
  const { owner, links } = context;
  const affects = affectedPartsOf([listed]);
  const list = pageLink(owner.list.path);
  const permanent = pageLink(changePath(change.fingerprint).replace("changes/", ""));
  const main = html`<p class="crumbs"><a href="${list}">${owner.list.title}</a></p>
<h1>${sentence(change.message)}</h1>
<p class="verdict class-${change.class}"><strong>${classTitles[change.class].heading}.</strong> ${sentence(change.why)}</p>
${subjectHtml(change, links)}
<h2 id="proof">${detailsHeading(listed, context)}</h2>
${changeDetails(listed, context)}
${documentSidesHtml(change, context.versions, links)}${
  affects.length > 0 &&
  html`<h2 id="affected">Affects ${reachedCount(affects)}</h2>
${reachedItems(affects, links, Number.POSITIVE_INFINITY)}`
}
${ruleHtml(change)}
<p><a href="${permanent}">Permanent link to this change</a></p>
${neighbourLinks(context)}`;
  return {
    path: owner.folder + changePath(change.fingerprint),
    kind: "change",
    title: changeTitle(change) + (owner.titleEnd ?? ""),
    description: plainText(`${classTitles[change.class].heading}. ${plainSentence(change.why)}`),
    main: main.text,
    markdown: changeMarkdown(listed, context),
    search: [changeSearchEntry(change)],
  };
}

/**
 * Returns the sentence about a change as title. Adds the subject if the sentence does not name it, because
 * titles must be unique.
 */
function changeTitle(change: Change): string {
  const text = plainText(plainSentence(change.message));
  const words = subjectWords(change);
  return words === "" ? text : `${text} (${words})`;
}

function detailsHeading({ change }: ListedChange, { versions }: ChangeContext): string {
  return shownWitness(change, versions) === undefined ? "Place" : "Example and place";
}

function subjectHtml({ subject }: Change, links: ChangeLinks): Html {
  const { word, name } = groupTitle(subject);
  if (name === "") return html``;
  const address = links.subject(subject);
  const inside =
    subject.path !== undefined && html`, ${sentence(plainText(placeWords(subject.path)))}`;
  const text = html`${word !== "" && `${word} `}<code>${plainText(name)}</code>`;
  const link: Html = address === undefined ? text : html`<a href="${address}">${text}</a>`;
  return html`<p class="subject">About: ${link}${inside}</p>\n`;
}

function ruleHtml({ ruleId }: Change): Html {
  if (!Object.hasOwn(rules, ruleId)) return html``;
  return html`<h2 id="rule">Why it has this class</h2>
${description(rules[ruleId].explanation, 3)}`;
}

function neighbourLinks({ owner, previous, next }: ChangeContext): Html {
  const item = (label: string, rel: string, listed: ListedChange | undefined): Html => {
    if (listed === undefined) return html``;
    const { fingerprint, message } = listed.change;
    const address = pageLink(changePath(fingerprint).replace("changes/", ""));
    return html`<li>${label}: <a href="${address}" rel="${rel}">${sentence(message)}</a></li>\n`;
  };
  if (previous === undefined && next === undefined) return html``;
  return html`<nav class="neighbours" aria-label="Other changes of this ${owner.whole}"><ul>
${item("Previous", "prev", previous)}${item("Next", "next", next)}</ul></nav>
`;
}

function changeMarkdown(listed: ListedChange, { owner, versions, links }: ChangeContext): string {
  const { change } = listed;
  const affects = affectedPartsOf([listed]);
  const reached = affects.map(
    (each) =>
      `- ${markdownLink(each.operation, links.affected(each))}: ${escapeMarkdown(partText(each))}\n`,
  );
  const explanation = Object.hasOwn(rules, change.ruleId) ? rules[change.ruleId].explanation : "";
  return [
    `# ${markdownSentence(change.message)}`,
    `**${classTitles[change.class].heading}.** ${markdownSentence(change.why)}`,
    detailLines(listed, { links, versions })
      .map((each) => `- ${each}\n`)
      .join(""),
    documentSidesMarkdown(change, versions),
    ...(reached.length > 0 ? [`## Affects ${reachedCount(affects)}\n\n${reached.join("")}`] : []),
    ...(explanation === "" ? [] : [`## Why it has this class\n\n${explanation}`]),
    markdownLink(owner.list.title, pageLink(owner.list.path)),
  ]
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .join("\n\n")
    .concat("\n");
}

/** Returns the search entry of a change. Readers find it by the subject and the sentences. */
export function changeSearchEntry({ message, why, subject }: Change): SearchEntry {
  const { word, name } = groupTitle(subject);
  return {
    kind: "change",
    name: plainText(name) || word,
    text: plainText(`${plainSentence(message)} ${plainSentence(why)}`),
    anchor: "",
  };
}
