import type { ResyncReason, StreamEvent, UnverifiedCause } from "@specwright/runtime";

const reasons: Readonly<Record<ResyncReason, string>> = {
  too_old: "the server no longer keeps what follows",
  other_log: "the server has another log",
  behind: "the log of the server ends before what was received",
  missing: "the server has not the frame that was received last",
  differs: "the server has another frame under the number of the last",
};

const causes: Readonly<Record<UnverifiedCause, string>> = {
  expired: "the server no longer keeps the frame that was received last",
  distant: "the frame that was received last is too far back to look for",
  unmarked: "the cursor does not say which history it is a place of",
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
      return `no connection in ${event.attempts} attempts, and trying on: ${event.reason}`;
    case "gap":
      return event.key === undefined
        ? `frames are missing from ${event.from ?? "here"} on: resuming`
        : `frames of ${event.key} are missing: asking for a fresh snapshot`;
    case "resync":
      return `resync: ${reasons[event.reason]}; what follows is the live tail, and not the continuation${event.from === undefined ? "" : ` from ${event.from} on`}`;
    case "unverified":
      return `going on at ${event.from} unverified: ${causes[event.cause]}`;
    case "slow":
      return event.cause === "closed"
        ? "too slow: the server cut the connection; resuming"
        : "too slow: the connection is let go of until what waits is dealt with";
    case "clock_skew":
      return `this clock is off by ${event.offsetMs} ms: signing with the server's time`;
    default:
      // The others are about topics, which no channel here has.
      return event.type;
  }
}
