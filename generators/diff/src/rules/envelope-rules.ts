import type { Rule } from "./rule.ts";

/** The id of a rule about `x-envelope` and `x-heartbeat`. */
export type EnvelopeRuleId =
  | `envelope-${"time" | "heartbeat" | "error"}-${"added" | "removed" | "changed"}`
  | "envelope-heartbeat-interval-changed"
  | `envelope-error-${"member" | "code"}-changed`;

function envelopeRule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

/** The rules about `x-envelope` and `x-heartbeat`. */
export const envelopeRules: Readonly<Record<EnvelopeRuleId, Rule>> = {
  "envelope-time-added": envelopeRule(
    "The time of messages is declared",
    "Existing clients read messages as before.",
  ),
  "envelope-time-removed": envelopeRule(
    "The time of messages is no longer declared",
    "Clients that rely on the time may find no value, or a wrong one.",
  ),
  "envelope-time-changed": envelopeRule(
    "The time of a message moved, or has a different unit",
    "Existing clients read a wrong time, or find none.",
  ),
  "envelope-heartbeat-added": envelopeRule(
    "Heartbeats were added",
    "Existing clients treat them like any other message.",
  ),
  "envelope-heartbeat-removed": envelopeRule(
    "Heartbeats were removed",
    "Clients notice a dead connection later, or not at all.",
  ),
  "envelope-heartbeat-changed": envelopeRule(
    "The heartbeat is now a different message",
    "Existing clients do not recognise it as a heartbeat, so they notice a dead connection later.",
  ),
  "envelope-heartbeat-interval-changed": envelopeRule(
    "The interval of heartbeats moved, or has a different unit",
    "Clients that read the wrong unit close live connections, or keep dead connections. Clients " +
      "that do not find the interval do not notice a dead connection.",
  ),
  "envelope-error-added": envelopeRule(
    "Error messages were added",
    "Existing clients treat them like any other message.",
  ),
  "envelope-error-removed": envelopeRule(
    "Error messages were removed",
    "Clients learn only from the close code why a connection ended.",
  ),
  "envelope-error-changed": envelopeRule(
    "Errors are now reported by a different message",
    "Existing clients do not recognise it as an error, so they do not learn why a connection ended.",
  ),
  "envelope-error-member-changed": envelopeRule(
    "The place of a property of error messages changed",
    "Without the code, clients cannot tell errors apart. Without the text or the details, their " +
      "error reports are less useful.",
  ),
  "envelope-error-code-changed": envelopeRule(
    "The code of an error changed",
    "Existing clients treat it as an unknown error.",
  ),
};
