import type { InvalidDocumentProblem, PendingEnvelope } from "@specwright/publisher-api/types";
import { problem } from "@specwright/runtime";
import type { Diagnostic } from "@specwright/spec-loader";
import { clipText } from "../changes/clip-text.ts";

/** The maximum number of faults in a response. */
const MAX_DIAGNOSTICS = 256;

/** After how many seconds a client may ask again for the result of processing. */
export const RETRY_SEC = 1;

/**
 * Hints how to fix a fault, by fault code. They replace hints about CLI options, folders and the
 * network, which senders of documents do not have.
 */
const uploadFixes: Readonly<Record<string, string>> = {
  FILE_TOO_LARGE: "Split the document into several files.",
  FILE_COUNT: "Bundle the document into fewer files.",
  YAML_ALIAS_EXPANSION: "Replace the aliases with $ref.",
  NESTING_TOO_DEEP: "Move inner parts into components.",
  REF_REMOTE: "Send the file with the document, and refer to it by its relative path.",
  REF_OUTSIDE_ROOT:
    "Send the file with the document, with paths relative to the folder that contains both.",
};

/** The common fields of a version and a comparison. */
interface Accepted {
  readonly id: string;
  readonly interface: string;
  readonly branch: string;
  readonly acceptedAt: number;
}

/** A document that cannot be published or compared. */
type Refused =
  | { readonly state: "rejected"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly state: "failed"; readonly failure: string };

/** Converts a document in processing to its form in the API. */
export function presentPending({
  id,
  interface: name,
  branch,
  acceptedAt,
}: Accepted): PendingEnvelope {
  const accepted_at = new Date(acceptedAt).toISOString();
  return { data: { id, interface: name, branch, state: "processing", accepted_at } };
}

/** Builds the response for a document that is invalid or could not be processed. */
export function presentRefused(refused: Refused): {
  readonly status: 422;
  readonly body: InvalidDocumentProblem;
} {
  const isRejected = refused.state === "rejected";
  const code = isRejected ? "invalid_document" : "processing_failed";
  const { type, title } = problem(422, code);
  const detail = isRejected ? {} : { detail: clipText(refused.failure, 4096) };
  const diagnostics = isRejected ? refused.diagnostics.slice(0, MAX_DIAGNOSTICS) : [];
  const body = { type, title, status: 422, code, ...detail };
  return { status: 422, body: { ...body, diagnostics: diagnostics.map(presentDiagnostic) } };
}

/** Converts a fault to its form in the API. */
export function presentDiagnostic(
  diagnostic: Diagnostic,
): InvalidDocumentProblem["diagnostics"][number] {
  const { code, severity, message, file, line, column, pointer } = diagnostic;
  const fix = uploadFixes[code] ?? diagnostic.fix;
  return {
    code,
    severity,
    message: clipText(message, 4096),
    ...(fix === undefined ? {} : { fix: clipText(fix, 4096) }),
    file,
    line,
    column,
    pointer: clipText(pointer, 4096),
  };
}
