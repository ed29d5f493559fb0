import type { CodecErrorCode } from "./error-codes.ts";
import { SpecwrightError, type SpecwrightErrorOptions } from "./specwright-error.ts";

/** One mismatch between a value and its schema. */
export interface Issue {
  /** A stable word for the mismatch: `type`, `required`, `enum`, `pattern`, `unknown_key`, ... */
  readonly code: string;
  /** RFC 6901 pointer into the value; `""` is the whole value. */
  readonly pointer: string;
  readonly message: string;
  /**
   * The requirement of the schema at this place, such as `int64` or `at most 64 characters`. Always
   * set by codecs.
   */
  readonly expected?: string;
  /**
   * The JSON type of the value at this place, or `nothing`; never the value itself. Always set by codecs.
   */
  readonly received?: string;
}

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
