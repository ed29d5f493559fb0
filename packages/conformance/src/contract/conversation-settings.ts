import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { AnswerHeaders, OpenSocket } from "@specwright/streams/client";
import type { FeedPlan } from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";
import type { Tolerance } from "./silence-watch.ts";

/** Receives the recognised messages of a conversation. */
export interface MessageTaker {
  /** `header` returns a header of the answer to the upgrade. */
  take(message: string, bytes: Uint8Array, header: AnswerHeaders): void;
}

/** Settings shared by all conversations. */
export interface ConversationSettings {
  readonly channel: ChannelDescriptor;
  readonly plan: FeedPlan;
  readonly ledger: ClauseLedger;
  /** Checks that a frame matches the schema of a message. It throws if it does not. */
  readonly decoders: ReadonlyMap<string, (frame: Uint8Array) => unknown>;
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly takers?: readonly MessageTaker[];
  /** Receives every frame before it is judged. */
  readonly received?: (frame: Uint8Array) => void;
  /**
   * How late signs of life may be. Default: after one and a half times their interval plus one
   * second.
   */
  readonly tolerance?: Tolerance;
  /** How long to wait for an answer, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * The end of a conversation: a close, a silence, an end by this side, or a refusal before it began.
 */
export type ConversationEnd =
  | { readonly cause: "closed"; readonly code: number; readonly reason: string }
  | {
      readonly cause: "refused";
      readonly status: number;
      readonly body: string;
      readonly contentType: string;
    }
  | { readonly cause: "unopened"; readonly reason: string }
  | { readonly cause: "silent" | "left" };
