import type { Rule } from "./rule.ts";

/** The id of a rule about `x-credentials`, `x-endings` and `x-flow-control`. */
export type ClosingRuleId =
  | `signature-${"added" | "removed"}`
  | `signature-${"algorithm" | "headers" | "lines"}-changed`
  | `signature-clock-skew-${"increased" | "decreased"}`
  | `close-codes-${"added" | "removed"}`
  | `close-code-${"added" | "removed" | "renamed"}`
  | `close-code-${"action" | "description" | "order"}-changed`
  | `flow-control-${"added" | "removed" | "close-code-changed"}`
  | `flow-control-limit-${"increased" | "decreased"}`;

function rule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

const mismatch = "The signatures of clients no longer match, so that all of them are refused.";

/** The rules about `x-credentials`, `x-endings` and `x-flow-control`. */
export const closingRules: Readonly<Record<ClosingRuleId, Rule>> = {
  "signature-added": rule("Connections have to be signed", "Clients that do not sign are refused."),
  "signature-removed": rule(
    "Connections need no signature",
    "Clients may go on signing; nobody checks it.",
  ),
  "signature-algorithm-changed": rule("The algorithm of signatures changed", mismatch),
  "signature-headers-changed": rule("The headers of signatures changed", mismatch),
  "signature-lines-changed": rule(
    "The signed lines changed",
    `${mismatch} Their order matters, too.`,
  ),
  "signature-clock-skew-increased": rule(
    "The clocks of clients may deviate more",
    "What was accepted is still accepted.",
  ),
  "signature-clock-skew-decreased": rule(
    "The clocks of clients may deviate less",
    "Generated clients correct their clock by the answer and try again; others are refused.",
  ),
  "close-codes-added": rule(
    "Close codes are listed",
    "Without a list, generated clients reconnect after every code except those that say that the " +
      "client, or what it sent, is at fault (1002, 1003 and 1007 to 1010).",
  ),
  "close-codes-removed": rule("Close codes are no longer listed", "Clients go on by the old list."),
  "close-code-added": rule(
    "A close code was added",
    "Generated clients reconnect after a code that they do not know, except after those that say that " +
      "the client, or what it sent, is at fault (1002, 1003 and 1007 to 1010), where they stop.",
  ),
  "close-code-removed": rule(
    "A close code was removed",
    "Clients know a code that no longer comes.",
  ),
  "close-code-renamed": rule(
    "A close code was renamed",
    "The name is the code of the error that comes first. Clients that decide by it do not know it.",
  ),
  "close-code-action-changed": rule(
    "What a client does after a close code changed",
    "Clients reconnect although they should stop, go on without what they missed, or give up although " +
      "they could reconnect. Add a new code instead.",
  ),
  "close-code-description-changed": rule(
    "The description of a close code changed",
    "Clients do the same as before.",
  ),
  "close-code-order-changed": rule(
    "The meanings of a close code have another order",
    "Without an error that says which one is meant, clients take the first of their list.",
  ),
  "flow-control-added": rule(
    "Slow readers are closed",
    "Clients that keep up notice nothing; others lose their connection.",
  ),
  "flow-control-removed": rule(
    "Slow readers are no longer said to be closed",
    "Clients are ready to be closed, and need not be.",
  ),
  "flow-control-close-code-changed": rule(
    "Slow readers are closed with another code",
    "Clients reconnect by what they know of the new code, and do not tell their caller that they are " +
      "too slow.",
  ),
  "flow-control-limit-increased": rule("Readers may be slower", "Clients that kept up keep up."),
  "flow-control-limit-decreased": rule(
    "Readers have to be faster",
    "Clients that just kept up may lose their connection.",
  ),
};
