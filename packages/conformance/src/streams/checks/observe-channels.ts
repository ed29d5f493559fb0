// Observes a channel, including its numbers and signs of life, for the clauses that follow from its
// contract.

import { judgeReplay, judgeTooOld } from "../../contract/judge-resume.ts";
import { NumberedFrames } from "../../contract/numbered-frames.ts";
import { isData } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { bookDiff, trade } from "../stimulus/samples.ts";
import type { ChannelName, SequencedName } from "../stimulus/stimulus.ts";
import { type CheckContext, marketFilter } from "./check-context.ts";
import { awaitChange, openSubscribed } from "./market-line.ts";

/**
 * The number of frames that are observed. Either the stimulus publishes them, or the server sends
 * them by itself.
 */
const PUBLISHED = 12;
const WATCHED = 5;

/** Observes a channel, if the stimulus publishes frames on it or the server sends frames by itself. */
export function observeChannel(context: CheckContext, channel: ChannelName): Promise<void> {
  return channel === "market-data" ? observeMarket(context) : observeSequence(context, channel);
}

async function observeSequence(context: CheckContext, channel: SequencedName): Promise<void> {
  const settings = await context.judgeOf(channel);
  const { sequence } = settings.channel;
  if (sequence === undefined) return;
  const seen = new NumberedFrames(settings);
  const line = await context.open(channel, {}, [seen]);
  await awaitFrames(context, line, channel, PUBLISHED, WATCHED);
  if (!(await awaitHeartbeat(context, line))) return;
  await awaitFrames(context, line, channel, 1, 1);
  if (context.can("publish")) await observeSelection(context, channel);
  await judgeReplay(settings, sequence, seen);
  const numbers = [...seen.frames.keys()];
  if (context.can("publish")) await context.expire(channel, numbers[2] ?? 0n);
  await judgeTooOld(settings, sequence, seen);
}

/** Waits for frames that the stimulus publishes, or that the server sends by itself. */
async function awaitFrames(
  context: CheckContext,
  line: Line,
  channel: SequencedName,
  published: number,
  watched: number,
): Promise<void> {
  if (context.can("publish")) {
    await line.dataUntil((await context.publishSamples(channel, published)).at(-1) ?? 0n);
  } else await context.watchFor(line, line.data().length + watched);
}

/**
 * Waits for as long as the server may be silent, while it has nothing to send. Resolves with whether the
 * connection is still open.
 */
async function awaitHeartbeat(
  context: CheckContext,
  { conversation, frames }: Line,
): Promise<boolean> {
  const { length } = frames;
  const hasHeartbeat = (): boolean => frames.slice(length).some(({ type }) => type === "heartbeat");
  await conversation.until(hasHeartbeat, context.timeoutMs);
  return conversation.pause(conversation.silenceLimitMs ?? 0);
}

/** Observes a connection with a filter. The filter excludes the frames of other checks. */
async function observeSelection(context: CheckContext, channel: SequencedName): Promise<void> {
  const market = context.unique("market");
  const options = { query: { [marketFilter(channel)]: market } };
  const settings = await context.judgeOf(channel, options);
  const line = await context.open(channel, options, [new NumberedFrames(settings)]);
  for (const subject of [{ market }, { market: `${market}-other` }]) {
    await context.publishSamples(channel, 1, subject);
  }
  await line.next("a data frame", isData);
  await line.next("a heartbeat", "heartbeat");
  await line.dataUntil((await context.publishSamples(channel, 1, { market })).at(-1) ?? 0n);
}

async function observeMarket(context: CheckContext): Promise<void> {
  const { line, market } = await openSubscribed(context, []);
  for (let count = 0; count < 10; count += 1) {
    await awaitChange(context, line, market, count % 3 === 2 ? trade(market) : bookDiff(market));
  }
  const seen = line.frames.length;
  const beat = (): unknown => line.frames.slice(seen).find(({ type }) => type === "heartbeat");
  await line.until("a heartbeat", beat).catch(() => undefined);
  await awaitChange(context, line, market);
}
