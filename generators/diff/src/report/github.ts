import type { Change } from "../changes/change.ts";
import { affectsText, countChanges, countsText, notesOf, witnessTexts } from "./describe-change.ts";
import { oneLine } from "./one-line.ts";
import { joinPath, placeIn, placeText } from "./place.ts";
import {
  type ComparedDocuments,
  classTitles,
  type ReportOptions,
  reportedChanges,
} from "./report.ts";
import { reportSeverity } from "./severity.ts";
import { isVersionTooLow, versionSentence } from "./suggest-version.ts";

/**
 * Formats changes as workflow commands of GitHub Actions. GitHub shows them beside the lines of a pull
 * request.
 */
export function formatGithub(
  comparisons: readonly ComparedDocuments[],
  options: ReportOptions,
): string {
  const lines = comparisons.flatMap((documents) => [
    ...reportedChanges(documents).map((change) => commandOf(change, documents, options)),
    ...summaryLines(documents).map(escapeData),
    ...versionErrors(documents),
  ]);
  return `${lines.join("\n")}\n`;
}

function commandOf(
  change: Change,
  documents: ComparedDocuments,
  { folder = "" }: ReportOptions,
): string {
  const severity = reportSeverity(change, documents);
  const place = placeIn("revision", change, documents);
  const file = place?.path ?? documents.revision?.path;
  const properties = [
    ...(file === undefined ? [] : [["file", joinPath(folder, file)] as const]),
    ...(place === undefined ? [] : [["line", place.line] as const, ["col", place.column] as const]),
    ["title", `${classTitles[change.class].heading}: ${change.ruleId}`] as const,
  ];
  const before = place === undefined ? placeIn("base", change, documents) : undefined;
  const witness = witnessTexts(change);
  const sentences = [
    oneLine(change.message),
    oneLine(change.why),
    ...(witness === undefined ? [] : [`Example: ${witness.value} ${witness.meaning}.`]),
    ...affectsText(change),
    ...notesOf(change, documents).map((note) => `(${note})`),
    ...(before === undefined ? [] : [`Old place: ${oneLine(placeText(before))}.`]),
  ];
  const written = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${commands[severity]} ${written.join(",")}::${escapeData(sentences.join(" "))}`;
}

const commands = { error: "error", warning: "warning", note: "notice", none: "notice" } as const;

function summaryLines(documents: ComparedDocuments): readonly string[] {
  const changes = reportedChanges(documents);
  const version = versionSentence(documents);
  const remarks = documents.remarks ?? [];
  if (changes.length === 0) return ["No changes.", ...remarks];
  const counts = `${countsText(countChanges(changes))}.`;
  return [counts, ...remarks, ...(version === undefined ? [] : [version])];
}

function versionErrors(documents: ComparedDocuments): readonly string[] {
  if (documents.checksVersion !== true || !isVersionTooLow(documents)) return [];
  return [`::error::${escapeData(versionSentence(documents) ?? "The version is too low.")}`];
}

/** Escapes the text of a workflow command. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes a property of a workflow command. A comma or colon would end the property. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
