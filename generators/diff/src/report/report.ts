// The input of a report: pairs of documents with their changes, and which changes were accepted or fail the
// check.

import type { Change, ChangeClass } from "../changes/change.ts";
import type { Bump } from "./bump.ts";

export const reportFormats = [
  "text",
  "json",
  "markdown",
  "html",
  "sarif",
  "github",
  "junit",
] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** A document as a report names it. */
export interface ReportedDocument {
  /** The path of the entry file with `/` separators, or its URL. */
  readonly path: string;
  /** The prefix of the path if the document is not on disk, such as `git:main:`. */
  readonly origin?: string;
  /** The title, version and format of the document, such as `Shop`, `1.2.0` and `OpenAPI 3.1.0`. */
  readonly title: string;
  readonly version: string;
  readonly format: string;
}

/** The decision to allow a breaking change. */
export interface Acceptance {
  readonly reason: string;
  /** The last day on which the acceptance applies, such as `2027-03-31`. */
  readonly until?: string;
  /** The version bump for the change. Overrides the bump that the class of the change needs. */
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
   * Which version the report suggests: the version of the contract (`wire`) or of code generated from the
   * contract (`code`). Default `wire`.
   */
  readonly surface?: "wire" | "code";
  /** Changes that the report does not list, but that affect the suggested version. */
  readonly hidden?: readonly Change[];
  /** The accepted changes, by fingerprint. */
  readonly accepted?: ReadonlyMap<string, Acceptance>;
  /** The fingerprints of changes that fail the check. */
  readonly failing?: ReadonlySet<string>;
  /** The severities that the configuration assigns to changes, by fingerprint. */
  readonly severities?: ReadonlyMap<string, "error" | "warning" | "info">;
  /** Sentences about the comparison as a whole, such as the number of omitted changes. */
  readonly remarks?: readonly string[];
  /** Whether the check also fails if the revision has a lower version than its changes need. */
  readonly checksVersion?: boolean;
}

/**
 * Returns the shown changes, and the hidden changes that fail the check. A build report must list the
 * hidden ones too, because they cause a failing exit code.
 */
export function reportedChanges({
  changes,
  hidden = [],
  failing,
}: ComparedDocuments): readonly Change[] {
  return [...changes, ...hidden.filter(({ fingerprint }) => failing?.has(fingerprint))];
}

/** Options for `formatComparisons`. */
export interface ReportOptions {
  /**
   * Lists every change separately, with all affected parts and the fingerprint. Otherwise a plain text has
   * at most about 300 lines, and Markdown at most 65,536 characters. Default `false`.
   */
  readonly verbose?: boolean;
  /** How plain text and Markdown group the changes of a class. Default `rule`. */
  readonly groupBy?: "rule" | "operation";
  /** Adds colours to plain text for a terminal. Default `false`. */
  readonly colour?: boolean;
  /**
   * The path from the root of the repository to the folder of the documents. SARIF and GitHub need paths
   * from the root. Default: the root.
   */
  readonly folder?: string;
}

/** The words for each class of changes: a heading, a word for counts, and a noun. */
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
