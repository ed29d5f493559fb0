import {
  type Bump,
  bumpOf,
  type Change,
  type ChangeClass,
  changeClasses,
  classTitles,
  countsText,
  largestBump,
} from "@specwright/diff";
import { type Html, html } from "../html/html.ts";

/** What some changes mean in sum. */
export interface Verdict {
  /** A sentence for those who use the interface. */
  readonly sentence: string;
  readonly counts: readonly { readonly class: ChangeClass; readonly count: number }[];
  /** How much the changes raise a version. */
  readonly bump: Bump;
  /** The sentence about the version, empty if it need not rise. */
  readonly bumpSentence: string;
}

/** Sums changes up. */
export function verdictOf(changes: readonly Change[]): Verdict {
  const counts = changeClasses
    .map((each) => ({
      class: each,
      count: changes.filter((change) => change.class === each).length,
    }))
    .filter(({ count }) => count > 0);
  const bump = largestBump(changes.map((change) => bumpOf(change, "wire")));
  return {
    sentence: sentenceOf(changes),
    counts,
    bump,
    bumpSentence: bump === "none" ? "" : `Semantic versioning calls for a new ${bump} version.`,
  };
}

/** Writes a verdict: the sentence, then the counts of all classes that occur. */
export function verdictHtml({ sentence, counts, bumpSentence }: Verdict): Html {
  const items = counts.map(
    (each) =>
      html`<li class="count class-${each.class}"><strong>${each.count}</strong> ${classTitles[each.class].count}</li>\n`,
  );
  return html`<p class="verdict"><strong>${sentence}</strong> ${bumpSentence}</p>
${items.length > 0 && html`<ul class="counts">\n${items}</ul>\n`}`;
}

/** Returns a verdict as plain text: the sentence and the counts. */
export function verdictText({ sentence }: Verdict, changes: readonly Change[]): string {
  const counts = countsText(changes);
  return counts === "" ? sentence : `${sentence} ${counts}.`;
}

/** Writes a verdict in Markdown. */
export function verdictMarkdown(verdict: Verdict, changes: readonly Change[]): string {
  const counts = countsText(changes);
  return [`**${verdict.sentence}**`, counts === "" ? "" : `${counts}.`, verdict.bumpSentence]
    .filter((each) => each !== "")
    .join(" ");
}

function sentenceOf(changes: readonly Change[]): string {
  const breaking = changes.filter((each) => each.class === "breaking");
  if (breaking.some(({ surface }) => surface === "wire")) return "Existing users break.";
  if (changes.some((each) => each.class === "potentially-breaking")) {
    return "Existing users may break.";
  }
  if (breaking.length > 0) return "Only generated code breaks.";
  if (changes.length === 0) return "No changes.";
  if (changes.every((each) => each.class === "docs")) return "Only descriptions changed.";
  return "Nobody breaks.";
}
