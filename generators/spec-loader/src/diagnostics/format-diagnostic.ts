import { posix } from "node:path";
import type { Diagnostic } from "./diagnostic.ts";

/**
 * Formats a diagnostic in two lines, `file:line:column CODE severity message` and the fix. `folder`
 * is put before the file, so that a terminal can open it: diagnostics name files relative to the
 * entry's folder.
 */
export function formatDiagnostic(diagnostic: Diagnostic, folder = ""): string {
  const { file, line, column, code, severity, message, fix } = diagnostic;
  const shown = /^[a-z]+:\/\//i.test(file) ? file : posix.join(folder, file);
  return `${shown}:${line}:${column} ${code} ${severity} ${message}\n  ${fix}`;
}
