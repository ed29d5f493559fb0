import type { Change } from "../../changes/change.ts";
import { codeSpan, escapeMarkdown, markdownSentence } from "../../report/escape-markdown.ts";
import { classTitles } from "../../report/report.ts";
import { groupChanges } from "../releases/group-changes.ts";
import type { PlacedRelease } from "../releases/order-releases.ts";
import { releaseTitle } from "../releases/release-title.ts";
import { safeMarkdown } from "../text/safe-markdown.ts";
import { changeDetails } from "./change-details.ts";
import { commitsMarkdown } from "./release-commits.ts";
import { dateInWords, withoutChanges } from "./release-html.ts";

/** Describes a release in Markdown: its title, its date, its notes, and its changes by class. */
export function releaseMarkdown(placed: PlacedRelease): string {
  const { release } = placed;
  const { changes, notes = "", commits = [] } = release;
  const parts = [
    `# ${escapeMarkdown(releaseTitle(release))}`,
    dateInWords(placed),
    safeMarkdown(notes, { base: release.interface.url }),
    ...groupChanges(changes).map((group) => {
      const items = group.changes.map(changeMarkdown).join("\n");
      return `## ${classTitles[group.class].heading} (${group.changes.length})\n\n${items}`;
    }),
    ...(changes.length === 0 && (placed.isFirst || notes === "")
      ? [escapeMarkdown(withoutChanges(placed))]
      : []),
    ...(commits.length > 0 ? ["## Commits", commitsMarkdown(commits).trimEnd()] : []),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Describes a change as an item of a list in Markdown. */
export function changeMarkdown(change: Change): string {
  const details = changeDetails(change).map(
    ({ label, text, isCode }) =>
      `  - ${label}: ${isCode ? codeSpan(text) : escapeMarkdown(text)}\n`,
  );
  const sentence = `**${markdownSentence(change.message)}** ${markdownSentence(change.why)}`;
  return `- ${sentence}\n${details.join("")}  - Rule: ${codeSpan(change.ruleId)}`;
}
