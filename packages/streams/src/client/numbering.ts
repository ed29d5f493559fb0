// The state that a channel with numbered frames keeps across its connections. The folder `numbered` creates
// the state; other channels do not load that folder.

import type {
  ChannelParameters,
  Clock,
  ResyncReason,
  StreamPosition,
  UnverifiedCause,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { ResumePoint } from "@specwright/runtime/transport";
import type { ResumeCheck } from "../numbering/check-resume.ts";
import type { ReceivedFrame } from "./read-frame.ts";

/** The rules and the subscriptions of a channel, kept across its connections. */
export interface Numbering {
  readonly rules: FrameRules;
  readonly resubscriber: Resubscriber;
  /** If absent, every frame is parsed before its number is checked. */
  readonly peek?: PeekFrame | undefined;
}

/** Creates the state of a channel. `position` is the stored position, if any. */
export type CreateNumbering = (
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  clock: Clock,
  position?: StreamPosition,
) => Numbering;

/** The parts of a numbered frame that determine its handling. */
export interface FrameHead {
  /** The value of the discriminator. The channel declares the message, and the message is numbered. */
  readonly tag: string;
  /** The key of the subscription; absent on a channel without subscriptions. */
  readonly key?: string;
  readonly number: bigint;
}

/**
 * Reads the head of a frame in the form that encoders write: first the discriminator, then the key if the
 * frame has one, then the number, without spaces. Returns undefined for any other frame, which must then be
 * parsed. Assumes that no member occurs twice.
 */
export type PeekFrame = (frame: Uint8Array) => FrameHead | undefined;

/** The action for a frame. */
export type Ruling =
  | { readonly kind: "deliver" }
  | { readonly kind: "drop" }
  /** Frames are missing: reconnect at the resume point. */
  | { readonly kind: "gap" }
  /** The frame does not follow the previous frames: the server may have a different history. */
  | { readonly kind: "diverged"; readonly reason: ResyncReason }
  /** Frames of a key are missing: drop this frame and, if `ask` is set, request a new snapshot. */
  | { readonly kind: "resync-key"; readonly key: string; readonly ask: boolean };

/** The rules of a channel, with their state across its connections. */
export interface FrameRules {
  /** Checks a frame and updates the state; `bytes` is undefined for a binary frame. */
  judge(frame: ReceivedFrame, bytes: Uint8Array | undefined): Ruling;
  /**
   * Returns the head of a frame that the channel declares and that is numbered. Returns undefined for any
   * other frame.
   */
  headOf(frame: ReceivedFrame): FrameHead | undefined;
  /**
   * Compares a frame with the known history. Returns a ruling if the frame does not continue the history,
   * or if the frame is already known; undefined otherwise.
   */
  follow(head: FrameHead, bytes: Uint8Array): Ruling | undefined;
  /** Returns the kind of ruling that `judgeHead` would return, without updating the state. */
  peek(head: FrameHead): Ruling["kind"];
  /** Checks a frame by its head and updates the state. */
  judgeHead(head: FrameHead, bytes: Uint8Array): Ruling;
  /** Called if a frame was in order but could not be used. The frame then counts as missing. */
  refuse(head: FrameHead): Exclude<Ruling, { readonly kind: "deliver" }>;
  /**
   * Returns the number to resume from: the first one not received yet. Undefined if no number is known.
   */
  resumeFrom(): bigint | undefined;
  /** Forgets the position, to start again at the live tail. */
  forget(): void;
  /** The history of the received frames; unused on a channel without a sequence. */
  readonly history: ReaderHistory;
}

/** The position at which the next connection begins. */
export interface ResumePlan extends ResumePoint {
  /** The reason why the history of the server cannot be compared with the history of this reader. */
  readonly unverified?: UnverifiedCause;
}

/** A position to resume from. */
export interface ReaderMark {
  readonly seq: bigint;
  /** Returns a text without spaces that identifies the history of the reader. */
  mark(): string;
}

/** The log and the last frame that a reader has seen, kept across its connections. */
export interface ReaderHistory {
  /** Returns the position for the next connection. All frames up to `covered` were received. */
  begin(covered: bigint | undefined): ResumePlan;
  /** Whether the server has not yet shown that this connection continues the known history. */
  readonly awaiting: boolean;
  /** Checks the number of a data frame and, if the number is already known, also its contents. */
  judge(seq: bigint, frame: Uint8Array): "new" | "known" | ResyncReason;
  /** Checks a position that the server states, as `ResumeCheck` does. */
  state: ResumeCheck["state"];
  /** Records the identity of the server's log. Returns a reason if the identity has changed. */
  identify(logId: unknown): ResyncReason | undefined;
  /** Records a received data frame. */
  take(seq: bigint, frame: Uint8Array): void;
  /**
   * Records that the server no longer keeps the requested frame. Returns true if the client can request the
   * next frame instead.
   */
  retreat(): boolean;
  /**
   * Returns the position after all frames up to `covered`. Later frames do not change the mark of a
   * returned position.
   */
  markOf(covered: bigint): ReaderMark;
  forget(): void;
}

/** Remembers which keys are subscribed, and creates the control frames that subscribe again. */
export interface Resubscriber {
  /**
   * Records a message that is about to be sent. Returns whether the message subscribes or unsubscribes.
   */
  note(tag: unknown, message: unknown): boolean;
  /** Returns the frames that repeat all subscriptions on a new connection. */
  restart(): readonly Uint8Array[];
  /** Returns the frames that request a new snapshot of a key. */
  refresh(key: string): readonly Uint8Array[];
  /**
   * Records that a snapshot of a key is expected. If the snapshot does not arrive in time, it is requested
   * again.
   */
  expect(key: string): void;
  /** While a connection lasts, requests overdue snapshots again. Call the returned function to stop. */
  watch(connection: {
    readonly timeoutMs: number;
    readonly isPaused: () => boolean;
    readonly post: (frame: Uint8Array) => void;
  }): () => void;
}

const returnNothing = (): undefined => undefined;
const nothing = (): readonly Uint8Array[] => [];

/** The state of a channel whose frames have no numbers: every frame is delivered. */
export const unnumbered: Numbering = {
  rules: {
    judge: () => ({ kind: "deliver" }),
    headOf: returnNothing,
    follow: returnNothing,
    peek: () => "deliver",
    judgeHead: () => ({ kind: "deliver" }),
    refuse: () => ({ kind: "drop" }),
    resumeFrom: returnNothing,
    forget: returnNothing,
    history: {
      begin: () => ({}),
      awaiting: false,
      judge: () => "new",
      state: returnNothing,
      identify: returnNothing,
      take: returnNothing,
      retreat: () => false,
      markOf: (seq = 0n) => ({ seq, mark: () => "" }),
      forget: returnNothing,
    },
  },
  resubscriber: {
    note: () => false,
    restart: nothing,
    refresh: nothing,
    expect: returnNothing,
    watch: () => returnNothing,
  },
};
