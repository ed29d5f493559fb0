import type { Issue } from "./codegen/codec.ts";
import type { CodecErrorCode } from "./error-codes.ts";
import { SpecwrightError, type SpecwrightErrorOptions } from "./specwright-error.ts";

/** Thrown for a value that does not match its schema; lists every issue. Never quotes the value. */
export class CodecError extends SpecwrightError<CodecErrorCode> {
  override readonly name: string = "CodecError";
  readonly issues: readonly Issue[];

  constructor(
    code: CodecErrorCode,
    issues: readonly Issue[],
    options: SpecwrightErrorOptions = {},
  ) {
    super(code, issueSummary(issues), options);
    this.issues = issues;
  }
}

/** Summarises issues in one sentence. */
export function issueSummary(issues: readonly Pick<Issue, "pointer" | "message">[]): string {
  const [first] = issues;
  if (first === undefined) return "the value breaks its schema";
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  // An empty pointer is the whole value.
  const place = first.pointer === "" ? "" : ` at "${first.pointer}"`;
  return `${first.message}${place}${more}`;
}
