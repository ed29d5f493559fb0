// The input of a report: pairs of documents, their changes, and the accepted and failing changes.

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
  /** The prefix of a path that is not on disk, such as `git:main:`. */
  readonly origin?: string;
  /** The title, version and format of the document, such as `Shop`, `1.2.0` and `OpenAPI 3.1.0`. */
  readonly title: string;
  readonly version: string;
  readonly format: string;
}

/** The decision to allow a breaking change. */
export interface Acceptance {
  readonly reason: string;
  /** The last day on which the acceptance is valid, such as `2027-03-31`. */
  readonly until?: string;
  /** The bump of the version, instead of the one that the class of the change needs. */
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
   * The subject of the suggested version: the contract (`wire`) or code generated from it (`code`).
   * Default `wire`.
   */
  readonly surface?: "wire" | "code";
  /** Changes that the report does not show, but that count for the version. */
  readonly hidden?: readonly Change[];
  /** The accepted changes, by fingerprint. */
  readonly accepted?: ReadonlyMap<string, Acceptance>;
  /** The fingerprints of the changes for which the check fails. */
  readonly failing?: ReadonlySet<string>;
  /** The severities that the configuration gives to changes, by fingerprint. */
  readonly severities?: ReadonlyMap<string, "error" | "warning" | "info">;
  /** Sentences about the comparison as a whole, such as the number of omitted changes. */
  readonly remarks?: readonly string[];
  /** Whether the check also fails if the version of the revision is too low for the changes. */
  readonly checksVersion?: boolean;
}

/**
 * Returns the shown changes and the hidden ones that fail the check, so that a report for a build agrees
 * with the exit code.
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
   * Lists every change separately, with all affected parts and the fingerprint. Otherwise a text has at
   * most about 300 lines, and Markdown at most 65,536 characters. Default `false`.
   */
  readonly verbose?: boolean;
  /** How the changes of a class are grouped, in text and Markdown. Default `rule`. */
  readonly groupBy?: "rule" | "operation";
  /** Colours the text for a terminal. Default `false`. */
  readonly colour?: boolean;
  /**
   * The folder of the paths within the repository, for SARIF and GitHub, which expect paths from its
   * root. Default: the root.
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
