// The descriptions of flags that several commands have.

import { InvalidArgumentError } from "commander";

/** Describes `--lenient`. */
export const lenientHelp = "repair the faults that have only one reading, each with a warning";

/** Describes `--all`. */
export const allHelp = "print every info and warning, also those with the code of another one";

/** Describes `--overlay`. */
export const overlayHelp =
  "an overlay that changes the document before it is read; may be repeated";

/** Describes `--formats`. */
export const formatsHelp =
  "enforce, report or annotation: what formats mean, or one of them, as in date-time=annotation; may be repeated";

/** Describes `--open-enums`. */
export const openEnumsHelp = "take enums that the server sends for lists that may grow";

/** Adds the value of a flag that may be repeated. */
export function listed(value: string, others: readonly string[] = []): readonly string[] {
  return [...others, value];
}

/** Describes `--max-files`. */
export const maxFilesHelp = "the maximum number of files of a document (default: 1000)";

/** Parses the value of `--max-files`. */
export function fileCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It takes a whole number from 1.");
}
