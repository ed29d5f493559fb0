// Judges how a reader gets missed frames (`resume` of `x-sequence`): the replay from a number that was
// already received, and the refusal of a number that is too old.

import { isDeepStrictEqual } from "node:util";
import type { SequenceDescriptor } from "@specwright/runtime/transport";
import type { Conversation } from "./conversation.ts";
import type { ConversationSettings } from "./conversation-settings.ts";
import { NumberedFrames, type NumberSettings } from "./numbered-frames.ts";
import { openConversation, UnreachableError } from "./open-conversation.ts";

/** The settings for judging a replay. */
export interface ResumeSettings extends ConversationSettings, NumberSettings {}

const REPLAY = "x-sequence.resume.replay";
const END = "x-sequence.resume.endOfBacklog";
const TOO_OLD = "x-sequence.resume.tooOld";

/**
 * Judges a channel with a sequence. Opens additional connections, which resume at numbers that were already
 * received.
 */
export async function judgeResume(settings: ResumeSettings, seen: NumberedFrames): Promise<void> {
  const { sequence } = settings.channel;
  if (sequence === undefined) return;
  await judgeReplay(settings, sequence, seen);
  await judgeTooOld(settings, sequence, seen);
}

/** Judges the replay that begins at the first received frame that the server still keeps. */
export async function judgeReplay(
  settings: ResumeSettings,
  { resumeParameter, tooOld }: SequenceDescriptor,
  { frames }: NumberedFrames,
): Promise<void> {
  const { ledger, timeoutMs } = settings;
  let starts = [...frames.keys()];
  for (let first = starts[0]; first !== undefined; first = starts[0]) {
    // The server may send frames with numbers above the last received one after the end of the replay.
    const seen = new Map([...frames].filter(([number]) => number >= (first ?? 0n)));
    const last = [...seen.keys()].at(-1) ?? first;
    const resumed = await openFrom(settings, first);
    if ("refused" in resumed) {
      ledger.fail(REPLAY, `${resumeParameter}=${first}: ${resumed.refused}`);
      return;
    }
    const { conversation, replay } = resumed;
    await conversation.until(() => replay.frames.has(last), timeoutMs);
    const { ended } = conversation;
    if (ended?.cause === "closed" && ended.code === tooOld.closeCode) {
      // The server no longer keeps the first received frames, so later ones are tried.
      starts = starts.slice(Math.ceil(starts.length / 2));
      continue;
    }
    await conversation.until(() => replay.end !== undefined, timeoutMs);
    conversation.leave();
    judgeFrames(settings, seen, replay);
    return;
  }
  if (frames.size > 0) ledger.hinder(REPLAY, "the server no longer keeps the observed frames");
}

/** Judges the frames of a connection that resumed at the first of the received frames. */
function judgeFrames(
  { ledger, timeoutMs, channel, filtered }: ResumeSettings,
  seen: ReadonlyMap<bigint, unknown>,
  replay: NumberedFrames,
): void {
  const [first = 0n, last = first] = [[...seen.keys()][0], [...seen.keys()].at(-1)];
  const fault = replayFault(seen, replay);
  const { resumeParameter, repeats, endOfBacklog } = channel.sequence ?? {};
  if (fault === undefined) ledger.pass(REPLAY, `${seen.size} frames from ${first}`);
  else ledger.fail(REPLAY, `${resumeParameter}=${first}: ${fault}`);
  const { end } = replay;
  if (end === undefined) ledger.fail(END, `it did not come in ${timeoutMs / 1000} s`);
  else if (replay.ends > 1) ledger.fail(END, `it came ${replay.ends} times`);
  else if (end.after === undefined || (fault === undefined && end.after < last)) {
    ledger.fail(END, `it came after ${end.after ?? "nothing"}, before the repeated frame ${last}`);
  } else ledger.pass(END);
  if (end?.after === undefined || filtered || repeats?.includes(endOfBacklog ?? "") !== true)
    return;
  const id = "x-sequence.1.repeats";
  if (end.number === end.after) ledger.pass(id);
  else ledger.fail(id, `the ${endOfBacklog} has ${end.number} after ${end.after}`);
}

/** Compares a replay with the frames that were received before it. */
function replayFault(
  seen: ReadonlyMap<bigint, unknown>,
  replay: NumberedFrames,
): string | undefined {
  const [first] = seen.keys();
  const [begins] = replay.frames.keys();
  if (begins !== first) return `it begins with ${begins ?? "nothing"}`;
  for (const [number, frame] of seen) {
    if (!replay.frames.has(number)) return `${number} is missing`;
    const repeated = replay.frames.get(number);
    if (!isDeepStrictEqual(repeated, frame)) return `${number} differs from the first time`;
  }
  return replay.fault;
}

/** Judges how the server refuses to resume at the number 1, if it no longer keeps that number. */
export async function judgeTooOld(
  settings: ResumeSettings,
  { tooOld, resumeParameter }: SequenceDescriptor,
  seen: NumberedFrames,
): Promise<void> {
  const { ledger, timeoutMs, channel, filtered } = settings;
  const resumed = await openFrom(settings, 1n);
  if ("refused" in resumed) {
    ledger.fail(TOO_OLD, `${resumeParameter}=1: ${resumed.refused}`);
    return;
  }
  const { conversation, replay } = resumed;
  await conversation.until(() => replay.end !== undefined, timeoutMs);
  const { ended } = conversation;
  conversation.leave();
  const [begins] = replay.frames.keys();
  if (ended?.cause === "closed") {
    const isReported =
      channel.envelope?.error === undefined || replay.errorCode === tooOld.errorCode;
    if (begins !== undefined) ledger.fail(TOO_OLD, `the frame ${begins} came before the end`);
    else if (ended.code === tooOld.closeCode && isReported) ledger.pass(TOO_OLD);
    else {
      const error = replay.errorCode === undefined ? "" : `, after the error ${replay.errorCode}`;
      ledger.fail(TOO_OLD, `it was closed with ${ended.code}${error}`);
    }
  } else if (begins === 1n || filtered || seen.frames.size === 0) {
    ledger.hinder(TOO_OLD, "the server may still keep the number 1");
  } else {
    ledger.fail(TOO_OLD, `${resumeParameter}=1 begins with ${begins ?? "no frame"}`);
  }
}

type Resumed =
  | { readonly conversation: Conversation; readonly replay: NumberedFrames }
  | { readonly refused: string };

/**
 * Opens a connection that resumes at a number. The numbers in its replay are judged, but no other numbers.
 */
async function openFrom(settings: ResumeSettings, since: bigint): Promise<Resumed> {
  const { channel, plan } = settings;
  const replay = new NumberedFrames(settings, "first");
  const url = new URL(settings.url);
  url.searchParams.set(channel.sequence?.resumeParameter ?? "", String(since));
  try {
    const own = { ...settings, url, plan: { ...plan, counters: [] }, takers: [replay] };
    return { conversation: await openConversation(own, []), replay };
  } catch (error) {
    if (error instanceof UnreachableError) return { refused: error.seen };
    throw error;
  }
}
