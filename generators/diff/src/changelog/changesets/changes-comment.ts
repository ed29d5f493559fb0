// A changeset contains a comment for programs. The comment lists the contract changes that the changeset
// describes.

import { type Change, type ChangeClass, changeClasses } from "../../changes/change.ts";
import { subjectText } from "../../report/describe-change.ts";

/** A change in the comment. */
export interface NotedChange {
  readonly fingerprint: string;
  readonly class: ChangeClass;
  readonly ruleId: string;
  /** Such as `operation GET /orders`. */
  readonly subject: string;
}

const COMMENT = /<!-- specwright:changes (\[.*\]) -->/;

/** Writes the comment with the changes, on one line. */
export function changesComment(changes: readonly Change[]): string {
  const noted = changes.map(
    ({ fingerprint, class: each, ruleId, subject }): NotedChange => ({
      ruleId,
      class: each,
      subject: subjectText(subject),
      fingerprint,
    }),
  );
  // Neither "-->" nor "--" may occur in a comment.
  const json = JSON.stringify(noted).replaceAll("--", "-\\u002d").replaceAll(">", "\\u003e");
  return `<!-- specwright:changes ${json} -->`;
}

/**
 * Reads the changes from the comment in a text. Returns an empty list if the comment is missing or invalid.
 */
export function readChangesComment(text: string): readonly NotedChange[] {
  const [, json = ""] = COMMENT.exec(text) ?? [];
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed.filter(isNotedChange) : [];
  } catch {
    return [];
  }
}

/** Removes the comment from a text, because a released changelog does not need it. */
export function withoutChangesComment(text: string): string {
  return text.replace(/\n*^[ \t]*<!-- specwright:changes \[.*\] -->$/m, "").trimEnd();
}

function isNotedChange(value: unknown): value is NotedChange {
  if (typeof value !== "object" || value === null) return false;
  const { class: each } = value as Partial<NotedChange>;
  return changeClasses.some((known) => known === each);
}
