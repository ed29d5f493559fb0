import type { ProblemIssue } from "./problem.ts";

/** A place where a request or an answer breaks the contract. */
export interface ContractIssue extends ProblemIssue {
  readonly of: "request" | "response";
}

/** A complete answer as it was received. The contract has no type for it. */
export interface ReceivedAnswer {
  readonly documented: false;
  readonly status: number;
  /** Names are in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  /** The media type; an empty string if the answer has none. */
  readonly contentType: string;
  /**
   * The body. JSON is parsed with all digits, other text is a string, and any other body is a
   * `Uint8Array`. Undefined if the answer had no body.
   */
  readonly body: unknown;
  readonly issues: readonly ContractIssue[];
}
