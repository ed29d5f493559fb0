import type { StreamEvent } from "@specwright/stream-client";

/** Describes in one line what happens to the connection. */
export function describeStreamEvent(event: StreamEvent): string {
  switch (event.type) {
    case "state":
      return event.state;
    case "disconnected": {
      const code = event.code === undefined ? "" : ` with ${event.code}`;
      const reason = event.reason ? ` (${event.reason})` : "";
      const again = (event.retryMs / 1000).toFixed(1);
      return `disconnected: ${event.cause}${code}${reason}; reconnecting in ${again} s`;
    }
    case "unreachable":
      return `no connection in ${event.attempts} attempts, and trying on: ${event.reason}`;
    case "gap":
      return event.key === undefined
        ? `frames are missing from ${event.from ?? "here"} on: resuming`
        : `frames of ${event.key} are missing: asking for a fresh snapshot`;
    case "resync":
      return `resync: what came from ${event.from ?? "the resume point"} on is no longer kept`;
    case "slow":
      return event.cause === "closed"
        ? "too slow: the server cut the connection; resuming"
        : "too slow: the connection is let go of until what waits is dealt with";
    case "behind":
      return `the server has nothing from ${event.from} on, which was received before`;
    case "clock_skew":
      return `this clock is off by ${event.offsetMs} ms: signing with the server's time`;
    default:
      return event satisfies never;
  }
}
