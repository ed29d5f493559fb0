import type { ResyncReason } from "@specwright/runtime";
import type { EndingReaction } from "@specwright/runtime/transport";

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
  /** Nothing was heard for too long. */
  | { readonly kind: "silent" }
  /** It has reached the greatest age that the contract allows. */
  | { readonly kind: "age" }
  /** A message has announced the end, and the contract says what a client does then. */
  | { readonly kind: "announced"; readonly reaction: EndingReaction }
  | { readonly kind: "gap" }
  | { readonly kind: "diverged"; readonly reason: ResyncReason }
  /** The messages that wait for the consumer are too many, and the socket cannot be paused. */
  | { readonly kind: "full" };
