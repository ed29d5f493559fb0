import type { StreamEvent } from "@specwright/runtime";
import type { CloseDescriptor } from "@specwright/runtime/transport";
import { closeCodeText } from "./close-code-text.ts";

const STATES = {
  connecting: "Connecting.",
  replaying: "Connected; the server is sending earlier frames.",
  live: "Connected and live.",
  draining: "The server is shutting down.",
  closed: "Disconnected.",
} as const;

const RESYNCS = {
  too_old: "the server no longer stores the next frames",
  other_log: "the server has a different log",
  behind: "the server's log ends before it",
  missing: "the last frame is not in the server's log",
  differs: "the server's log has a different frame with this number",
} as const;

/** Describes an event of a channel in a sentence. */
export function eventText(event: StreamEvent, codes: readonly CloseDescriptor[]): string {
  switch (event.type) {
    case "state":
      return STATES[event.state];
    case "disconnected":
      return disconnectedText(event, codes);
    case "unreachable":
      return `No connection after ${event.attempts} attempts: ${event.reason}.`;
    case "gap": {
      const what = event.key === undefined ? "" : ` of ${event.key}`;
      const from = event.from === undefined ? "" : ` from number ${event.from} on`;
      return `Gap: frames${what}${from} are missing and are requested again.`;
    }
    case "resync": {
      const from = event.from === undefined ? "" : ` after ${event.from}`;
      return `The stream continues with new frames${from}: ${RESYNCS[event.reason]}.`;
    }
    case "unverified":
      return `The stream continues at ${event.from}. It is unknown whether earlier frames changed.`;
    case "slow":
      return "This page reads too slowly. It reconnects and continues where it stopped.";
    case "clock_skew":
      return `The clock of this device differs from the server's clock by ${event.offsetMs} ms.`;
    default:
      // All other events are about topics. The console does not subscribe to topics.
      return event.type;
  }
}

function disconnectedText(
  { cause, code, reason, retryMs }: Extract<StreamEvent, { readonly type: "disconnected" }>,
  codes: readonly CloseDescriptor[],
): string {
  const why =
    code === undefined
      ? cause
      : cause === "closed"
        ? closeCodeText(code, codes)
        : `${cause} ${code}`;
  const said = reason === undefined || reason === "" ? "" : `, “${reason}”`;
  const again = retryMs === 0 ? "at once" : `in ${(retryMs / 1000).toFixed(1)} s`;
  return `The connection ended: ${why}${said}. Reconnecting ${again}.`;
}
