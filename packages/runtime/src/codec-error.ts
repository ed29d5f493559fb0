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
    super(code, summary(issues), options);
    this.issues = issues;
  }
}

function summary(issues: readonly Issue[]): string {
  const [first] = issues;
  if (first === undefined) return "the value breaks its schema";
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return `${first.message} at "${first.pointer}"${more}`;
}
