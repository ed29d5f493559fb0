import type { StreamEvent } from "@specwright/runtime";
import type { CloseDescriptor } from "@specwright/runtime/transport";
import { closeCodeText } from "./close-code-text.ts";

const STATES = {
  connecting: "Connecting.",
  replaying: "Connected; frames from before are being sent.",
  live: "Connected and live.",
  draining: "The server is shutting down.",
  closed: "Disconnected.",
} as const;

const RESYNCS = {
  too_old: "the server no longer keeps the frames that follow",
  other_log: "the server has another log",
  behind: "the log of the server ends before it",
  missing: "the last frame is not in the log of the server",
  differs: "the log of the server has another frame with its number",
} as const;

/** Writes an event of a channel as a sentence. */
export function eventText(event: StreamEvent, codes: readonly CloseDescriptor[]): string {
  switch (event.type) {
    case "state":
      return STATES[event.state];
    case "disconnected":
      return disconnectedText(event, codes);
    case "unreachable":
      return `No connection in ${event.attempts} attempts: ${event.reason}.`;
    case "gap": {
      const what = event.key === undefined ? "" : ` of ${event.key}`;
      const from = event.from === undefined ? "" : ` from number ${event.from} on`;
      return `A gap: frames${what}${from} are missing and are requested again.`;
    }
    case "resync": {
      const from = event.from === undefined ? "" : ` after ${event.from}`;
      return `The stream goes on at the live tail${from}: ${RESYNCS[event.reason]}.`;
    }
    case "unverified":
      return `The stream goes on at ${event.from}; whether nothing changed before is not known.`;
    case "slow":
      return "This page reads too slowly; the connection is made again where it stopped.";
    case "clock_skew":
      return `The clock of this device differs by ${event.offsetMs} ms from that of the server.`;
    default:
      // The others are about topics, which no channel here has.
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
  return `The connection ended: ${why}${said}. Trying again ${again}.`;
}
