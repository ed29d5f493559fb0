import { type Change, changeClasses, classTitles, countsText } from "@specwright/diff";
import { type Html, html } from "../html/html.ts";
import { type ChangeTotals, changeTotals } from "./change-totals.ts";

/** A summary of several changes. */
export interface Verdict extends ChangeTotals {
  /** A sentence for users of the interface. */
  readonly sentence: string;
  /** A sentence about the required version; empty if the changes need no new version. */
  readonly bumpSentence: string;
}

/** Summarizes changes. */
export function verdictOf(changes: readonly Change[]): Verdict {
  const totals = changeTotals({ changes });
  const { bump } = totals;
  return {
    ...totals,
    sentence: verdictSentence(changes),
    bumpSentence: bump === "none" ? "" : `Semantic versioning requires a new ${bump} version.`,
  };
}

/** Writes a verdict: the sentences, and the number of changes in each class. */
export function verdictHtml({ sentence, counts, bumpSentence }: Verdict): Html {
  const items = changeClasses
    .filter((each) => counts[each] > 0)
    .map(
      (each) =>
        html`<li class="count class-${each}"><strong>${counts[each]}</strong> ${classTitles[each].count}</li>\n`,
    );
  return html`<p class="verdict"><strong>${sentence}</strong> ${bumpSentence}</p>
${items.length > 0 && html`<ul class="counts">\n${items}</ul>\n`}`;
}

/** Returns a verdict as plain text: the sentence and the counts. */
export function verdictText({ sentence, counts }: Verdict): string {
  const text = countsText(counts);
  return text === "" ? sentence : `${sentence} ${text}.`;
}

/** Writes a verdict in Markdown. */
export function verdictMarkdown(verdict: Verdict): string {
  const counts = countsText(verdict.counts);
  return [`**${verdict.sentence}**`, counts === "" ? "" : `${counts}.`, verdict.bumpSentence]
    .filter((each) => each !== "")
    .join(" ");
}

function verdictSentence(changes: readonly Change[]): string {
  const breaking = changes.filter((each) => each.class === "breaking");
  if (breaking.some(({ surface }) => surface === "wire")) return "Existing clients break.";
  if (changes.some((each) => each.class === "potentially-breaking")) {
    return "Existing clients may break.";
  }
  if (breaking.length > 0) return "Only generated code breaks.";
  if (changes.length === 0) return "No changes.";
  if (changes.every((each) => each.class === "docs")) return "Only descriptions changed.";
  return "Existing clients keep working.";
}
