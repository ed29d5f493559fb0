// Converts problems to diagnostics, and offsets to lines and columns.

import type { Diagnostic, Position, Source } from "./diagnostic.ts";
import { type DiagnosticCode, diagnostics } from "./diagnostics.ts";
import type { Repair } from "./repair.ts";

/** A position in a text. Line and column are counted from 1, and columns in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * The position of a value in a text. If an overlay wrote the value, `file` and `pointer` locate it in the
 * overlay.
 */
export interface WrittenPlace extends TextPlace, Partial<Source> {}

/**
 * Creates a function that converts an offset in a text to a position. The function scans the text only up
 * to the largest offset so far.
 */
export function createLineTable(text: string): (offset: number) => TextPlace {
  const starts = [0];
  let scanned = -1;
  const scanTo = (offset: number): void => {
    while (scanned < offset) {
      const newline = text.indexOf("\n", scanned + 1);
      scanned = newline < 0 ? text.length : newline;
      if (newline >= 0) starts.push(newline + 1);
    }
  };
  return (offset) => {
    scanTo(Math.min(offset, text.length));
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** A problem before its position and severity are known. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly source: Source;
  readonly message: string;
  /** A fix that is more specific than that of the code. */
  readonly fix?: string;
  /** The position of the problem. If undefined, the position of `source`. */
  readonly place?: WrittenPlace;
  /** The repair that `lenient` applies. Undefined if several repairs are possible. */
  readonly repair?: Repair;
  /** Whether the loader applied the repair. */
  readonly isRepaired?: boolean;
}

/** Converts problems to diagnostics, sorted by file and position, without duplicates. */
export function toDiagnostics(
  problems: readonly Problem[],
  locate: (source: Source) => Position,
  fileOrder: readonly string[],
): readonly Diagnostic[] {
  const seen = new Set<string>();
  const complete: Diagnostic[] = [];
  for (const problem of problems) {
    const { code, source, place, message } = problem;
    const position = place === undefined ? locate(source) : { ...source, ...place };
    // The key does not contain the pointer. If a converter copied a value, the copies have different
    // pointers but the same position.
    const key = JSON.stringify([code, position.file, position.line, position.column, message]);
    if (!seen.has(key)) complete.push({ ...position, code, ...assessProblem(problem) });
    seen.add(key);
  }
  return sortDiagnostics(complete, fileOrder);
}

/**
 * Returns the severity, the message and the fix of a problem. A repaired problem is a warning, and its
 * message names the repair.
 */
function assessProblem(problem: Problem): Pick<Diagnostic, "severity" | "message" | "fix"> {
  const { code, message, repair, isRepaired } = problem;
  const rule = diagnostics[code];
  const fix = problem.fix ?? rule.fix;
  if (repair === undefined) return { severity: rule.severity, message, fix };
  const { reading } = repair;
  if (isRepaired === true) return { severity: "warning", message: `${message}; ${reading}`, fix };
  return { severity: rule.severity, message, fix: withLenientAdvice(fix, reading) };
}

/** Sorts diagnostics by file, line and column. */
function sortDiagnostics(
  diagnostics: readonly Diagnostic[],
  fileOrder: readonly string[],
): readonly Diagnostic[] {
  const ranks = new Map(fileOrder.map((file, index) => [file, index]));
  const rankOf = (file: string) => ranks.get(file) ?? fileOrder.length;
  return diagnostics.toSorted(
    (left, right) =>
      rankOf(left.file) - rankOf(right.file) ||
      left.line - right.line ||
      left.column - right.column ||
      compareTexts(left.code, right.code) ||
      compareTexts(left.message, right.message),
  );
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

const START = " With --lenient it is ";

/** Adds a sentence to a fix: how `--lenient` repairs the problem, such as `read as "1.0"`. */
export function withLenientAdvice(fix: string, reading: string): string {
  return `${fix}${START}${reading}.`;
}

/** Removes the sentence about `--lenient` from a fix, for tools without that option. */
export function withoutLenientAdvice<Given extends Pick<Diagnostic, "fix">>(
  diagnostic: Given,
): Given {
  const [fix = ""] = diagnostic.fix.split(START, 1);
  return { ...diagnostic, fix };
}
