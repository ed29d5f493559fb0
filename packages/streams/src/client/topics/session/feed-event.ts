import type { FeedGapAction } from "@specwright/runtime/transport";

/** Why a connection ended or is ended by this side. */
export type FeedEnding =
  | "closed"
  | "refused"
  | "failed"
  | "silent"
  | "gap"
  | "announced"
  | "unanswered"
  | "age";

/** An event of a feed other than a message. */
export type FeedEvent =
  | { readonly type: "connected" }
  /** The connection ended and will be made again in `retryMs`. */
  | {
      readonly type: "disconnected";
      readonly cause: FeedEnding;
      /** The close code, or the status of a refused upgrade. */
      readonly code?: number;
      readonly reason?: string;
      readonly retryMs: number;
    }
  /** Numbers are missing: of a topic, or of the whole connection if there is no topic. */
  | { readonly type: "gap"; readonly topic?: string; readonly action: FeedGapAction }
  /** The checksum of a book is wrong. */
  | { readonly type: "checksum"; readonly topic: string; readonly action: FeedGapAction }
  /** A snapshot could not be fetched, or did not arrive in time; it is tried again. */
  | { readonly type: "snapshot_failed"; readonly topic: string; readonly error: unknown }
  /** Credentials or a ticket could not be had; it is tried again. */
  | { readonly type: "credentials_failed"; readonly reason: string; readonly retryMs: number }
  /** The server refused a request, or the login if there is no topic. */
  | {
      readonly type: "refused";
      readonly topic?: string;
      readonly code?: string;
      readonly reason?: string;
    }
  /**
   * The server did not answer the subscription of a topic in time. It is asked for again, alone and
   * later each time; `tries` counts. After five tries it is given up with `topic_unanswered`.
   */
  | { readonly type: "unanswered"; readonly topic: string; readonly tries: number }
  /**
   * Code of the user threw: a listener of a topic, or a hook that checks books. After a hook the book
   * is loaded again.
   */
  | { readonly type: "failed"; readonly topic: string; readonly error: unknown }
  /** The contract has no rule by which lost frames of a topic could be noticed. */
  | { readonly type: "unprotected"; readonly topic: string }
  /** A frame breaks the contract. Its first characters are in `received`, its topic where known. */
  | {
      readonly type: "violation";
      readonly topic?: string;
      readonly rule:
        | "unreadable"
        | "unknown"
        | "unrouted"
        | "unrequested"
        | "levels"
        | "number"
        | "answer";
      readonly received: string;
    };

/** Receives events. If it throws, the error is printed, and the feed continues. */
export type FeedListener = (event: FeedEvent) => void;
