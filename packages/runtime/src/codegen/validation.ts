// Whether clients check what they send and receive.

import type { Issue } from "../errors/codec-error.ts";
import type { ContractIssue } from "../errors/received-answer.ts";
import type { Codec } from "./codec.ts";

/**
 * Handling of a request or response that breaks the contract: it is an `error`, it is handed over
 * with a `report` of its issues, or it is not checked at all.
 */
export type ValidationMode = "error" | "report" | "off";

/** The modes for the two directions of a call. */
export interface ValidationOptions {
  /** Default `error`: nothing is sent. A value that no encoder can write is always an error. */
  readonly request?: ValidationMode;
  /**
   * Default `error`. Otherwise the call resolves with whatever the server sent: unknown members of
   * enumerations, undocumented statuses and all. `received` gives such an answer an honest type.
   */
  readonly response?: ValidationMode;
}

/** The contract's handling of responses that break it, the default of transports. */
export interface ResponseReporting {
  readonly response: ValidationMode | Tolerance;
  /** Called with the issues of an answer if the transport has no `onIssues`. */
  onIssues(report: {
    readonly operation: { readonly id: string };
    readonly issues: readonly ContractIssue[];
  }): void;
}

/** Which faults of an answer are reported while others are an error. */
export interface Tolerance {
  /** Reports whether an issue is reported only. */
  isTolerated(issue: Issue): boolean;
  /**
   * Returns the issues of a text, and of the value that was read from it without a check; undefined if
   * nothing can be said of them.
   *
   * @throws CodecError with the issues that are errors.
   */
  tolerate(
    codec: Codec<unknown>,
    text: string | Uint8Array,
    value: unknown,
  ): readonly Issue[] | undefined;
}
