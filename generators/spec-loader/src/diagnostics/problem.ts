import type { TextPlace } from "../text/line-table.ts";
import type { Diagnostic, Position, Source } from "./diagnostic.ts";
import { type DiagnosticCode, diagnostics } from "./diagnostics.ts";

/** A problem without line, severity and standard fix. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly source: Source;
  readonly message: string;
  /** Replaces the standard fix by a more specific one. */
  readonly fix?: string;
  /** Set if the text could not be parsed, so that there is no pointer. */
  readonly place?: TextPlace;
}

/** Converts problems to diagnostics, ordered by file and line, without duplicates. */
export function toDiagnostics(
  problems: readonly Problem[],
  locate: (source: Source) => Position,
  fileOrder: readonly string[],
): readonly Diagnostic[] {
  const ranks = new Map(fileOrder.map((file, index) => [file, index]));
  const rankOf = (file: string) => ranks.get(file) ?? fileOrder.length;
  const seen = new Set<string>();
  const complete: Diagnostic[] = [];
  for (const { code, source, place, message, fix } of problems) {
    const rule = diagnostics[code];
    const position = place === undefined ? locate(source) : { ...source, ...place };
    const diagnostic: Diagnostic = {
      ...position,
      code,
      severity: rule.severity,
      message,
      fix: fix ?? rule.fix,
    };
    const key = JSON.stringify([code, position, message]);
    if (!seen.has(key)) complete.push(diagnostic);
    seen.add(key);
  }
  return complete.sort(
    (left, right) =>
      rankOf(left.file) - rankOf(right.file) ||
      left.line - right.line ||
      left.column - right.column ||
      compare(left.code, right.code) ||
      compare(left.message, right.message),
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
