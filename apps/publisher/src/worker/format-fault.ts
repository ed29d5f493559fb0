import type { Contract } from "@specwright/contract";
import { type Diagnostic, type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";

/** The faults that only a publisher finds. */
type FormatCode = "FORMAT_CHANGED" | "FORMAT_NOT_CLAIMED";

/** What `specwright explain` and a publisher say about them. */
const formatDiagnostics: DiagnosticTable<FormatCode> = defineDiagnostics({
  FORMAT_NOT_CLAIMED: {
    severity: "error",
    fix: "Send the format of the document, or none.",
    explanation: "The request names another format than the document has.",
  },
  FORMAT_CHANGED: {
    severity: "error",
    fix: "Publish the document to an interface or a branch of its own.",
    explanation: "An OpenAPI document cannot follow an AsyncAPI document, or the other way round.",
  },
});

const names = { openapi: "OpenAPI", asyncapi: "AsyncAPI" } as const;

/** Returns what is wrong with the format of a document, if anything is. */
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
    return fault("FORMAT_NOT_CLAIMED", path, `this is ${names[format]}, not ${names[claimed]}`);
  }
  if (before !== undefined && before.format !== format) {
    const message = `this is ${names[format]}, but the version before is ${names[before.format]}`;
    return fault("FORMAT_CHANGED", path, message);
  }
  return undefined;
}

function fault(code: FormatCode, file: string, message: string): Diagnostic {
  const { severity, fix } = formatDiagnostics[code];
  return { code, severity, message, fix, file, pointer: "", line: 1, column: 1 };
}
