// The problems that readers of a document report.

import {
  compareCodePoints,
  type Diagnostic,
  type Source,
  type Specification,
  withLenientAdvice,
} from "@specwright/spec-loader";
import { type ContractCode, contractDiagnostics } from "../diagnostics/contract-diagnostics.ts";

/**
 * The document that is being read, and the problems found in the document. The key of a problem consists of
 * its code, place and message.
 */
export interface ProblemLog {
  readonly specification: Specification;
  readonly problems: Map<string, Diagnostic>;
}

/** Reports a problem at a place, once. `ownFix` replaces the usual fix of the problem's code. */
export function reportProblem(
  log: ProblemLog,
  code: ContractCode,
  source: Source,
  message: string,
  ownFix?: string,
): void {
  const key = problemKey(code, source, message);
  if (log.problems.has(key)) return;
  const { severity, fix: usualFix } = contractDiagnostics[code];
  const fix = ownFix ?? usualFix;
  const position = log.specification.locate({ file: source.file, pointer: source.pointer });
  log.problems.set(key, { code, severity, message, fix, ...position });
}

/**
 * Reports a fault that can be repaired in only one way. `reading` describes the repair, such as `read as
 * null`. If the document is read leniently, the report is a warning that contains the repair, and the
 * function returns true. The caller then repairs the fault.
 */
export function reportRepairable(
  log: ProblemLog,
  code: ContractCode,
  source: Source,
  message: string,
  reading: string,
): boolean {
  const { lenient } = log.specification;
  const said = lenient ? `${message.replace(/\.$/, "")}; ${reading}.` : message;
  reportProblem(log, code, source, said);
  const key = problemKey(code, source, said);
  const reported = log.problems.get(key);
  if (reported === undefined) return lenient;
  const { fix } = contractDiagnostics[code];
  log.problems.set(
    key,
    lenient
      ? { ...reported, severity: "warning" }
      : { ...reported, fix: withLenientAdvice(fix, reading) },
  );
  return lenient;
}

function problemKey(code: ContractCode, source: Source, message: string): string {
  return `${code} ${source.file}#${source.pointer} ${message}`;
}

/** Lists the problems in reading order: by file, line, column, code and message. */
export function reportedProblems(log: ProblemLog): Diagnostic[] {
  return [...log.problems.values()].sort(
    (a, b) =>
      compareCodePoints(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compareCodePoints(a.code, b.code) ||
      compareCodePoints(a.message, b.message),
  );
}
