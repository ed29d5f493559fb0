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
  /** It has reached the greatest age that the contract allows. */
  | { readonly kind: "age" }
  /** A message has announced the end, and the contract defines the client's reaction. */
  | { readonly kind: "announced"; readonly reaction: EndingReaction }
  | { readonly kind: "gap" }
  /** The server did not answer a request of this client. */
  | { readonly kind: "unanswered" }
  | { readonly kind: "diverged"; readonly reason: ResyncReason }
  /** Too many messages wait for the consumer, and the socket cannot be paused. */
  | { readonly kind: "full" };

/** The delay in milliseconds, if the server asks for a delay without saying how long. */
export const WAIT_MS = 5_000;

/** Reports whether a rule includes a code. */
export function hasCode({ codes }: CloseDescriptor, code: number): boolean {
  return typeof codes === "number" ? codes === code : code >= codes[0] && code <= codes[1];
}

/** Reports whether the server asks for a pause. */
export function asksForPause(reaction: EndingReaction | undefined): boolean {
  return reaction === "wait" || reaction === "slow-down";
}
