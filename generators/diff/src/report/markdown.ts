import { witnessTexts } from "./describe-change.ts";
import { codeSpan, escapeMarkdown, markdownSentence } from "./escape-markdown.ts";
import { isFirstVersion, withoutChanges } from "./first-version.ts";
import {
  countsOf,
  type Detail,
  type Group,
  mostThatFits,
  outlineOf,
  type Row,
  statusOf,
} from "./outline.ts";
import { documentName, placeIn, placeText } from "./place.ts";
import type { ComparedDocuments, ReportOptions } from "./report.ts";
import { versionSentence } from "./suggest-version.ts";

/** The longest comment that GitHub takes, in characters. */
const maxLength = 65_536;

/**
 * Formats changes as Markdown, for a comment on a pull request or a page. Without `verbose`, the text
 * fits a comment of GitHub.
 */
export function formatMarkdown(
  comparisons: readonly ComparedDocuments[],
  options: ReportOptions,
): string {
  return mostThatFits(
    (detail) => {
      const texts = comparisons.map((each) => documentsMarkdown(each, options, detail));
      return `${texts.join("\n\n")}\n`;
    },
    (report) => report.length <= maxLength,
    options,
  );
}

function documentsMarkdown(
  documents: ComparedDocuments,
  options: ReportOptions,
  detail: Detail,
): string {
  const { changes, base, revision } = documents;
  const [before, after] = [base, revision].map((each) =>
    each === undefined ? "nothing" : codeSpan(documentName(each)),
  );
  const version = versionSentence(documents);
  const status = statusOf(documents);
  const sections = outlineOf(documents, options, detail);
  const blocks = sections.flatMap(({ heading, count, groups, hasMore }) => [
    `### ${heading} (${count})`,
    ...(hasMore ? ["`--verbose` lists them."] : []),
    ...groups.map((group) => groupMarkdown(group, documents, options, detail)),
  ]);
  return [
    `## ${escapeMarkdown((revision ?? base)?.title ?? "Changes")}`,
    isFirstVersion(documents) ? `${after}` : `${before} → ${after}`,
    changes.length > 0
      ? `**${[`${countsOf(sections)}.`, status.accepted, status.failing].join(" ").trim()}**`
      : withoutChanges(documents),
    ...(version === undefined ? [] : [escapeMarkdown(version)]),
    ...blocks,
  ].join("\n\n");
}

function groupMarkdown(
  { heading, side, why, rows, more }: Group,
  documents: ComparedDocuments,
  options: ReportOptions,
  detail: Detail,
): string {
  const reason = why === undefined ? "" : `: ${markdownSentence(why)}`;
  const items = rows.map((row) => rowMarkdown(row, documents, options, detail));
  const rest = more > 0 ? [`- and ${more} more, which \`--verbose\` lists`] : [];
  const title = [codeSpan(heading), ...(side ? [side] : [])].join(", ");
  return [title + reason, "", ...items, ...rest].join("\n");
}

function rowMarkdown(
  { first, also, affects, notes }: Row,
  documents: ComparedDocuments,
  options: ReportOptions,
  { examples }: Detail,
): string {
  const place = placeIn("revision", first, documents) ?? placeIn("base", first, documents);
  const witness = examples ? witnessTexts(first) : undefined;
  const lines = [
    ...(options.groupBy === "operation" ? [markdownSentence(first.why)] : []),
    ...(also.length > 0 ? [`Also in ${also.map(markdownSentence).join(", ")}.`] : []),
    ...(affects.length > 0 ? [`Affects ${affects.map(markdownSentence).join(", ")}.`] : []),
    ...(witness ? [`Example: ${codeSpan(witness.value)} ${witness.meaning}.`] : []),
    ...notes.map((note) => `Note: ${escapeMarkdown(note)}.`),
    ...(place ? [`At ${codeSpan(placeText(place))}.`] : []),
  ];
  return [`- **${markdownSentence(first.message)}**`, ...lines.map((each) => `  - ${each}`)].join(
    "\n",
  );
}
