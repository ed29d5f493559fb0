import type { Rule } from "./rule.ts";

/** The id of a rule about `x-envelope` and `x-heartbeat`. */
export type EnvelopeRuleId =
  | `envelope-${"time" | "heartbeat" | "error"}-${"added" | "removed" | "changed"}`
  | "envelope-heartbeat-interval-changed"
  | `envelope-error-${"member" | "code"}-changed`;

function rule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

/** The rules about `x-envelope` and `x-heartbeat`. */
export const envelopeRules: Readonly<Record<EnvelopeRuleId, Rule>> = {
  "envelope-time-added": rule(
    "The time of a message is stated",
    "Clients read a message as before.",
  ),
  "envelope-time-removed": rule(
    "The time of a message is no longer stated",
    "Clients that rely on it may find none, or another one.",
  ),
  "envelope-time-changed": rule(
    "The time of a message moved, or has another unit",
    "Clients take another number for the time, or find none.",
  ),
  "envelope-heartbeat-added": rule(
    "Heartbeats are sent",
    "Clients pass them on like any other message.",
  ),
  "envelope-heartbeat-removed": rule(
    "Heartbeats are no longer sent",
    "Clients notice later, or not at all, that a connection is dead.",
  ),
  "envelope-heartbeat-changed": rule(
    "Another message is the heartbeat",
    "Clients do not know it as one: they notice later that a connection is dead.",
  ),
  "envelope-heartbeat-interval-changed": rule(
    "The interval of heartbeats moved, or has another unit",
    "Clients that read another unit end live connections, or keep dead ones. Clients that do not find " +
      "the interval do not notice that a connection is dead.",
  ),
  "envelope-error-added": rule(
    "Errors are reported",
    "Clients pass the message on like any other.",
  ),
  "envelope-error-removed": rule(
    "Errors are no longer reported",
    "Clients know only from the close code why a connection ended.",
  ),
  "envelope-error-changed": rule(
    "Another message reports errors",
    "Clients do not know it as an error, so that they do not see why a connection ended.",
  ),
  "envelope-error-member-changed": rule(
    "A member of reported errors moved",
    "Without the code, clients cannot tell one error from another. Without the text or the details, " +
      "they have less to tell their caller.",
  ),
  "envelope-error-code-changed": rule(
    "The code of an error changed",
    "Clients take it for an error that they do not know.",
  ),
};
