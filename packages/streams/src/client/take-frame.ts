// Decides how to handle a frame. Duplicates, and frames after a gap, are recognised by their head and never
// parsed. The bytes of any other frame are passed to the codec of its message.

import { CodecError, memberOf, readInteger } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FrameTap } from "@specwright/runtime/transport";
import type { FrameHead, FrameRules, PeekFrame, Ruling } from "./numbering.ts";
import { type ReceivedFrame, readFrame } from "./read-frame.ts";

/** The outcome for a frame. */
export type Intake =
  /** The consumer gets the message. `frame` is absent if the frame was numbered. */
  | { readonly kind: "deliver"; readonly message: unknown; readonly frame?: ReceivedFrame }
  /** A tap has processed the frame. */
  | { readonly kind: "taken" }
  | Exclude<Ruling, { readonly kind: "deliver" }>;

/** The input of `takeFrame`. */
export interface IntakeInput {
  readonly channel: ChannelDescriptor;
  readonly rules: FrameRules;
  /** Reads the head of a frame. If absent, every frame is parsed first; the outcome is the same. */
  readonly peek?: PeekFrame | undefined;
  readonly tap?: FrameTap | undefined;
  /** Called with each frame without a number, before the frame is checked. */
  readonly onOther?: (frame: ReceivedFrame) => void;
}

/** Processes a frame. For a binary frame, `bytes` is undefined and `binary` has the bytes. */
export function takeFrame(
  input: IntakeInput,
  bytes: Uint8Array | undefined,
  binary?: Uint8Array,
): Intake {
  const head = bytes === undefined ? undefined : input.peek?.(bytes);
  if (head === undefined || bytes === undefined) return takeParsed(input, bytes, binary);
  const early = settleByHead(input, head, bytes);
  if (early !== undefined) return early;
  const message = decodeFrame(input.channel, head, bytes);
  if (message === undefined) return takeParsed(input, bytes);
  input.rules.judgeHead(head, bytes);
  return { kind: "deliver", message };
}

function takeParsed(
  input: IntakeInput,
  bytes: Uint8Array | undefined,
  binary?: Uint8Array,
): Intake {
  const { channel, rules } = input;
  const frame = readFrame(channel, bytes, binary);
  const head = rules.headOf(frame);
  if (head !== undefined && bytes !== undefined) {
    const early = settleByHead(input, head, bytes);
    if (early !== undefined) return early;
    rules.judgeHead(head, bytes);
    return { kind: "deliver", message: frame.message };
  }
  input.onOther?.(frame);
  const ruling = rules.judge(frame, bytes);
  return ruling.kind === "deliver" ? { ...ruling, message: frame.message, frame } : ruling;
}

/**
 * Decides about a frame by its head alone. Returns undefined if the consumer should get the message of the
 * frame.
 */
function settleByHead(
  { rules, tap }: IntakeInput,
  head: FrameHead,
  bytes: Uint8Array,
): Intake | undefined {
  const known = rules.follow(head, bytes);
  if (known !== undefined && known.kind !== "deliver") return known;
  if (rules.peek(head) !== "deliver") {
    const ruling = rules.judgeHead(head, bytes);
    return ruling.kind === "deliver" ? undefined : ruling;
  }
  const answer = tap?.({ ...head, bytes });
  switch (answer) {
    case undefined:
    case "pass":
      return undefined;
    case "taken":
      rules.judgeHead(head, bytes);
      return { kind: "taken" };
    case "refused":
      return rules.refuse(head);
    default:
      return answer satisfies never;
  }
}

/** Decodes a frame. Returns undefined if the frame breaks its schema or differs from its head. */
function decodeFrame(channel: ChannelDescriptor, head: FrameHead, bytes: Uint8Array): unknown {
  const { discriminator = "", sequence, subscription, serverMessages } = channel;
  const codec = serverMessages.find(({ tag }) => tag === head.tag)?.codec;
  let message: unknown;
  try {
    message = codec?.decode(bytes);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
  const numberField = sequence?.field ?? subscription?.counterField ?? "";
  // If a member occurs twice, the parsed message has the last value, but the head may have the first one.
  const asPeeked =
    memberOf(message, discriminator) === head.tag &&
    readInteger(memberOf(message, numberField)) === head.number &&
    (head.key === undefined || memberOf(message, subscription?.keyField ?? "") === head.key);
  return asPeeked ? message : undefined;
}
