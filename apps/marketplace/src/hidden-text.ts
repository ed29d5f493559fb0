// Text that shows nothing, or hides what it says: beyond what the patterns of the contract can spell
// for every reader of regular expressions.

import type { Issue } from "@specwright/runtime";

/** The fields on one line that everybody sees. */
const SHOWN = ["title", "first_name", "last_name"] as const;
/** Flags of regions are spelled in tag characters behind a black flag, up to the tag that ends them. */
const REGION_FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu;
/** Joiners and the variation selectors of letters and emoji, which stand where they are needed. */
const JOINERS = /\u200C|\u200D|[\uFE00-\uFE0F]/gu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{1D173}-\u{1D17A}]/u;
const SEEN = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Lists the fields of a body that hide text, and a title that shows nothing. */
export function hiddenTextIssues(body: unknown): readonly Issue[] {
  if (typeof body !== "object" || body === null) return [];
  return SHOWN.flatMap((field): readonly Issue[] => {
    const text: unknown = Reflect.get(body, field);
    if (typeof text !== "string") return [];
    const rest = text.replaceAll(REGION_FLAG, "\u{1F3F4}").replaceAll(JOINERS, "");
    if (UNSEEN.test(rest)) return [issue(field, "has characters that cannot be seen")];
    return field === "title" && !SEEN.test(rest) ? [issue(field, "shows nothing")] : [];
  });
}

function issue(field: string, message: string): Issue {
  return { pointer: `/${field}`, code: "hidden_text", message };
}
