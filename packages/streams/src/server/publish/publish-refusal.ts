import { SpecwrightError, stringifyJson } from "@specwright/runtime";
import { LogError, type LogErrorCode } from "../../log/log-error.ts";

/** The reasons for refusing a valid frame. For the fix of each reason, see `publishRefusalCodes`. */
export type PublishRefusalCode =
  | "behind_refused"
  | "overloaded"
  | "unknown_filter"
  | "no_filter_value"
  | "wrong_owner"
  | "unknown_member"
  | "unlisted_value"
  | "bad_level"
  | "crossed_book";

/** The meaning and the fix of each reason for which a publisher refuses a frame. */
export const publishRefusalCodes: Readonly<Record<PublishRefusalCode, string>> = {
  behind_refused:
    "An earlier frame was refused temporarily. Publish that frame again first, with the same id, or give it up.",
  overloaded: "Too many frames are pending. Publish the frame again later.",
  unknown_filter:
    "`keys` has a name that is not a filter of the channel. Correct it; parameters of the address belong in `path`.",
  no_filter_value:
    "The frame has no value for a filter of its channel, and no earlier frame supplied the value. First publish the frame that has the value, or pass the values in `keys` (an empty list for no values).",
  wrong_owner:
    "`brokerId` differs from the owner in the frame, is missing on a channel with a sequence for each owner, or is given on a channel with one sequence for all. Correct `brokerId`.",
  unknown_member:
    "The frame has a member that the contract does not define. Correct its name or leave it out; only readers accept unknown members.",
  unlisted_value:
    "The frame has a value that is not in the enum of the contract. Use a value of the enum; only readers accept unknown values.",
  bad_level:
    "A level of a book has a quantity below 0, or 0 in a snapshot. Correct it; in a diff, 0 deletes a level.",
  crossed_book:
    "After this frame, the best bid of the book would be equal to or higher than its best ask. In the same diff, delete the levels that traded, or publish a snapshot.",
};

/** Thrown if a publisher refuses a frame. The refusal may be permanent or temporary. */
export class PublishRefusal extends SpecwrightError<PublishRefusalCode> {
  override readonly name: string = "PublishRefusal";
  /** The id of the earlier frame that must be published first. Undefined for other refusals. */
  readonly behind: string | undefined;

  constructor(code: PublishRefusalCode, message: string, behind?: string) {
    super(code, message);
    this.behind = behind;
  }
}

/** The errors of a log that a retry does not fix. */
const FINAL: ReadonlySet<LogErrorCode> = new Set(["record_invalid", "log_corrupt"]);

/** The refusals for which a retry may succeed. */
const PASSING: ReadonlySet<PublishRefusalCode> = new Set(["behind_refused", "overloaded"]);

/** Reports whether a frame that was refused with an error may be accepted if it is published again. */
export function mayPublishAgain(error: unknown): boolean {
  if (error instanceof LogError) return !FINAL.has(error.code);
  return error instanceof PublishRefusal && PASSING.has(error.code);
}

/** Formats a value for the message of a refusal. A long text is truncated. */
export function shortJson(value: unknown): string {
  const text = jsonOrType(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function jsonOrType(value: unknown): string {
  try {
    return stringifyJson(value);
  } catch {
    // The value is not JSON, for example a function.
    return typeof value;
  }
}
