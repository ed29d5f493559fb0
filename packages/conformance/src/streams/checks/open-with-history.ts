// Opens channels at a resume point in the past, so that the frames before now are known too.

import { ExchangeRecord } from "../line/exchange-record.ts";
import { errorCodeOf, isData, seqOf } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { integerAt } from "../stimulus/json-values.ts";
import type { SequencedName } from "../stimulus/stimulus.ts";
import type { LineOpener } from "./line-opener.ts";

/** A resume point that no stream has reached. */
export const FAR = 4_000_000_000_000_000_000n;

/** The maximum number of past frames that are read from a channel. */
const HISTORY = 10_000n;

/**
 * Opens a channel at most `HISTORY` frames in the past; if that is not possible, opens it for new frames
 * only.
 */
export async function openWithHistory(
  opener: LineOpener,
  channel: SequencedName,
): Promise<{ readonly line: Line; readonly sinceNs: bigint }> {
  const ahead = await opener.open(channel, { query: { since: FAR } });
  const beat = await ahead.next("a heartbeat", "heartbeat");
  ahead.close();
  const max = integerAt(beat.value, "watermark_seq");
  if (max !== undefined) {
    const since = max > HISTORY ? max - HISTORY : 1n;
    const line = await opener.open(channel, { query: { since } });
    const isFirst = ({ type }: { readonly type: string }): boolean =>
      type !== "heartbeat" || max === 0n;
    const first = await line.next("a first frame", isFirst);
    if (errorCodeOf(first) === undefined) {
      if (max > 0n) await line.next("a backlog_end", "backlog_end");
      const whole = since === 1n && (!isData(first) || seqOf(first) === 1n);
      return { line, sinceNs: whole ? -1n : (integerAt(first.value, "ts_ns") ?? 0n) };
    }
  }
  const line = await opener.open(channel, { query: { since: FAR } });
  const first = await line.next("a heartbeat", "heartbeat");
  return { line, sinceNs: integerAt(first.value, "ts_ns") ?? 0n };
}

/** Opens a channel with enough past frames, and records its frames. */
export async function openAndRecord(
  opener: LineOpener,
  channel: SequencedName,
  into: ExchangeRecord,
): Promise<Line> {
  // If the stimulus publishes, all frames arrive after the channel was opened, so past frames are not
  // needed.
  const { line, sinceNs } = opener.can("publish")
    ? { line: await opener.open(channel), sinceNs: -1n }
    : await openWithHistory(opener, channel);
  into.begin(channel, sinceNs);
  let taken = 0;
  const takeNewFrames = (): void => {
    for (; taken < line.frames.length; taken += 1) {
      const frame = line.frames[taken];
      if (frame !== undefined) into.take(channel, frame);
    }
  };
  takeNewFrames();
  line.onFrame(takeNewFrames);
  return line;
}

/** Returns the market that stays open longest, if `/events` announces an open market. */
export async function findOpenMarket(opener: LineOpener): Promise<string | undefined> {
  const into = new ExchangeRecord();
  const line = await openAndRecord(opener, "events", into);
  line.close();
  const open = [...into.markets].filter(([, { ended }]) => ended === undefined);
  const [last] = open.toSorted(([, a], [, b]) => (a.closesAt < b.closesAt ? 1 : -1));
  return last?.[0];
}
