// Heartbeats of the sequenced channels: streams source §2.8, §4.1 to §4.5, §6, §8; S8.

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { isData, seqOf } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { at, integerAt } from "../stimulus/json-values.ts";
import { sampleOf } from "../stimulus/samples.ts";
import type { SequencedName } from "../stimulus/stimulus.ts";

const isHeartbeat = ({ type }: { readonly type: string }): boolean => type === "heartbeat";

/** Opens a channel with a filter that only frames published by this check match. */
async function quiet(
  context: CheckContext,
  channel: SequencedName,
): Promise<{ line: Line; market: string }> {
  const market = context.unique("market");
  const filter = channel === "events" ? "market_id" : "market";
  return { line: await context.open(channel, { query: { [filter]: market } }), market };
}

function presence(id: string, channel: SequencedName, source: string): CheckedClause {
  return {
    id,
    source,
    sentence: `A heartbeat is sent on /${channel} when no data frame was for the interval.`,
    check: async (context) => {
      const { line } = await quiet(context, channel);
      const openedMs = Date.now();
      await line.next("a heartbeat", isHeartbeat);
      return `after ${Date.now() - openedMs} ms`;
    },
  };
}

/** The rules of heartbeats. */
export const heartbeats: readonly CheckedClause[] = [
  presence("4.1.9", "orders", "4.1; 6"),
  presence("4.2.9", "accounting", "6"),
  presence("4.3.9", "payouts", "4.3; 6"),
  presence("4.4.9", "events", "4.4; 6"),
  {
    id: "4.5.15",
    source: "4.5 rule 7; 2.8",
    sentence: "A heartbeat repeats the number of the last data frame delivered on the connection.",
    needs: ["publish"],
    check: (context) =>
      context.onEach(async (channel) => {
        const { line, market } = await quiet(context, channel);
        const seq = await context.publish({ channel, message: sampleOf(channel, { market }) });
        // A later frame that this connection does not see.
        const other = context.unique("market");
        await context.publish({ channel, message: sampleOf(channel, { market: other }) });
        await line.dataUntil(seq);
        await line.next("a data frame", isData);
        const beat = await line.next("a heartbeat", isHeartbeat);
        demand(seqOf(beat) === seq, `seq is ${seqOf(beat) ?? "absent"} behind the frame ${seq}`);
        return `seq ${seq}`;
      }),
  },
  {
    id: "4.5.16",
    source: "4.5 rule 7",
    sentence: "A heartbeat does not advance seq: the next data frame is the last plus one.",
    check: (context) =>
      context.onEach(async (channel) => {
        const line = await context.open(channel);
        if (context.can("publish")) await context.publishSamples(channel, 1);
        else await context.watchFor(line, 1);
        await line.next("a data frame", isData);
        const beat = await line.next("a heartbeat", isHeartbeat).catch((error: unknown) => {
          if (context.can("publish") && context.can("issueKey")) throw error;
          return notRun("frames come too fast for a heartbeat", {
            kind: "stimulus",
            actions: ["publish"],
          });
        });
        const before = line.frames.slice(0, line.frames.indexOf(beat)).filter(isData).at(-1);
        if (context.can("publish")) await context.publishSamples(channel, 1);
        const next = await context.ownOrNotRun(() =>
          line.next("the data frame behind the heartbeat", isData),
        );
        const last = before === undefined ? undefined : seqOf(before);
        demand(seqOf(next) === (last ?? 0n) + 1n, `${last} was followed by ${seqOf(next)}`);
        return `${last}, heartbeat, ${seqOf(next)}`;
      }),
  },
  {
    id: "6.8",
    source: "6; 8 (interval_sec); 2.8",
    sentence: "payload.interval_sec gives the interval: no silence on a connection is longer.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { line } = await quiet(context, channel);
        const beat = await line.next("a heartbeat", isHeartbeat);
        const interval = Number(integerAt(beat.value, "payload", "interval_sec") ?? 0n);
        const limitMs = interval * 1250 + 250;
        const next = await line.until(
          `heartbeat ${limitMs} ms after the last, as interval_sec=${interval} says`,
          () => line.frames.find((frame) => isHeartbeat(frame) && frame !== beat),
          Math.max(1, beat.atMs + limitMs - Date.now()),
        );
        return `interval_sec ${interval}, silent for ${next.atMs - beat.atMs} ms`;
      }),
  },
  {
    id: "8.5",
    source: "8 (heartbeat interval_sec); 2.8",
    sentence: "interval_sec is an integer of at least 1.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { line } = await quiet(context, channel);
        const beat = await line.next("a heartbeat", isHeartbeat);
        const interval = integerAt(beat.value, "payload", "interval_sec");
        const raw = String(at(beat.value, "payload", "interval_sec"));
        demand(interval !== undefined && interval >= 1n, `interval_sec is ${raw}`);
        return `interval_sec ${interval}`;
      }),
  },
  {
    id: "S8.3",
    source: "S8",
    sentence:
      "watermark_seq of a heartbeat is the number up to which all matching frames were delivered.",
    needs: ["publish"],
    check: (context) =>
      context.onEach(async (channel) => {
        const { line, market } = await quiet(context, channel);
        const own = await context.publish({ channel, message: sampleOf(channel, { market }) });
        const [other] = await context.publishSamples(channel, 1);
        const beat = await line.next(
          "a heartbeat with a watermark behind the frame",
          (frame) => isHeartbeat(frame) && (line.data().length > 0 || !isWatermarked(frame.value)),
        );
        const mark = integerAt(beat.value, "watermark_seq");
        if (mark === undefined) return notRun("the server sends no watermark_seq");
        const max = (other ?? 0n) > own ? other : own;
        demand(mark >= own, `watermark_seq is ${mark} behind the frame ${own}`);
        demand(mark <= (max ?? 0n), `watermark_seq is ${mark} when ${max} is the last`);
        return `watermark_seq ${mark} of ${max}`;
      }),
  },
  {
    id: "S8.4",
    source: "S8",
    sentence:
      "A client whose filter rarely matches can resume after watermark_seq without being too old.",
    needs: ["publish", "expire"],
    check: (context) =>
      context.onEach(async (channel) => {
        const { line, market } = await quiet(context, channel);
        const others = await context.publishSamples(channel, 4);
        const last = others.at(-1) ?? 0n;
        const beat = await line.next(
          `a heartbeat with a watermark of ${last}`,
          ({ type, value }) =>
            type === "heartbeat" &&
            (!isWatermarked(value) || (integerAt(value, "watermark_seq") ?? 0n) >= last),
        );
        const mark = integerAt(beat.value, "watermark_seq");
        if (mark === undefined) return notRun("the server sends no watermark_seq");
        const { brokerId } = await context.account();
        await context.stimulus.expire?.({ channel, brokerId, upTo: last });
        const filter = channel === "events" ? "market_id" : "market";
        const again = await context.open(channel, {
          query: { [filter]: market, since: mark + 1n },
        });
        const seq = await context.publish({ channel, message: sampleOf(channel, { market }) });
        const [first] = await again.dataUntil(seq);
        demand(first !== undefined && seqOf(first) === seq, `began with ${again.summary()}`);
        return `resumed from ${mark + 1n} when all up to ${last} had expired`;
      }),
  },
  {
    id: "S8.5",
    source: "S8; 4.5 rule 3",
    sentence: "The usual reconnect, since=last+1, is live at once and without backlog_end.",
    needs: ["publish", "issueKey"],
    check: (context) =>
      context.onEach(async (channel) => {
        const last = (await context.publishSamples(channel, 2)).at(-1) ?? 0n;
        const line = await context.open(channel, { query: { since: last + 1n } });
        await line.next("a heartbeat", isHeartbeat);
        const [seq = 0n] = await context.publishSamples(channel, 1);
        const [first] = await line.dataUntil(seq);
        demand(first !== undefined && seqOf(first) === seq, `began with ${line.summary()}`);
        const ended = line.frames.some(({ type }) => type === "backlog_end");
        demand(!ended, "sent backlog_end without a replay");
        return `since=${last + 1n} was live`;
      }),
  },
];

function isWatermarked(value: unknown): boolean {
  return integerAt(value, "watermark_seq") !== undefined;
}
