// What a report is made of: pairs of documents, the changes between them, and what was decided
// about each change.

import type { Change, ChangeClass } from "../changes/change.ts";
import type { Bump } from "./bump.ts";

/** The formats of a report. */
export const reportFormats = [
  "text",
  "json",
  "markdown",
  "html",
  "sarif",
  "github",
  "junit",
] as const;

/** The format of a report. */
export type ReportFormat = (typeof reportFormats)[number];

/** A document as a report names it. */
export interface ReportedDocument {
  /** The path of the entry file with `/` separators, or its URL. */
  readonly path: string;
  /** What is written before the path of a file that is not on the disk, such as `git:main:`. */
  readonly origin?: string;
  /** The title, version and format of the document, such as `Shop`, `1.2.0` and `OpenAPI 3.1.0`. */
  readonly title: string;
  readonly version: string;
  readonly format: string;
}

/** The decision that a change may be made although it breaks somebody. */
export interface Acceptance {
  readonly reason: string;
  /** The last day on which it holds, as `2027-03-31`. */
  readonly until?: string;
  /** How much the change raises a version, instead of what its class asks for. */
  readonly bump?: Bump;
}

/** The changes between two documents. */
export interface ComparedDocuments {
  /** Absent if the document is new. */
  readonly base?: ReportedDocument;
  /** Absent if the document was removed. */
  readonly revision?: ReportedDocument;
  readonly changes: readonly Change[];
  /**
   * What has the suggested version: the contract (`wire`), or the code generated from it (`code`).
   * Default `wire`.
   */
  readonly surface?: "wire" | "code";
  /** Changes that are not to be shown, but count for the version. */
  readonly hidden?: readonly Change[];
  /** The accepted changes, by fingerprint. */
  readonly accepted?: ReadonlyMap<string, Acceptance>;
  /** The fingerprints of the changes for which the check fails. */
  readonly failing?: ReadonlySet<string>;
  /** The severities that the configuration gives to changes, by fingerprint. */
  readonly severities?: ReadonlyMap<string, "error" | "warning" | "info">;
  /** Sentences about the comparison as a whole, such as how many changes were left out. */
  readonly remarks?: readonly string[];
  /** Whether the check fails as well if the revision has a lower version than the changes need. */
  readonly checksVersion?: boolean;
}

/**
 * Returns what a format lists that a build fails by: what is shown, and what is not shown but fails, so that
 * the report says the same as the exit code.
 */
export function reportedChanges({
  changes,
  hidden = [],
  failing,
}: ComparedDocuments): readonly Change[] {
  return [...changes, ...hidden.filter(({ fingerprint }) => failing?.has(fingerprint))];
}

/** Options of a report. */
export interface ReportOptions {
  /**
   * Lists every change on its own with all that it affects and its fingerprint. Otherwise a text has at
   * most about 300 lines, and Markdown at most 65,536 characters. Default `false`.
   */
  readonly verbose?: boolean;
  /** What the changes of a class are grouped by, in text and Markdown. Default `rule`. */
  readonly groupBy?: "rule" | "operation";
  /** Colours the text for a terminal. Default `false`. */
  readonly colour?: boolean;
  /**
   * The folder of the paths within the repository, for SARIF and GitHub, which expect paths from its
   * root. Default: the root.
   */
  readonly folder?: string;
}

/** What is said about a class of changes: a heading, a word for counts, and what one of them is. */
export const classTitles: Readonly<
  Record<ChangeClass, { readonly heading: string; readonly count: string; readonly noun: string }>
> = {
  breaking: { heading: "Breaking", count: "breaking", noun: "breaking change" },
  "potentially-breaking": {
    heading: "Potentially breaking",
    count: "potentially breaking",
    noun: "potentially breaking change",
  },
  deprecation: { heading: "Deprecations", count: "deprecating", noun: "deprecation" },
  "non-breaking": { heading: "Not breaking", count: "not breaking", noun: "non-breaking change" },
  docs: { heading: "Documentation", count: "in the documentation", noun: "documentation change" },
};
