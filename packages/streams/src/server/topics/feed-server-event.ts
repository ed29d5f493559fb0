import type { StreamLogger } from "../stream-logger.ts";
import { FeedServerError } from "./feed-server-error.ts";

/** Events for the operator of a feed. */
export type FeedServerEvent =
  /**
   * The server did not send a frame that breaks the contract, and closed the connection with 1011.
   */
  | { readonly type: "invalid"; readonly error: Error }
  /**
   * A handler threw. The server refused the subscription; for a request of a different kind, it
   * closed the connection with 1011.
   */
  | { readonly type: "failed"; readonly error: unknown }
  /** A client read too slowly, and was disconnected. */
  | { readonly type: "slow"; readonly pendingBytes: number }
  /** A client sent nothing for too long, and was disconnected. */
  | { readonly type: "silent" }
  /** A request was refused. */
  | { readonly type: "refused"; readonly text: string; readonly topic?: string };

/** Receives the events of a server. */
export type FeedServerListener = (event: FeedServerEvent) => void;

/** Prints the events that mean a mistake of the server's program, to stderr. */
export const printMistakes: FeedServerListener = (event) => {
  if (event.type === "invalid") console.error(`specwright: ${event.error.message}`);
  else if (event.type === "failed")
    console.error("specwright: a handler of a feed threw", event.error);
};

/** Returns a logger of connections that turns their ends into events. */
export function eventLogger(onEvent: FeedServerListener): StreamLogger {
  return ({ level, event, error, ...details }) => {
    if (event === "internal_error" && level === "error") {
      const isInvalid = error instanceof FeedServerError && error.code === "invalid_frame";
      onEvent(isInvalid ? { type: "invalid", error } : { type: "failed", error });
    } else if (event === "flow_control") {
      onEvent({ type: "slow", pendingBytes: Number(details["pendingBytes"]) });
    } else if (event === "peer_silent") onEvent({ type: "silent" });
  };
}
