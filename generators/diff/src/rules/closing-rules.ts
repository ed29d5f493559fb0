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

function closingRule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

const mismatch =
  "The server computes a different signature from existing clients, so it rejects all of them.";

/** The rules about `x-credentials`, `x-endings` and `x-flow-control`. */
export const closingRules: Readonly<Record<ClosingRuleId, Rule>> = {
  "signature-added": closingRule(
    "Connections must be signed",
    "The server rejects clients that do not sign.",
  ),
  "signature-removed": closingRule(
    "Connections no longer need a signature",
    "The server ignores the signatures of existing clients.",
  ),
  "signature-algorithm-changed": closingRule("The algorithm of signatures changed", mismatch),
  "signature-headers-changed": closingRule("The headers of signatures changed", mismatch),
  "signature-lines-changed": closingRule(
    "The signed lines changed",
    `${mismatch} The order of the lines matters, too.`,
  ),
  "signature-clock-skew-increased": closingRule(
    "The clocks of clients may deviate more",
    "Clients whose clock was accurate enough are still accepted.",
  ),
  "signature-clock-skew-decreased": closingRule(
    "The clocks of clients may deviate less",
    "Generated clients correct their clock by the server's response and retry. Other clients are " +
      "rejected if their clock deviates too much.",
  ),
  "close-codes-added": closingRule(
    "Close codes are listed",
    "Without a list, generated clients reconnect after every close code except those that blame " +
      "the client or its messages (1002, 1003 and 1007 to 1010).",
  ),
  "close-codes-removed": closingRule(
    "Close codes are no longer listed",
    "Existing clients still follow the old list.",
  ),
  "close-code-added": closingRule(
    "A close code was added",
    "Generated clients reconnect after an unknown close code. They stop after codes that blame the " +
      "client or its messages (1002, 1003 and 1007 to 1010).",
  ),
  "close-code-removed": closingRule(
    "A close code was removed",
    "Existing clients handle a code that the server no longer sends.",
  ),
  "close-code-renamed": closingRule(
    "A close code was renamed",
    "The name is the code of the error that the server sends before it closes. Existing clients " +
      "do not know the new name.",
  ),
  "close-code-action-changed": closingRule(
    "The reaction to a close code changed",
    "Existing clients reconnect although they should stop, continue without the messages that they " +
      "missed, or give up although they could reconnect. Add a new code instead.",
  ),
  "close-code-description-changed": closingRule(
    "The description of a close code changed",
    "Existing clients keep working.",
  ),
  "close-code-order-changed": closingRule(
    "The order of a close code's meanings changed",
    "Without an error that names the meaning, clients use the first meaning in their list.",
  ),
  "flow-control-added": closingRule(
    "The server now disconnects slow readers",
    "Clients that read fast enough are not affected. Slower clients lose their connection.",
  ),
  "flow-control-removed": closingRule(
    "The server is no longer declared to disconnect slow readers",
    "Existing clients still handle the old close code.",
  ),
  "flow-control-close-code-changed": closingRule(
    "Slow readers are now disconnected with a different close code",
    "Existing clients do not report that they are too slow. They treat the new code like any " +
      "other close code.",
  ),
  "flow-control-limit-increased": closingRule(
    "Readers may be slower",
    "Clients that were fast enough are still fast enough.",
  ),
  "flow-control-limit-decreased": closingRule(
    "Readers must be faster",
    "Clients that were only just fast enough may lose their connection.",
  ),
};
