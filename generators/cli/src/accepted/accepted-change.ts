import type { Bump } from "@specwright/diff";

/** The file that lists accepted changes, beside the configuration. */
export const acceptedFileName = "specwright-accepted.yaml";

/** An entry of the file of accepted changes. */
export interface AcceptedChange {
  readonly fingerprint: string;
  /** The day of the decision, as `2026-11-23`. */
  readonly accepted: string;
  readonly reason: string;
  /** The last day on which the acceptance is valid. */
  readonly until?: string;
  /** How much the change raises versions, instead of the default for its class. */
  readonly bump?: Bump;
  /** The document, relative to the file; absent if the entry applies to all documents. */
  readonly document?: string;
  /** The change in words, for readers of the file. */
  readonly rule?: string;
  readonly change?: string;
  /** Where the entry begins: `specwright-accepted.yaml:3:5`. */
  readonly place: string;
}
