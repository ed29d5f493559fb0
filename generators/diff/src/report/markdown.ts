import { witnessTexts } from "./describe-change.ts";
import { codeSpan, escapeMarkdown, markdownSentence } from "./escape-markdown.ts";
import { isFirstVersion, withoutChanges } from "./first-version.ts";
import {
  type Detail,
  type Group,
  listedAboveText,
  longestFittingReport,
  outlineOf,
  sectionCounts,
  statusOf,
} from "./outline.ts";
import { documentName, shortPlace } from "./place.ts";
import type { ComparedDocuments, ReportOptions } from "./report.ts";
import type { Row } from "./rows.ts";
import { versionSentence } from "./suggest-version.ts";
import { summaryOf } from "./summary.ts";

/** The maximum length of a comment on GitHub, in characters. */
const maxLength = 65_536;

/**
 * Formats changes as Markdown, for a page or for a comment on a pull request. Without `verbose`, the text
 * is short enough for a comment on GitHub.
 */
export function formatMarkdown(
  comparisons: readonly ComparedDocuments[],
  options: ReportOptions,
): string {
  return longestFittingReport(
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
  const blocks = sections.flatMap(({ heading, count, groups, listedAbove, hasMore }) => [
    `### ${heading} (${count})`,
    ...(hasMore ? ["`--verbose` lists them."] : []),
    ...groups.map((group) => groupMarkdown(group, documents, options, detail)),
    ...listedAboveText(listedAbove),
  ]);
  return [
    `## ${escapeMarkdown((revision ?? base)?.title ?? "Changes")}`,
    isFirstVersion(documents) ? `${after}` : `${before} → ${after}`,
    changes.length > 0
      ? `**${[`${sectionCounts(sections)}.`, status.accepted, status.failing].join(" ").trim()}**`
      : withoutChanges(documents),
    ...(version === undefined ? [] : [escapeMarkdown(version)]),
    ...(documents.remarks ?? []).map(markdownSentence),
    ...summaryBlocks(documents),
    ...blocks,
  ].join("\n\n");
}

function summaryBlocks(documents: ComparedDocuments): readonly string[] {
  const summary = summaryOf(documents);
  if (summary === undefined) return [];
  const items = summary.audiences.flatMap(({ who, steps }) => [
    `- ${markdownSentence(who)}`,
    ...steps.map((step) => `  - ${markdownSentence(step)}`),
  ]);
  return [markdownSentence(summary.sentence), items.join("\n")];
}

function groupMarkdown(
  { heading, side, why, rows, more }: Group,
  documents: ComparedDocuments,
  options: ReportOptions,
  detail: Detail,
): string {
  const reason = why === undefined ? "" : `: ${markdownSentence(why)}`;
  const items = rows.map((row) => rowMarkdown(row, documents, options, detail));
  const rest = more > 0 ? [`- and ${more} more (\`--verbose\` lists them)`] : [];
  const title = [codeSpan(heading), ...(side ? [side] : [])].join(", ");
  return [title + reason, "", ...items, ...rest].join("\n");
}

function rowMarkdown(
  { first, sentence, also, properties, affects, notes }: Row,
  documents: ComparedDocuments,
  options: ReportOptions,
  { examples }: Detail,
): string {
  const place = shortPlace(first, documents, options.verbose === true);
  const witness = examples ? witnessTexts(first) : undefined;
  const lines = [
    ...(options.groupBy === "operation" ? [markdownSentence(first.why)] : []),
    ...(properties.length > 0 ? [`Also ${properties.map(markdownSentence).join(", ")}.`] : []),
    ...(also.length > 0 ? [`Also in ${also.map(markdownSentence).join(", ")}.`] : []),
    ...(affects.length > 0 ? [`Affects ${affects.map(markdownSentence).join("; ")}.`] : []),
    ...(witness ? [`Example: ${codeSpan(witness.value)} ${witness.meaning}.`] : []),
    ...notes.map((note) => `Note: ${escapeMarkdown(note)}.`),
    ...(place === undefined ? [] : [`At ${codeSpan(place)}.`]),
  ];
  return [`- **${markdownSentence(sentence)}**`, ...lines.map((each) => `  - ${each}`)].join("\n");
}
