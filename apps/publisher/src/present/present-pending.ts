import type { InvalidDocumentProblem, PendingEnvelope } from "@specwright/publisher-api/types";
import { problem } from "@specwright/runtime";
import type { Diagnostic } from "@specwright/spec-loader";
import { clip } from "../changes/clip.ts";

/** How many faults of a document an answer lists. */
const MAX_DIAGNOSTICS = 256;

/** When to ask again for what is being processed, in seconds. */
export const RETRY_SEC = 1;

/**
 * The advice about faults by their codes, where that of the programs for files does not fit: those
 * who send a document have no options, no folders and no network.
 */
const uploadFixes: Readonly<Record<string, string>> = {
  FILE_TOO_LARGE: "Split the document into several files.",
  FILE_COUNT: "Bundle the document into fewer files.",
  YAML_ALIAS_EXPANSION: "Replace the aliases by $ref.",
  NESTING_TOO_DEEP: "Move inner parts into components.",
  REF_REMOTE: "Send the file with the document, and refer to it by its relative path.",
  REF_OUTSIDE_ROOT:
    "Send the file with the document, with paths that start in the folder that holds both.",
};

/** The head of a version or a comparison. */
interface Accepted {
  readonly id: string;
  readonly interface: string;
  readonly branch: string;
  readonly acceptedAt: number;
}

/** What became of a document that cannot be published or compared. */
type Refused =
  | { readonly state: "rejected"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly state: "failed"; readonly failure: string };

/** Presents what is being processed. */
export function presentPending({
  id,
  interface: name,
  branch,
  acceptedAt,
}: Accepted): PendingEnvelope {
  const accepted_at = new Date(acceptedAt).toISOString();
  return { data: { id, interface: name, branch, state: "processing", accepted_at } };
}

/** Builds the answer about a document with faults, or one that could not be processed. */
export function refusal(refused: Refused): {
  readonly status: 422;
  readonly body: InvalidDocumentProblem;
} {
  const isRejected = refused.state === "rejected";
  const code = isRejected ? "invalid_document" : "processing_failed";
  const { type, title } = problem(422, code);
  const detail = isRejected ? {} : { detail: clip(refused.failure, 4096) };
  const diagnostics = isRejected ? refused.diagnostics.slice(0, MAX_DIAGNOSTICS) : [];
  const body = { type, title, status: 422, code, ...detail };
  return { status: 422, body: { ...body, diagnostics: diagnostics.map(presentDiagnostic) } };
}

/** Presents a fault of a document. */
export function presentDiagnostic(
  diagnostic: Diagnostic,
): InvalidDocumentProblem["diagnostics"][number] {
  const { code, severity, message, file, line, column, pointer } = diagnostic;
  const fix = uploadFixes[code] ?? diagnostic.fix;
  return {
    code,
    severity,
    message: clip(message, 4096),
    ...(fix === undefined ? {} : { fix: clip(fix, 4096) }),
    file,
    line,
    column,
    pointer: clip(pointer, 4096),
  };
}
