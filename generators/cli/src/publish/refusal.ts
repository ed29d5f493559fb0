// Explains why a publisher rejected a request, and how to fix the request.

import type { Diagnostic as ContractDiagnostic, Problem } from "@specwright/publisher-api/types";
import type { Diagnostic } from "@specwright/spec-loader";
import { CliError, type CliErrorCode } from "../terminal/cli-error.ts";

/** The facts about a request that error messages contain. */
export interface Attempt {
  readonly interface: string;
  readonly branch: string;
}

/** Returns the error for a response that contains a problem. */
export function refusalError(problem: Problem, attempt: Attempt): CliError {
  const { code, fix, message } = explainProblem(problem, attempt);
  const { request_id: request, detail } = problem;
  const said = detail === undefined || detail === "" ? "" : ` ${endSentence(detail)}`;
  const reference = request === undefined ? "" : ` (request ${request})`;
  return new CliError(code, `${message}${said}${reference}`, fix);
}

interface Explanation {
  readonly code: CliErrorCode;
  readonly message: string;
  readonly fix: string;
}

function explainProblem(problem: Problem, { interface: name, branch }: Attempt): Explanation {
  switch (problem.status) {
    case 401:
      return {
        code: "token_refused",
        message: "The publisher does not know the access token (401).",
        fix: "Check SPECWRIGHT_TOKEN or --token-file; the token may have been revoked.",
      };
    case 403:
      return {
        code: "token_refused",
        message: `The access token may not publish to ${name} (403).`,
        fix:
          "Ask the operator for a token with the right to publish to this interface; --create " +
          "needs the right to administer.",
      };
    case 404:
      return {
        code: "interface_unknown",
        message: `The publisher has no interface ${name}, or the token may not see it (404).`,
        fix: "Check --interface. With --create, a token that may administer creates it.",
      };
    case 409:
      return {
        code: "previous_mismatch",
        message: `The newest version of ${name} on ${branch} is not the version of --previous (409).`,
        fix:
          "A newer job has published in the meantime. Do nothing, or compare again with " +
          "--dry-run and give the id of the newest version.",
      };
    case 413:
      return {
        code: "document_too_large",
        message: "The document is larger than the publisher accepts (413).",
        fix: "The limits are 16 MiB for a file and 32 MiB for all files. Publish fewer or smaller files.",
      };
    default:
      return problem.code === "processing_failed"
        ? unprocessed
        : {
            code: "publisher_refused",
            message: `${endSentence(problem.title)} (${problem.status} ${problem.code})`,
            fix: fixOf(problem),
          };
  }
}

const unprocessed: Explanation = {
  code: "processing_failed",
  message: "The publisher could not process the document (422). Nothing was published.",
  fix:
    "If it takes too much time or memory, publish a smaller document: without what its readers do " +
    "not need, or as several interfaces. Or ask the operator of the publisher to raise its limits, " +
    "PUBLISHER_PROCESS_SECONDS and PUBLISHER_PROCESS_MEGABYTES.",
};

function fixOf({ status, code, errors = [] }: Problem): string {
  if (status === 429 || status >= 500) return "Try again later. A retry does not publish twice.";
  if (code === "released_in_future") return "Correct --released-at, or leave it out.";
  const faults = errors.map(({ pointer, message }) => `${pointer}: ${message.replace(/\.$/, "")}`);
  return faults.length === 0
    ? "Correct what the publisher names, and run the command again."
    : `Correct ${faults.join("; ")}.`;
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Converts diagnostics of a publisher's API to diagnostics that can be printed. */
export function foundFaults(diagnostics: readonly ContractDiagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) => ({
    ...each,
    fix: each.fix ?? "Correct it, and publish again.",
  }));
}
