// The help texts of flags that several commands share.

import { InvalidArgumentError } from "commander";

/** Describes `--lenient`. */
export const lenientHelp = "repair faults that have only one possible fix, with a warning for each";

/** Describes `--all`. */
export const allHelp = "print every info and warning, not only the first of each code";

/** Describes `--overlay`. */
export const overlayHelp = "apply this overlay to the document first; may be repeated";

/** Describes `--formats`. */
export const formatsHelp =
  "how formats are checked: enforce, report or annotation; for one format: date-time=annotation; may be repeated";

/** Describes `--open-enums`. */
export const openEnumsHelp = "expect new values in the enums that the server sends";

/** Collects the values of a flag that may be repeated. */
export function appendValue(value: string, others: readonly string[] = []): readonly string[] {
  return [...others, value];
}

/** Describes `--max-files`. */
export const maxFilesHelp = "the maximum number of files of a document (default: 1000)";

/** Parses the value of `--max-files`. */
export function fileCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number of at least 1.");
}
