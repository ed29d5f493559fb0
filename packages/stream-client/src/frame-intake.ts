// From the bytes of a frame to what becomes of it. A duplicate, and a frame after a gap, is told
// by its head and never parsed; a frame that is wanted goes to its codec as bytes.

import { CodecError, memberOf, readInteger } from "@specwright/runtime";
import type { ChannelDescriptor, FrameTap } from "@specwright/runtime/codegen";
import type { FrameRules, Ruling } from "./frame-rules.ts";
import type { FrameHead, PeekFrame } from "./peek-frame.ts";
import { type ReceivedFrame, readFrame } from "./read-frame.ts";

/** Says what became of a frame. */
export type Intake =
  /** The consumer gets the message; `frame` is there unless it is one that counts. */
  | { readonly kind: "deliver"; readonly message: unknown; readonly frame?: ReceivedFrame }
  /** Somebody else dealt with it. */
  | { readonly kind: "taken" }
  | Exclude<Ruling, { readonly kind: "deliver" }>;

/** Configures `takeFrame`. */
export interface IntakeInput {
  readonly channel: ChannelDescriptor;
  readonly rules: FrameRules;
  /** Absent: every frame is parsed first. What becomes of it is the same. */
  readonly peek?: PeekFrame | undefined;
  readonly tap?: FrameTap | undefined;
  /** Called with a frame that does not count, before it is judged. */
  readonly onOther?: (frame: ReceivedFrame) => void;
}

/** Takes a frame in: nothing stands for a binary one. */
export function takeFrame(input: IntakeInput, bytes: Uint8Array | undefined): Intake {
  const head = bytes === undefined ? undefined : input.peek?.(bytes);
  if (head === undefined || bytes === undefined) return takeParsed(input, bytes);
  const early = settleByHead(input, head, bytes);
  if (early !== undefined) return early;
  const message = decode(input.channel, head, bytes);
  if (message === undefined) return takeParsed(input, bytes);
  input.rules.judgeHead(head, bytes);
  return { kind: "deliver", message };
}

function takeParsed(input: IntakeInput, bytes: Uint8Array | undefined): Intake {
  const { channel, rules } = input;
  const frame = readFrame(channel, bytes);
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

/** Decides what the head alone decides; gives nothing for a frame that the consumer is to get. */
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

/** Decodes a frame; gives nothing for one that breaks its schema or says other than its head. */
function decode(channel: ChannelDescriptor, head: FrameHead, bytes: Uint8Array): unknown {
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
  // A member that comes twice counts as it is parsed, which is the last time.
  const asPeeked =
    memberOf(message, discriminator) === head.tag &&
    readInteger(memberOf(message, numberField)) === head.number &&
    (head.key === undefined || memberOf(message, subscription?.keyField ?? "") === head.key);
  return asPeeked ? message : undefined;
}
