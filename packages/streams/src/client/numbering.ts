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

/** The state of a channel across its connections. */
export interface Numbering {
  readonly rules: FrameRules;
  readonly resubscriber: Resubscriber;
  /** If absent, every frame is parsed first. */
  readonly peek?: PeekFrame | undefined;
}

/** Creates the state of a channel, from a position if one was stored. */
export type CreateNumbering = (
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  clock: Clock,
  position?: StreamPosition,
) => Numbering;

/** The parts of a numbered frame that determine its handling. */
export interface FrameHead {
  /** The discriminator's value, for a message that the channel declares and that is numbered. */
  readonly tag: string;
  /** Only on a channel with subscriptions. */
  readonly key?: string;
  readonly number: bigint;
}

/**
 * Reads the head of a frame in the form that encoders produce: discriminator first, then the key if there
 * is one, then the number, without spaces. Returns undefined for any other frame, which must be parsed.
 * Assumes that no member occurs twice.
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
  /** Returns the head of a declared, numbered frame, or undefined for any other. */
  headOf(frame: ReceivedFrame): FrameHead | undefined;
  /**
   * Checks whether a frame continues the known history. Returns a ruling for a frame that does not continue
   * it, or that is already known.
   */
  follow(head: FrameHead, bytes: Uint8Array): Ruling | undefined;
  /** Returns what `judgeHead` would decide, without updating the state. */
  peek(head: FrameHead): Ruling["kind"];
  /** Checks a frame by its head and updates the state. */
  judgeHead(head: FrameHead, bytes: Uint8Array): Ruling;
  /** Handles a frame that was in order but could not be used: it counts as missing. */
  refuse(head: FrameHead): Exclude<Ruling, { readonly kind: "deliver" }>;
  /** Returns the first number that was not received yet; undefined if no number is known. */
  resumeFrom(): bigint | undefined;
  /** Forgets the position, to start again at the live tail. */
  forget(): void;
  /** The history that was read; unused on a channel without a sequence. */
  readonly history: ReaderHistory;
}

/** How the next connection begins. */
export interface ResumePlan extends ResumePoint {
  /** Why the server's history cannot be compared with the history of this reader. */
  readonly unverified?: UnverifiedCause;
}

/** A position to resume from. */
export interface ReaderMark {
  readonly seq: bigint;
  /** Returns a text without spaces that identifies the history. */
  mark(): string;
}

/** The state of a channel across its connections. */
export interface ReaderHistory {
  /** Plans the next connection. All frames up to `covered` were received. */
  begin(covered: bigint | undefined): ResumePlan;
  /** Whether it is still unknown if this connection continues the known history. */
  readonly awaiting: boolean;
  /** Checks a data frame by its number and, if the number was already seen, by its contents. */
  judge(seq: bigint, frame: Uint8Array): "new" | "known" | ResyncReason;
  /** Checks a position that the server states, as `ResumeCheck` does. */
  state: ResumeCheck["state"];
  /** Records the identity of the server's log; returns a reason if it has changed. */
  identify(logId: unknown): ResyncReason | undefined;
  /** Records a received data frame. */
  take(seq: bigint, frame: Uint8Array): void;
  /**
   * Records that the server no longer keeps the requested frame. Returns whether the next frame can be
   * requested instead.
   */
  retreat(): boolean;
  /**
   * Returns the position after all frames up to `covered`. Each position has one mark, which never
   * changes.
   */
  markOf(covered: bigint): ReaderMark;
  forget(): void;
}

/** Records subscriptions by the frames that requested them. */
export interface Resubscriber {
  /** Records a frame that is about to be sent. Returns whether the frame subscribes or unsubscribes. */
  note(tag: unknown, message: unknown): boolean;
  /** Returns the frames that repeat all subscriptions on a new connection. */
  restart(): readonly Uint8Array[];
  /** Returns the frames that request a new snapshot of a key. */
  refresh(key: string): readonly Uint8Array[];
  /**
   * Records that a snapshot of a key is expected. If the snapshot does not arrive, it is requested again.
   */
  expect(key: string): void;
  /** Requests overdue snapshots again while a connection lasts. Call the result to stop. */
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
