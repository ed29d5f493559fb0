// Comparing the bytes at the scanner with a known text, eight bytes at a time.

import { concat, group, indent, line, type Printable, softline } from "@specwright/emit-kit";
import type { Constants } from "./constants.ts";

/** The longest name of a member, and the longest word of an enumeration, that the scanner compares. */
export const longestName = 60;

/** Reports whether JSON contains a text without escapes, one byte for each character. */
export function isPlainText(text: string): boolean {
  return /^[ !#-[\]-~]*$/.test(text);
}

/** A part of a text that one constant holds, and its offset in the text. */
interface TextPart {
  readonly text: string;
  readonly offset: number;
}

const longestPart = 32;

/** Splits a text into parts that a constant can hold; none but the whole is shorter than eight characters. */
export function textParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let offset = 0;
  while (text.length - offset > longestPart) {
    const left = text.length - offset - longestPart;
    const length = left < 8 ? longestPart - 8 : longestPart;
    parts.push({ text: text.slice(offset, offset + length), offset });
    offset += length;
  }
  parts.push({ text: text.slice(offset), offset });
  return parts;
}

/** Prints the conditions that are all true if the text is at the position of the scanner. */
export function matchTerms(constants: Constants, text: string): readonly string[] {
  return textParts(text).flatMap((part) => {
    const { length } = part.text;
    if (length < 4) {
      return [...part.text].map((character, index) => {
        const code = character.charCodeAt(0).toString(16).padStart(2, "0");
        return `isByte(${place(part.offset + index)}, 0x${code})`;
      });
    }
    const name = constants.text(part.text);
    if (length < 8) {
      const halves = [`isHalf(${place(part.offset)}, ${name}.head)`];
      if (length > 4) halves.push(`isHalf(${place(part.offset + length - 4)}, ${name}.tail)`);
      return halves;
    }
    const from = place(part.offset);
    if (length === 8) return [`is(${from}, ${name}.a)`];
    if (length > 16) return [`isLong(${from}, ${name}, ${length})`];
    return [`is(${from}, ${name}.a)`, `is(${place(part.offset + length - 8)}, ${name}.d)`];
  });
}

function place(offset: number): string {
  return offset === 0 ? "scan.at" : `scan.at + ${offset}`;
}

/** Prints `if (…)` for a text that must stand at the scanner (`===`) or must not (`!==`). */
export function ifMatch(constants: Constants, text: string, operator: "===" | "!=="): Printable {
  const terms = matchTerms(constants, text);
  return operator === "==="
    ? condition(terms, " &&")
    : condition(
        terms.map((term) => `!${term}`),
        " ||",
      );
}

/** Prints `if (…)`, with one term a line where they do not fit on one. */
export function condition(terms: readonly Printable[], operator: string): Printable {
  const parts = terms.flatMap((term, index) => (index === 0 ? [term] : [operator, line, term]));
  return group("if (", indent(softline, concat(parts)), softline, ")");
}
