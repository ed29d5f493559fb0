import type { Rule } from "./rule.ts";

/** The id of a rule about `x-heartbeat`. */
export type HeartbeatRuleId =
  | `heartbeat-${"added" | "removed" | "frame-changed"}`
  | `heartbeat-ping-${"added" | "removed"}`
  | `heartbeat-${"interval" | "limit"}-${"increased" | "decreased"}`;

function heartbeatRule(title: string, explanation: string): Rule {
  return { area: "extension", title, explanation };
}

/** The rules about `x-heartbeat`. */
export const heartbeatRules: Readonly<Record<HeartbeatRuleId, Rule>> = {
  "heartbeat-added": heartbeatRule(
    "A heartbeat of the server was added",
    "Existing clients do not wait for it. If clients must answer it, the server disconnects those " +
      "that do not.",
  ),
  "heartbeat-removed": heartbeatRule(
    "A heartbeat of the server was removed",
    "Clients notice a dead connection later, or not at all.",
  ),
  "heartbeat-ping-added": heartbeatRule(
    "Clients must send a heartbeat",
    "Existing clients do not send it, so the server disconnects them. Do not enforce it before all " +
      "clients send it.",
  ),
  "heartbeat-ping-removed": heartbeatRule(
    "Clients no longer send a heartbeat",
    "Existing clients still send it. The server must ignore it.",
  ),
  "heartbeat-interval-increased": heartbeatRule(
    "Heartbeats are sent less often",
    "Clients reconnect after a silence of two and a half intervals of the old version, or after " +
      "`deadAfterMs`. If the interval is the client's, existing clients send more heartbeats than " +
      "needed.",
  ),
  "heartbeat-interval-decreased": heartbeatRule(
    "Heartbeats are sent more often",
    "Existing clients wait longer than needed for the server's heartbeat. If the interval is the " +
      "client's, the server disconnects clients that are silent for two and a half intervals.",
  ),
  "heartbeat-limit-increased": heartbeatRule(
    "A silent connection is kept longer",
    "Existing clients reconnect while the server still considers the connection alive.",
  ),
  "heartbeat-limit-decreased": heartbeatRule(
    "A silent connection is closed sooner",
    "The server closes connections that existing clients still consider alive.",
  ),
  "heartbeat-frame-changed": heartbeatRule(
    "The frame of a heartbeat or of its answer changed",
    "Existing clients send the old frame, which the server does not recognise, or wait for the old " +
      "frame and reconnect. Let both sides accept both frames until all clients are updated.",
  ),
};
