import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { AnswerHeaders, OpenSocket } from "@specwright/streams/client";
import type { FeedPlan } from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";
import type { Tolerance } from "./silence-watch.ts";

/** Receives the recognised messages of a conversation. */
export interface MessageTaker {
  /** Receives a message. `header` returns a header of the answer to the upgrade. */
  take(message: string, bytes: Uint8Array, header: AnswerHeaders): void;
}

/** Settings shared by all conversations. */
export interface ConversationSettings {
  readonly channel: ChannelDescriptor;
  readonly plan: FeedPlan;
  readonly ledger: ClauseLedger;
  /**
   * Checks that a frame matches the schema of a message, by message. The function throws if the frame does
   * not match.
   */
  readonly decoders: ReadonlyMap<string, (frame: Uint8Array) => unknown>;
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly takers?: readonly MessageTaker[];
  /** Receives every frame before it is judged. */
  readonly received?: (frame: Uint8Array) => void;
  /**
   * How late signs of life may arrive. Default: after one and a half times their interval plus one second.
   */
  readonly tolerance?: Tolerance;
  /** How long to wait for an answer, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * How a conversation ended: the server closed it, the server was silent, this side ended it, or the server
 * refused it.
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
