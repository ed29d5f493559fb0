// A diagnostic is a problem in a document, as data instead of a thrown text. Each package declares its
// codes with `defineDiagnostics`. The compiler rejects undeclared codes, and `specwright explain` shows a
// page for each code.

import { posix } from "node:path";

/** The severity of a diagnostic. Only an error stops generation. */
export type Severity = "error" | "warning" | "info";

/**
 * A place in a document: the name of the file, and an RFC 6901 JSON Pointer. The pointer `""` is the root.
 */
export interface Source {
  readonly file: string;
  readonly pointer: string;
}

/** A place with its position in the text: line and column, both counted from 1. */
export interface Position extends Source {
  readonly line: number;
  readonly column: number;
}

/** One problem, its position, and how to fix it. */
export interface Diagnostic extends Position {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix: string;
}

/**
 * The declaration of a diagnostic code: its severity, its fix, and the page that `explain` prints.
 */
export interface DiagnosticRule {
  readonly severity: Severity;
  /** One imperative sentence. It is printed below the message. */
  readonly fix: string;
  /** Markdown: the problem, a faulty example, and the corrected example. */
  readonly explanation: string;
}

/** Maps codes (`REF_NOT_FOUND`) to their rules. */
export type DiagnosticTable<Code extends string = string> = Readonly<Record<Code, DiagnosticRule>>;

/** Declares the diagnostics of a package. The package may report only the codes in the table. */
export function defineDiagnostics<const Code extends string>(
  table: DiagnosticTable<Code>,
): DiagnosticTable<Code> {
  return table;
}

/** The parts of an explanation page. */
export interface Page {
  /** Markdown: the problem, and why it matters. */
  readonly problem: string;
  /** The language of the examples. Default `yaml`. */
  readonly language?: string;
  readonly wrong: string;
  readonly fixed: string;
  /** Markdown: further information. */
  readonly note?: string;
}

/** Formats an explanation page as Markdown. */
export function explanationPage({ problem, language = "yaml", wrong, fixed, note }: Page): string {
  const parts = [
    problem.trim(),
    "Wrong:",
    `\`\`\`${language}\n${wrong.trim()}\n\`\`\``,
    "Fixed:",
    `\`\`\`${language}\n${fixed.trim()}\n\`\`\``,
  ];
  if (note !== undefined) parts.push(note.trim());
  return `${parts.join("\n\n")}\n`;
}

/**
 * Formats a diagnostic: a line `file:line:column CODE severity message`, and a line with the fix.
 * Diagnostics name files relative to the entry's folder. `folder` is the path of this folder, so that a
 * terminal can open the file.
 */
export function formatDiagnostic(diagnostic: Diagnostic, folder = ""): string {
  const { file, line, column, code, severity, message, fix } = diagnostic;
  const shown = /^[a-z]+:\/\//i.test(file) ? file : posix.join(folder, file);
  return `${shown}:${line}:${column} ${code} ${severity} ${message}\n  ${fix}`;
}
