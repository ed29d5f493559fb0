import type { ContractIssue, ValidationMode } from "@specwright/runtime";

/** How one direction of a call is checked. */
export interface Checking<Mode = ValidationMode> {
  readonly mode: Mode;
  /** Receives violations of the contract, unless the mode is `off`. */
  readonly issues: ContractIssue[];
  /** Reports issues to the caller if they are found after the call has ended. */
  readonly report: (issues: readonly ContractIssue[]) => void;
}
