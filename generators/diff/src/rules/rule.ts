/** A rule: a kind of change, with the text of `specwright explain RULE`. */
export interface Rule {
  /** The part of a contract that the rule is about. */
  readonly area: RuleArea;
  /** The kind of change, as a noun phrase or clause: "A property was removed". */
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
