// Converts offsets to lines and columns.

import type { Diagnostic, Position, Source } from "./diagnostic.ts";
import { type DiagnosticCode, diagnostics } from "./diagnostics.ts";
import type { Repair } from "./repair.ts";

/** A position in a text: line and column, both counted from 1, columns in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * The place where a value is written. If an overlay wrote it, this is in another file, at another
 * pointer.
 */
export interface WrittenPlace extends TextPlace, Partial<Source> {}

/**
 * Creates the function that converts offsets of a text to places. The text is scanned only as far
 * as necessary.
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

/** A problem without line, severity and standard fix. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly source: Source;
  readonly message: string;
  /** Replaces the standard fix by a more specific one. */
  readonly fix?: string;
  /** Set if the text could not be parsed, and there is no pointer. */
  readonly place?: WrittenPlace;
  /** The repair with `lenient`; absent if it would be a guess. */
  readonly repair?: Repair;
  /** Whether the repair was applied. */
  readonly isRepaired?: boolean;
}

/** Converts problems to diagnostics, ordered by file and line, without duplicates. */
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
    // Not by pointer: a value that a converter copied has several pointers, but one place in the
    // text.
    const key = JSON.stringify([code, position.file, position.line, position.column, message]);
    if (!seen.has(key)) complete.push({ ...position, code, ...assessProblem(problem) });
    seen.add(key);
  }
  return sortDiagnostics(complete, fileOrder);
}

/** Returns the severity and the message. A repaired problem is a warning that names the repair. */
function assessProblem(problem: Problem): Pick<Diagnostic, "severity" | "message" | "fix"> {
  const { code, message, repair, isRepaired } = problem;
  const rule = diagnostics[code];
  const fix = problem.fix ?? rule.fix;
  if (repair === undefined) return { severity: rule.severity, message, fix };
  const { reading } = repair;
  if (isRepaired === true) return { severity: "warning", message: `${message}; ${reading}`, fix };
  return { severity: rule.severity, message, fix: withLenientAdvice(fix, reading) };
}

/** Orders diagnostics by file and line. */
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

/** Adds the effect of `--lenient` to a fix, such as `read as "1.0"`. */
export function withLenientAdvice(fix: string, reading: string): string {
  return `${fix}${START}${reading}.`;
}

/** Removes the advice about `--lenient` from a fix, for tools that are always strict. */
export function withoutLenientAdvice<Given extends Pick<Diagnostic, "fix">>(
  diagnostic: Given,
): Given {
  const [fix = ""] = diagnostic.fix.split(START, 1);
  return { ...diagnostic, fix };
}
