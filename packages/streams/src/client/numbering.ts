// The state that a channel with numbered frames keeps across its connections. `numbered` creates it;
// other channels do not load that folder.

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
  /** Absent: every frame is parsed first. */
  readonly peek?: PeekFrame | undefined;
}

/** Creates the state of a channel, from a position if one was stored. */
export type CreateNumbering = (
  channel: ChannelDescriptor,
  parameters: ChannelParameters,
  clock: Clock,
  position?: StreamPosition,
) => Numbering;

/** The parts by which a numbered frame is judged. */
export interface FrameHead {
  /** The discriminator's value, for a message that the channel declares and that is numbered. */
  readonly tag: string;
  /** Only on a channel with subscriptions. */
  readonly key?: string;
  readonly number: bigint;
}

/**
 * Reads the head of a frame in the form that encoders produce: discriminator first, then the key if
 * there is one, then the number, without spaces. Returns undefined for any other frame, which has
 * to be parsed. Assumes that no member occurs twice.
 */
export type PeekFrame = (frame: Uint8Array) => FrameHead | undefined;

/** The action for a frame. */
export type Ruling =
  | { readonly kind: "deliver" }
  | { readonly kind: "drop" }
  /** Frames are missing: reconnect at the resume point. */
  | { readonly kind: "gap" }
  /** The frame does not follow the previous ones: the server may have another history. */
  | { readonly kind: "diverged"; readonly reason: ResyncReason }
  /** Frames of a key are missing: drop this one and, if `ask` is set, request a new snapshot. */
  | { readonly kind: "resync-key"; readonly key: string; readonly ask: boolean };

/** The rules of a channel, with their state across its connections. */
export interface FrameRules {
  /** Judges a frame and updates the state; `bytes` is undefined for a binary one. */
  judge(frame: ReceivedFrame, bytes: Uint8Array | undefined): Ruling;
  /** Returns the head of a declared, numbered frame, or undefined for any other. */
  headOf(frame: ReceivedFrame): FrameHead | undefined;
  /**
   * Checks whether a frame continues the known history; returns a ruling for a frame that does not,
   * or is known already.
   */
  follow(head: FrameHead, bytes: Uint8Array): Ruling | undefined;
  /** Returns what `judgeHead` would decide, without updating the state. */
  peek(head: FrameHead): Ruling["kind"];
  /** Judges a frame by its head and updates the state. */
  judgeHead(head: FrameHead, bytes: Uint8Array): Ruling;
  /** Judges a frame that was in order but could not be used: it counts as missing. */
  refuse(head: FrameHead): Exclude<Ruling, { readonly kind: "deliver" }>;
  /** Returns the first number still wanted, or undefined if it is unknown. */
  resumeFrom(): bigint | undefined;
  /** Forgets the position, to start again at the live tail. */
  forget(): void;
  /** The history that was read; unused on a channel without a sequence. */
  readonly history: ReaderHistory;
}

/** How the next connection begins. */
export interface ResumePlan extends ResumePoint {
  /** Why the server's history cannot be compared with the history that was read. */
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
  /** Plans the next connection. Everything wanted up to `covered` was taken. */
  begin(covered: bigint | undefined): ResumePlan;
  /** Whether this connection still has to show that it continues the known history. */
  readonly awaiting: boolean;
  /** Judges a data frame by its number and, if that was seen before, by its contents. */
  judge(seq: bigint, frame: Uint8Array): "new" | "known" | ResyncReason;
  /** Judges a statement as `ResumeCheck` does. */
  state: ResumeCheck["state"];
  /** Records the identity of the server's log; returns a reason if it has changed. */
  identify(logId: unknown): ResyncReason | undefined;
  /** Records a data frame that was taken. */
  take(seq: bigint, frame: Uint8Array): void;
  /**
   * Records that the server no longer keeps the requested frame; returns whether the next one can
   * be requested instead.
   */
  retreat(): boolean;
  /**
   * Returns the position after everything wanted up to `covered` was taken; the same position has
   * the same mark.
   */
  markOf(covered: bigint): ReaderMark;
  forget(): void;
}

/** Records subscriptions from the frames that requested them. */
export interface Resubscriber {
  /** Records a frame that is about to be sent; returns whether it subscribes or unsubscribes. */
  note(tag: unknown, message: unknown): boolean;
  /** Returns the frames that repeat all subscriptions on a new connection. */
  restart(): readonly Uint8Array[];
  /** Returns the frames that request a new snapshot of a key. */
  refresh(key: string): readonly Uint8Array[];
  /**
   * Records that a snapshot of a key is expected, so that it is requested again if it does not
   * arrive.
   */
  expect(key: string): void;
  /** Requests overdue snapshots again while a connection lasts. The result ends that. */
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
