import type { StreamLogger } from "../stream-logger.ts";
import { FeedServerError } from "./feed-server-error.ts";

/** Events for the operator of a feed. */
export type FeedServerEvent =
  /** A frame would have broken the contract; its connection was closed with 1011. */
  | { readonly type: "invalid"; readonly error: Error }
  /** A handler threw. A subscription was refused; after another request, its connection was closed with 1011. */
  | { readonly type: "failed"; readonly error: unknown }
  /** A client read too slowly, and was disconnected. */
  | { readonly type: "slow"; readonly pendingBytes: number }
  /** A client was not heard of for too long, and was disconnected. */
  | { readonly type: "silent" }
  /** A request was refused. */
  | { readonly type: "refused"; readonly text: string; readonly topic?: string };

/** Receives the events of a server. */
export type FeedServerListener = (event: FeedServerEvent) => void;

/** Prints the events that are mistakes of the server. */
export const printMistakes: FeedServerListener = (event) => {
  if (event.type === "invalid") console.error(`specwright: ${event.error.message}`);
  else if (event.type === "failed")
    console.error("specwright: a handler of a feed threw", event.error);
};

/** Returns the logger of connections, which emits their ends as events. */
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
