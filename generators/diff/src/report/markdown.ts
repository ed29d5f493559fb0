import { type Change, changeClasses } from "../changes/change.ts";
import {
  affectedTexts,
  countChanges,
  countsText,
  notesOf,
  witnessTexts,
} from "./describe-change.ts";
import { codeSpan, escapeMarkdown, markdownSentence } from "./escape-markdown.ts";
import { isFirstVersion, withoutChanges } from "./first-version.ts";
import { documentName, placeIn, placeText } from "./place.ts";
import { type ComparedDocuments, classTitles, type ReportOptions } from "./report.ts";
import { versionSentence } from "./suggest-version.ts";

const defaultAffected = 5;

/** Formats changes as Markdown, for a comment on a pull request or a page. */
export function formatMarkdown(
  comparisons: readonly ComparedDocuments[],
  options: ReportOptions,
): string {
  const text = `${comparisons.map((each) => documentsMarkdown(each, options)).join("\n\n")}\n`;
  const { maxLength = Number.POSITIVE_INFINITY } = options;
  return text.length > maxLength ? shortened(text, maxLength) : text;
}

const itemStart = "\n- **";

/** Leaves out the last changes, and says how many they are. */
function shortened(text: string, maxLength: number): string {
  const room = 200;
  const end = Math.max(0, text.lastIndexOf(itemStart, maxLength - room));
  const left = text.slice(end).split(itemStart).length - 1;
  const shown = text.slice(0, end).replace(/\n+### [^\n]*\n*$/, "");
  return `${shown}\n\n**${left} more changes are not shown**, since a comment has room for ${maxLength} characters. \`--verbose\` writes all of them.\n`;
}

function documentsMarkdown(documents: ComparedDocuments, options: ReportOptions): string {
  const { changes, base, revision } = documents;
  const [before, after] = [base, revision].map((each) =>
    each === undefined ? "nothing" : codeSpan(documentName(each)),
  );
  const version = versionSentence(documents);
  const blocks = [
    `## ${escapeMarkdown((revision ?? base)?.title ?? "Changes")}`,
    isFirstVersion(documents) ? `${after}` : `${before} → ${after}`,
    changes.length > 0 ? `**${countsText(countChanges(changes))}.**` : withoutChanges(documents),
    ...(version === undefined ? [] : [escapeMarkdown(version)]),
    ...changeClasses.flatMap((each) => {
      const found = changes.filter((change) => change.class === each);
      if (found.length === 0) return [];
      const items = found.map((change) => changeMarkdown(change, documents, options));
      return [`### ${classTitles[each].heading}`, items.join("\n")];
    }),
  ];
  return blocks.join("\n\n");
}

function changeMarkdown(
  change: Change,
  documents: ComparedDocuments,
  { verbose }: ReportOptions,
): string {
  const place = placeIn("revision", change, documents) ?? placeIn("base", change, documents);
  const most = verbose === true ? Number.POSITIVE_INFINITY : defaultAffected;
  const { shown, more } = affectedTexts(change.affects, most);
  const affects = [...shown.map(markdownSentence), ...(more > 0 ? [`and ${more} more`] : [])];
  const witness = witnessTexts(change);
  const details = [
    ...(affects.length > 0 ? [`Affects ${affects.join(", ")}.`] : []),
    ...(witness ? [`Example: ${codeSpan(witness.value)} ${witness.meaning}.`] : []),
    ...notesOf(change, documents).map((note) => `Note: ${escapeMarkdown(note)}.`),
    [codeSpan(change.ruleId), ...(place ? [`at ${codeSpan(placeText(place))}`] : [])].join(" "),
  ];
  const head = `- **${markdownSentence(change.message)}** ${markdownSentence(change.why)}`;
  return [head, ...details.map((each) => `  - ${each}`)].join("\n");
}
