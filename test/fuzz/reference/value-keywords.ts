// Keywords for constants and strings.

import { equal, type Keyword, listOf } from "./check.ts";
import { formats } from "./formats.ts";

function text(holds: (value: string) => boolean): ReturnType<Keyword> {
  return (value) => typeof value !== "string" || holds(value);
}

/** Counts characters as in RFC 8259: a surrogate pair is one. */
function characters(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** The keywords for constants and strings. */
export const valueKeywords: Readonly<Record<string, Keyword>> = {
  const: (constant) => (value) => equal(value, constant),
  enum: (members, schema) => {
    // An open enum lists today's values and accepts others.
    if (schema["x-open-enum"] === true) return undefined;
    const listed = listOf(members);
    const also = schema["nullable"] === true;
    return (value) => (also && value === null) || listed.some((member) => equal(value, member));
  },
  minLength: (least) => text((value) => characters(value) >= Number(least)),
  maxLength: (most) => text((value) => characters(value) <= Number(most)),
  pattern: (source) => {
    const pattern = new RegExp(String(source), "u");
    return text((value) => pattern.test(value));
  },
  format: (name) => {
    const holds = formats[String(name)];
    return holds && text(holds);
  },
};
