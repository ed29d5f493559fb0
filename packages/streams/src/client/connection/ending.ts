import type { ResyncReason } from "@specwright/runtime";
import type { CloseDescriptor, EndingReaction } from "@specwright/runtime/transport";

/** How a connection, or the attempt at one, ended. */
export type Ending =
  | { readonly kind: "closed"; readonly code: number; readonly reason: string }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly body: string;
      /** The delay that the server asked for, in milliseconds. */
      readonly delayMs?: number;
    }
  | { readonly kind: "failed"; readonly error: unknown }
  /** No frame or ping arrived for too long. */
  | { readonly kind: "silent" }
  /** The connection has reached the maximum age that the contract allows. */
  | { readonly kind: "age" }
  /** A message has announced the end, and the contract defines the client's reaction. */
  | { readonly kind: "announced"; readonly reaction: EndingReaction }
  | { readonly kind: "gap" }
  /** The server has not answered a request of this client in time. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "diverged"; readonly reason: ResyncReason }
  /** Too many messages wait for the consumer, and the socket cannot be paused. */
  | { readonly kind: "full" };

/** The delay in milliseconds if the server asks for a pause but does not name a duration. */
export const WAIT_MS = 5_000;

/** Reports whether a rule for close codes includes a code. */
export function hasCode({ codes }: CloseDescriptor, code: number): boolean {
  return typeof codes === "number" ? codes === code : code >= codes[0] && code <= codes[1];
}

/** Reports whether a reaction of the contract includes a pause before the client reconnects. */
export function asksForPause(reaction: EndingReaction | undefined): boolean {
  return reaction === "wait" || reaction === "slow-down";
}
