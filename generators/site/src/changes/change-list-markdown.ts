import { classTitles, codeSpan, escapeMarkdown, markdownSentence } from "@specwright/diff";
import { changeFacts, shownWitness } from "./change-facts.ts";
import { type ChangeListOptions, pageOf } from "./change-list.ts";
import { changePlaces } from "./change-place.ts";
import {
  type ClassSection,
  groupTitle,
  type ListedChange,
  type SubjectGroup,
} from "./change-sections.ts";
import { markdownLink, twinOf } from "./markdown-link.ts";
import { reachedCount } from "./reached-list.ts";

/** Writes changes in Markdown, in the same order as in the HTML page. */
export function changeListMarkdown(
  sections: readonly ClassSection[],
  options: ChangeListOptions,
): string {
  return sections
    .map((section) => {
      const heading = `## ${classTitles[section.class].heading} (${section.count})\n\n`;
      return heading + section.groups.map((group) => groupMarkdown(group, options)).join("");
    })
    .join("");
}

function groupMarkdown(group: SubjectGroup, options: ChangeListOptions): string {
  const { word, name } = groupTitle(group);
  const title = markdownLink(`${word} ${name}`.trim(), options.links.subject(group));
  const isShared = group.affects.length > 0 && !["operation", "webhook"].includes(group.kind);
  const reach = isShared ? `Affects ${reachedCount(group.affects)}.\n\n` : "";
  const items = group.changes.map((each) => changeMarkdown(each, options)).join("");
  return `### ${title}\n\n${reach}${items}\n`;
}

function changeMarkdown({ change, places }: ListedChange, options: ChangeListOptions): string {
  const more = places.length > 1 ? ` In ${places.length} places.` : "";
  const words = markdownSentence(change.message);
  const page = pageOf(change.fingerprint, options);
  const lines = [
    ...(options.hasDetails ? detailLines({ change, places }, options) : []),
    ...(page === undefined ? [] : [`[Details](<${twinOf(options.links.inInterface(page))}>)`]),
  ];
  return [
    `- **${words}** ${markdownSentence(change.why)}${more}\n`,
    ...lines.map((each) => `  - ${each}\n`),
  ].join("");
}

export function detailLines(
  { change, places }: ListedChange,
  { links, versions }: Pick<ChangeListOptions, "links" | "versions">,
): readonly string[] {
  const witness = shownWitness(change, versions);
  return [
    ...(witness === undefined
      ? []
      : [`${escapeMarkdown(witness.sentence)} ${codeSpan(oneLineJson(witness.json))}`]),
    ...changeFacts(change).map(({ label, text }) => `${label}: ${escapeMarkdown(text)}`),
    ...places.flatMap(changePlaces).map(({ side, text, pointer }) => {
      const version = side === "base" ? versions.base?.name : versions.revision.name;
      const label = version === undefined ? "Place" : `In ${escapeMarkdown(version)}`;
      return `${label}: ${codeSpan(pointer === "" ? text : `${text} #${pointer}`)}`;
    }),
    `Rule: ${markdownLink(change.ruleId, links.rule(change.ruleId))}`,
  ];
}

function oneLineJson(json: string): string {
  return json.replaceAll(/\n\s*/g, " ");
}
