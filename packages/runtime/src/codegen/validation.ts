// Settings for the checks of requests and responses in clients.

import type { Issue } from "../errors/codec-error.ts";
import type { ContractIssue } from "../errors/received-answer.ts";
import type { Codec } from "./codec.ts";

/**
 * How to handle a request or response that breaks the contract. `error`: the call fails. `report`: it is
 * sent or delivered, and its issues are reported. `off`: it is not checked.
 */
export type ValidationMode = "error" | "report" | "off";

/** The modes for the two directions of a call. */
export interface ValidationOptions {
  /**
   * Default `error`: an invalid request is not sent. A value that cannot be encoded is an error in every
   * mode.
   */
  readonly request?: ValidationMode;
  /**
   * Default `error`. In the other modes, the call resolves with any response, even with unknown enumeration
   * members or undocumented statuses. The function `received` returns such an answer with its full type.
   */
  readonly response?: ValidationMode;
}

/**
 * The default handling of responses that break the contract. A setting of the transport replaces
 * it.
 */
export interface ResponseReporting {
  readonly response: ValidationMode | Tolerance;
  /** Called with the issues of an answer if the transport has no `onIssues`. */
  onIssues(report: {
    readonly operation: { readonly id: string };
    readonly issues: readonly ContractIssue[];
  }): void;
}

/** The issues of an answer that are only reported, while all others are errors. */
export interface Tolerance {
  /** Reports whether an issue is only reported. */
  isTolerated(issue: Issue): boolean;
  /**
   * Returns the issues of a response. `undefined`: they cannot be determined. The parameters are the text
   * of the response and the value that was read from it without a check.
   *
   * @throws CodecError with the issues that are errors.
   */
  tolerate(
    codec: Codec<unknown>,
    text: string | Uint8Array,
    value: unknown,
  ): readonly Issue[] | undefined;
}
