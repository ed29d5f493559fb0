import type { Clock, FeedBookHook } from "@specwright/runtime";
import type { EndingReaction, FeedOperation } from "@specwright/runtime/transport";
import type { FeedSigner } from "../credentials/feed-signer.ts";
import type { Topic } from "./topic.ts";
import type { TopicEvent } from "./topic-event.ts";

/** The settings and functions that the owner of a session provides. */
export interface SessionHost {
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
  readonly snapshotTimeoutMs: number;
  /** The functions of the user that check books, by their names in the contract. */
  readonly hooks: Readonly<Record<string, FeedBookHook>>;
  /** Sends a text frame on the current connection. */
  send(text: string): void;
  /** Ends the connection, so that the client reconnects. */
  reconnect(cause: "gap" | "unanswered" | "failed" | "announced", reaction?: EndingReaction): void;
  /** Calls an operation over HTTP and returns the body of its answer. */
  fetch(operation: FeedOperation, topic: Topic): Promise<Uint8Array>;
  emit(event: TopicEvent): void;
  /** Signs for private topics; absent without credentials. */
  readonly signer?: FeedSigner | undefined;
}
