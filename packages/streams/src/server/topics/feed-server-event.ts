import type { StreamLogger } from "../stream-logger.ts";
import { FeedServerError } from "./feed-server-error.ts";

/** The events that a feed server reports to its operator. */
export type FeedServerEvent =
  /**
   * A frame would have broken the contract. The server did not send it, and closed the connection with
   * 1011.
   */
  | { readonly type: "invalid"; readonly error: Error }
  /**
   * A handler threw an error. If the request was a subscription, the server refused it. Otherwise the
   * server closed the connection with 1011.
   */
  | { readonly type: "failed"; readonly error: unknown }
  /** The server disconnected a client that read too slowly. */
  | { readonly type: "slow"; readonly pendingBytes: number }
  /** The server disconnected a client that sent nothing for too long. */
  | { readonly type: "silent" }
  /** The server refused a request. */
  | { readonly type: "refused"; readonly text: string; readonly topic?: string };

/** Receives the events of a feed server. */
export type FeedServerListener = (event: FeedServerEvent) => void;

/** Prints the events that indicate a mistake in the program of the server, to stderr. */
export const printMistakes: FeedServerListener = (event) => {
  if (event.type === "invalid") console.error(`specwright: ${event.error.message}`);
  else if (event.type === "failed")
    console.error("specwright: a handler of a feed threw", event.error);
};

/** Returns a logger that converts the endings of connections to events. */
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
