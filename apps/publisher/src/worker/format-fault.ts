import type { Contract } from "@specwright/contract";
import { type FormatDiagnosticCode, formatDiagnostics } from "@specwright/diff";
import type { Diagnostic } from "@specwright/spec-loader";

const names = { openapi: "OpenAPI", asyncapi: "AsyncAPI" } as const;

/** Returns a fault if the document has the wrong format; undefined if its format is correct. */
export function formatFault(
  { format }: Contract,
  expected: {
    readonly claimed: Contract["format"] | null;
    readonly before: Contract | undefined;
    readonly path: string;
  },
): Diagnostic | undefined {
  const { claimed, before, path } = expected;
  if (claimed !== null && claimed !== format) {
    return formatDiagnostic(
      "FORMAT_NOT_CLAIMED",
      path,
      `this is ${names[format]}, not ${names[claimed]}`,
    );
  }
  if (before !== undefined && before.format !== format) {
    const message = `this is ${names[format]}, but the previous version is ${names[before.format]}`;
    return formatDiagnostic("FORMAT_CHANGED", path, message);
  }
  return undefined;
}

function formatDiagnostic(code: FormatDiagnosticCode, file: string, message: string): Diagnostic {
  const { severity, fix } = formatDiagnostics[code];
  return { code, severity, message, fix, file, pointer: "", line: 1, column: 1 };
}
