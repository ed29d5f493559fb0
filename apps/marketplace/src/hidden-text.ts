// Checks for invisible or misleading text that the patterns of the contract cannot express
// portably.

import type { Issue } from "@specwright/runtime";

/** Public fields that contain one line of text. */
const SHOWN = ["title", "first_name", "last_name"] as const;
/** A region flag consists of a black flag, tag characters, and a cancel tag. */
const REGION_FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu;
/** Joiners, and variation selectors for letters and emoji. Some texts need them. */
const JOINERS = /\u200C|\u200D|[\uFE00-\uFE0F]/gu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{1D173}-\u{1D17A}]/u;
const SEEN = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns issues for fields with hidden text, and for a title without visible characters. */
export function hiddenTextIssues(body: unknown): readonly Issue[] {
  if (typeof body !== "object" || body === null) return [];
  return SHOWN.flatMap((field): readonly Issue[] => {
    const text: unknown = Reflect.get(body, field);
    if (typeof text !== "string") return [];
    const rest = text.replaceAll(REGION_FLAG, "\u{1F3F4}").replaceAll(JOINERS, "");
    if (UNSEEN.test(rest)) return [hiddenTextIssue(field, "contains invisible characters")];
    return field === "title" && !SEEN.test(rest)
      ? [hiddenTextIssue(field, "has no visible character")]
      : [];
  });
}

/** Descriptions of the patterns in the contract, for error messages. */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  [
    "/title",
    "must be one line with at least one visible character, without control or invisible characters",
  ],
  ["/first_name", "must be one line, without control or invisible characters"],
  ["/last_name", "must be one line, without control or invisible characters"],
]);

/** Replaces the message of an issue if the issue is about one of these patterns. */
export function withPlainMessage(given: Issue): Issue {
  const message = given.code === "pattern" ? PATTERNS.get(given.pointer) : undefined;
  return message === undefined ? given : { ...given, message };
}

function hiddenTextIssue(field: string, message: string): Issue {
  return { pointer: `/${field}`, code: "hidden_text", message };
}
