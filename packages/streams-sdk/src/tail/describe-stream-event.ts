import type { ResyncReason, StreamEvent, UnverifiedCause } from "@specwright/runtime";

const reasons: Readonly<Record<ResyncReason, string>> = {
  too_old: "the server no longer keeps the next frames",
  other_log: "the server has a different log",
  behind: "the log of the server ends before the last received frame",
  missing: "the server does not have the last received frame",
  differs: "the server has a different frame with the number of the last received one",
};

const causes: Readonly<Record<UnverifiedCause, string>> = {
  expired: "the server no longer keeps the last received frame",
  distant: "the last received frame is too old to check",
  unmarked: "the cursor does not name the log that it belongs to",
};

/** Describes an event of the connection in one line. */
export function describeStreamEvent(event: StreamEvent): string {
  switch (event.type) {
    case "state":
      return event.state;
    case "disconnected": {
      const code = event.code === undefined ? "" : ` with ${event.code}`;
      const reason = event.reason ? ` (${event.reason})` : "";
      const again = event.retryMs === 0 ? "at once" : `in ${(event.retryMs / 1000).toFixed(1)} s`;
      return `disconnected: ${event.cause}${code}${reason}; reconnecting ${again}`;
    }
    case "unreachable":
      return `no connection after ${event.attempts} attempts: ${event.reason}; retrying`;
    case "gap":
      return event.key === undefined
        ? `frames are missing from ${event.from ?? "here"} on; resuming`
        : `frames of ${event.key} are missing; requesting a new snapshot`;
    case "resync":
      return `resync: ${reasons[event.reason]}; continuing at the live tail${event.from === undefined ? "" : `, frames from ${event.from} on may be missing`}`;
    case "unverified":
      return `continuing at ${event.from} without verification: ${causes[event.cause]}`;
    case "slow":
      return event.cause === "closed"
        ? "too slow: the server closed the connection; resuming"
        : "too slow: disconnected until the pending frames are processed";
    case "clock_skew":
      return `this clock is off by ${event.offsetMs} ms; signing with the server's time`;
    default:
      // All other events are about topics, which do not occur on these channels.
      return event.type;
  }
}
