import type { Rule } from "./rule.ts";

/** The id of a rule about `x-heartbeat`. */
export type HeartbeatRuleId =
  | `heartbeat-${"added" | "removed" | "frame-changed"}`
  | `heartbeat-ping-${"added" | "removed"}`
  | `heartbeat-${"interval" | "limit"}-${"increased" | "decreased"}`;

function rule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

/** The rules about `x-heartbeat`. */
export const heartbeatRules: Readonly<Record<HeartbeatRuleId, Rule>> = {
  "heartbeat-added": rule(
    "A sign of life of the server was added",
    "Clients do not wait for it. If they have to answer it, the server gives up those that do not.",
  ),
  "heartbeat-removed": rule(
    "A sign of life of the server was removed",
    "Clients notice later, or not at all, that a connection is dead.",
  ),
  "heartbeat-ping-added": rule(
    "Clients have to send a sign of life",
    "Clients of the base do not send it, so that the server gives them up. Let the server expect it " +
      "only once all clients do.",
  ),
  "heartbeat-ping-removed": rule(
    "Clients no longer send a sign of life",
    "Clients of the base still send it. Keep a server that ignores it.",
  ),
  "heartbeat-interval-increased": rule(
    "Signs of life come less often",
    "Clients connect again after a silence of two and a half intervals of the server that they know, or " +
      "after `deadAfterMs`. Of the client's own sign, they send more than needed.",
  ),
  "heartbeat-interval-decreased": rule(
    "Signs of life come more often",
    "Clients wait longer than needed for those of the server. The server gives up clients that send " +
      "their own less often than once in two and a half intervals.",
  ),
  "heartbeat-limit-increased": rule(
    "A silent connection is kept longer",
    "Clients of the base connect again while the server takes the connection for alive.",
  ),
  "heartbeat-limit-decreased": rule(
    "A silent connection is given up sooner",
    "The server ends connections that clients of the base take for alive.",
  ),
  "heartbeat-frame-changed": rule(
    "A sign of life or its answer is another frame",
    "Clients of the base send the old frame, which the server does not take for a sign of life, or wait " +
      "for it, and connect again. Let both sides accept both until all clients are new.",
  ),
};
