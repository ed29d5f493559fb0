import type { Bump } from "@specwright/diff";

/** The default name of the file that lists accepted changes. */
export const acceptedFileName = "specwright-accepted.yaml";

/** An entry in the file of accepted changes. */
export interface AcceptedChange {
  readonly fingerprint: string;
  /** The day of the decision, as `2026-11-23`. */
  readonly accepted: string;
  readonly reason: string;
  /** The last day on which the change is accepted. */
  readonly until?: string;
  /** The version bump that the change needs. Default: the bump for its class. */
  readonly bump?: Bump;
  /** The path of the document, relative to the file. Absent if the entry applies to all documents. */
  readonly document?: string;
  /** The name of the rule that found the change, for people who read the file. */
  readonly rule?: string;
  readonly change?: string;
  /** The position of the entry in the file: `specwright-accepted.yaml:3:5`. */
  readonly place: string;
}
