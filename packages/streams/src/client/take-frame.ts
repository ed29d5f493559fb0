// Decides how to handle a frame. Duplicates and frames after a gap are recognised by their head and
// never parsed; all other frames are passed to their codec as bytes.

import { CodecError, memberOf, readInteger } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { FrameTap } from "@specwright/runtime/transport";
import type { FrameHead, FrameRules, PeekFrame, Ruling } from "./numbering.ts";
import { type ReceivedFrame, readFrame } from "./read-frame.ts";

/** The result for a frame. */
export type Intake =
  /** The consumer receives the message; `frame` is absent for numbered frames. */
  | { readonly kind: "deliver"; readonly message: unknown; readonly frame?: ReceivedFrame }
  /** A tap has processed the frame. */
  | { readonly kind: "taken" }
  | Exclude<Ruling, { readonly kind: "deliver" }>;

/** The input of `takeFrame`. */
export interface IntakeInput {
  readonly channel: ChannelDescriptor;
  readonly rules: FrameRules;
  /** If absent, every frame is parsed first, with the same result. */
  readonly peek?: PeekFrame | undefined;
  readonly tap?: FrameTap | undefined;
  /** Called with a frame without a number of its own, before the frame is checked. */
  readonly onOther?: (frame: ReceivedFrame) => void;
}

/** Processes a frame; `bytes` is undefined for a binary frame, whose bytes are in `binary`. */
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
 * Decides about a frame by its head alone. Returns undefined for a frame that the consumer should
 * receive.
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

/** Decodes a frame; returns undefined if it breaks its schema or contradicts its head. */
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
  // If a frame has a member twice, its last value counts, as in the parsed message.
  const asPeeked =
    memberOf(message, discriminator) === head.tag &&
    readInteger(memberOf(message, numberField)) === head.number &&
    (head.key === undefined || memberOf(message, subscription?.keyField ?? "") === head.key);
  return asPeeked ? message : undefined;
}
