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
    "Existing clients do not wait for it. If clients must answer it, the server disconnects " +
      "clients that do not answer.",
  ),
  "heartbeat-removed": heartbeatRule(
    "A heartbeat of the server was removed",
    "Clients notice a dead connection later, or not at all.",
  ),
  "heartbeat-ping-added": heartbeatRule(
    "Clients must send a heartbeat",
    "Existing clients do not send it, so the server disconnects them. Do not require the " +
      "heartbeat before all clients send it.",
  ),
  "heartbeat-ping-removed": heartbeatRule(
    "Clients no longer send a heartbeat",
    "Existing clients still send it. The server must ignore it.",
  ),
  "heartbeat-interval-increased": heartbeatRule(
    "Heartbeats are sent less often",
    "If the server sends the heartbeat, existing clients reconnect after two and a half of the " +
      "old intervals without a frame, or after `deadAfterMs`. If clients send the heartbeat, " +
      "existing clients send it more often than needed.",
  ),
  "heartbeat-interval-decreased": heartbeatRule(
    "Heartbeats are sent more often",
    "If the server sends the heartbeat, existing clients wait longer than needed before they " +
      "reconnect. If clients send the heartbeat, the server disconnects clients that are silent " +
      "for two and a half of the new intervals.",
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
    "Existing clients send the old frame, which the server does not recognise, or wait for the " +
      "old frame and reconnect if it does not arrive. Let both sides accept both frames until all " +
      "clients are updated.",
  ),
};
