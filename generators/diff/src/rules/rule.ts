/** A kind of change. `specwright explain RULE` prints the explanation. */
export interface Rule {
  /** The part of a contract that the rule is about. */
  readonly area: RuleArea;
  /** The kind of change in words: "A property was removed". */
  readonly title: string;
  /** Which clients the change breaks, and what to do, in Markdown. */
  readonly explanation: string;
}

/** A part of a contract. */
export type RuleArea =
  | "schema"
  | "operation"
  | "parameter"
  | "request-body"
  | "response"
  | "header"
  | "security"
  | "server"
  | "channel"
  | "message"
  | "extension"
  | "document";
