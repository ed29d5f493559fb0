// Prints code that compares the bytes at the scanner with a known text, eight bytes at a time.

import {
  block,
  concat,
  group,
  indent,
  line,
  type Printable,
  softline,
} from "../../print/printable.ts";
import type { Constants } from "./constants.ts";
import { flatText } from "./flat-text.ts";

/** The maximum length of member names and enum values that the scanner compares. */
export const longestName = 60;

/** Reports whether a text can be in a JSON string without escapes, with one byte for each character. */
export function isPlainText(text: string): boolean {
  return /^[ !#-[\]-~]*$/.test(text);
}

/** A part of a text that fits into one constant, and its offset in the text. */
interface TextPart {
  readonly text: string;
  readonly offset: number;
}

const longestPart = 32;

/**
 * Splits a text into parts that each fit into one constant. Every part has at least eight characters,
 * unless the whole text is shorter.
 */
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

/** Prints conditions. All of them are true if the text is at the position of the scanner. */
function matchTerms(constants: Constants, text: string): readonly string[] {
  return textParts(text).flatMap((part) => {
    const { length } = part.text;
    if (length < 4) {
      return [...part.text].map((character, index) => {
        const code = character.charCodeAt(0).toString(16).padStart(2, "0");
        return `isByte(${scanPlace(part.offset + index)}, 0x${code})`;
      });
    }
    const name = constants.text(part.text);
    if (length < 8) {
      const halves = [`isHalf(${scanPlace(part.offset)}, ${name}.head)`];
      if (length > 4) halves.push(`isHalf(${scanPlace(part.offset + length - 4)}, ${name}.tail)`);
      return halves;
    }
    const from = scanPlace(part.offset);
    if (length === 8) return [`is(${from}, ${name}.a)`];
    if (length > 16) return [`isLong(${from}, ${name}, ${length})`];
    return [`is(${from}, ${name}.a)`, `is(${scanPlace(part.offset + length - 8)}, ${name}.d)`];
  });
}

function scanPlace(offset: number): string {
  return offset === 0 ? "scan.at" : `scan.at + ${offset}`;
}

/**
 * Prints steps that move the scanner past a text. If the text is missing, they run `otherwise`. With
 * `inPlace`, prints comparisons instead of a call, unless the text is long.
 */
export function acceptOr(
  constants: Constants,
  text: string,
  otherwise: string,
  inPlace = false,
): readonly Printable[] {
  const hasNoCall = text.length < shortestText || (inPlace && text.length <= 16);
  const terms = hasNoCall
    ? matchTerms(constants, text)
    : textParts(text).map((part) => acceptCall(constants, part.text));
  const unless = printCondition(
    terms.map((term) => `!${term}`),
    " ||",
  );
  const step: Printable = [unless, " ", otherwise];
  return hasNoCall ? [step, `scan.at += ${text.length};`] : [step];
}

/**
 * Prints steps that move the scanner past a text and then run. If the text is missing, they do not run.
 */
export function ifAccepts(
  constants: Constants,
  text: string,
  steps: readonly Printable[],
): Printable {
  const [only, ...others] = textParts(text);
  if (only === undefined || others.length > 0 || text.length < shortestText) {
    const moved = [`scan.at += ${text.length};`, ...steps];
    return [printCondition(matchTerms(constants, text), " &&"), " ", block("{", moved, "}")];
  }
  const [step = "", ...more] = steps;
  const head = `if (${acceptCall(constants, text)}) `;
  if (more.length > 0) return [head, block("{", steps, "}")];
  return fitsOnLine(head, step) ? [head, step] : [head, block("{", [step], "}")];
}

/** The minimum length of a text that a call compares. Shorter texts are compared inline. */
const shortestText = 4;

/**
 * Prints a condition for a text that fits into one constant. If the text is at the position of the scanner,
 * it moves the scanner past the text and is true.
 */
function acceptCall(constants: Constants, text: string): string {
  const accept = text.length > 16 ? "acceptLong" : text.length > 8 ? "accept" : "acceptShort";
  return `${accept}(${constants.text(text)})`;
}

/** Reports whether a statement fits on one line after `if (…)`, two levels deep. */
function fitsOnLine(head: string, step: Printable): boolean {
  return head.length + flatText(step).length + 6 <= 100;
}

/** Prints `if (…)`, with one term per line if the terms do not fit on one line. */
function printCondition(terms: readonly Printable[], operator: string): Printable {
  const parts = terms.flatMap((term, index) => (index === 0 ? [term] : [operator, line, term]));
  return group("if (", indent(softline, concat(parts)), softline, ")");
}
