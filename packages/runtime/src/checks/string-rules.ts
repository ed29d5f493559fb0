// Keywords for strings. Lengths are numbers of code points (JSON Schema 6.3). The property `length` counts
// UTF-16 units instead.

import { type Content, isContent } from "../formats/content.ts";
import { formatCount } from "./format-count.ts";
import { addIssue, type Rule } from "./rule.ts";

/** Requires a string of at least `least` code points. */
export function minLength(least: number): Rule {
  return (payload) => {
    if (typeof payload.value !== "string" || codePoints(payload.value, least) >= least) return;
    addIssue(payload, "min_length", `Expected at least ${formatCount(least, "character")}`);
  };
}

/** Requires a string of at most `most` code points. */
export function maxLength(most: number): Rule {
  return (payload) => {
    if (typeof payload.value !== "string" || codePoints(payload.value, most + 1) <= most) return;
    addIssue(payload, "max_length", `Expected at most ${formatCount(most, "character")}`);
  };
}

/**
 * Requires a string that contains a match of the expression. The expression must not be global or sticky.
 */
export function pattern(expression: RegExp): Rule {
  return (payload) => {
    if (typeof payload.value !== "string" || expression.test(payload.value)) return;
    addIssue(payload, "pattern", `Expected to match ${expression}`);
  };
}

/** Requires a string that contains JSON, base64, or JSON in base64. */
export function content(wanted: Content): Rule {
  return (payload) => {
    if (typeof payload.value !== "string" || isContent(payload.value, wanted)) return;
    addIssue(payload, "content", `Expected ${titles[wanted]}`);
  };
}

const titles: Readonly<Record<Content, string>> = {
  json: "JSON in a string",
  base64: "base64",
  "base64 json": "JSON in base64",
};

/** Counts code points, but not one by one if `length` already shows whether there are enough. */
function codePoints(text: string, enough: number): number {
  if (text.length < enough || text.length >= 2 * enough) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
