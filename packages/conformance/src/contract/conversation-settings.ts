import type { Clock } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { AnswerHeaders, OpenSocket } from "@specwright/streams/client";
import type { FeedPlan } from "@specwright/streams/client/protocol";
import type { ClauseLedger } from "./clause-ledger.ts";
import type { Tolerance } from "./silence-watch.ts";

/** Takes the messages of a conversation that were recognised. */
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
  /** Receives each frame, whatever it is, before it is judged. */
  readonly received?: (frame: Uint8Array) => void;
  /** How late signs of life may be. Default: half as late again as they should come, and a second. */
  readonly tolerance?: Tolerance;
  /** How long to wait for an answer, in milliseconds. */
  readonly timeoutMs: number;
}

/** How a conversation ended: by a close, by a silence, by this side, or before it began. */
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
