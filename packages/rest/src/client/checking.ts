import type { ContractIssue, ValidationMode } from "@specwright/runtime";

/** The settings for the check of a call's request or response. */
export interface Checking<Mode = ValidationMode> {
  readonly mode: Mode;
  /** Receives violations of the contract, unless the mode is `off`. */
  readonly issues: ContractIssue[];
  /** Reports issues to the caller if they are found after the call has ended. */
  readonly report: (issues: readonly ContractIssue[]) => void;
}
