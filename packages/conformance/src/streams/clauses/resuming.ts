// Where a sequenced channel starts, and that nothing is lost: streams source §3.3 and §4.5.

import { setImmediate } from "node:timers/promises";
import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { errorCodeOf, type Frame, isData, seqOf } from "../line/frame.ts";
import { FAR } from "../line/open-with-history.ts";
import { integerAt } from "../stimulus/json-values.ts";
import type { SequencedName } from "../stimulus/stimulus.ts";

function numbers(frames: readonly Frame[]): readonly bigint[] {
  return frames.flatMap((frame) => seqOf(frame) ?? []);
}

/** Fails the clause unless numbers grow by one. */
export function demandDense(seqs: readonly bigint[], where: string): void {
  for (const [index, seq] of seqs.entries()) {
    const before = seqs[index - 1];
    if (before === undefined) continue;
    demand(seq !== before, `${where}: ${seq} came twice`);
    demand(seq === before + 1n, `${where}: ${before} was followed by ${seq}`);
  }
}

/** Makes sure that a channel has five frames and opens it from the second one on. */
async function replay(context: CheckContext, channel: SequencedName) {
  const seqs = await context.flow(channel, 5);
  const since = seqs[1] ?? 0n;
  const last = seqs.at(-1) ?? 0n;
  const line = await context.open(channel, { query: { since } });
  return { line, since, last };
}

async function liveTail(
  context: CheckContext,
  channel: SequencedName,
  query: object,
): Promise<string> {
  const seqs = await context.flow(channel, 3);
  const max = seqs.at(-1) ?? 0n;
  const line = await context.open(channel, { query: { ...query } });
  if (context.can("publish")) await context.publishSamples(channel, 1);
  else await context.watchFor(line, 1);
  const first = await line.next("a live frame", isData);
  const seq = seqOf(first) ?? 0n;
  demand(seq > max, `started with ${seq} when ${max} was the last`);
  const ended = line.frames.some(({ type }) => type === "backlog_end");
  demand(!ended, "sent backlog_end without a replay");
  return `starts with ${seq} behind ${max}`;
}

async function tooOld(context: CheckContext, channel: SequencedName) {
  if (context.can("expire")) {
    const seqs = await context.flow(channel, 4);
    const { brokerId } = await context.account();
    await context.stimulus.expire?.({ channel, brokerId, upTo: seqs[2] ?? 0n });
    const line = await context.open(channel, { query: { since: seqs[1] ?? 1n } });
    return { line, kept: seqs[3] ?? 0n };
  }
  const line = await context.open(channel, { query: { since: 1 } });
  const first = await context.ownOrNotRun(() =>
    line.next("a first frame", ({ type }) => type !== "heartbeat"),
  );
  if (isData(first) && seqOf(first) === 1n)
    return notRun("nothing has expired yet", { kind: "stimulus", actions: ["publish", "expire"] });
  return { line, kept: undefined };
}

/** The rules of resuming. */
export const resuming: readonly CheckedClause[] = [
  {
    id: "4.5.1",
    source: "4.5 rule 1; 3.3 row 3",
    sentence: "With since=S the replay begins with the frame S and goes up from there in order.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { line, since, last } = await replay(context, channel);
        const seqs = numbers(await line.dataUntil(last));
        demand(seqs[0] === since, `since=${since} began with ${seqs[0]}`);
        const out = seqs.find((seq, index) => seq < (seqs[index - 1] ?? 0n));
        demand(out === undefined, `${out} came out of order: ${seqs.join(", ")}`);
        return `since=${since} gave ${seqs[0]} to ${last}`;
      }),
  },
  {
    id: "4.5.2",
    source: "4.5 rule 1; 3.3 row 4; 6",
    sentence: "When the backlog is exhausted the server sends backlog_end, once, behind it.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { line, last } = await replay(context, channel);
        await line.dataUntil(last);
        await line.next("a backlog_end", ({ type }) => type === "backlog_end");
        const at = line.frames.findIndex(({ type }) => type === "backlog_end");
        const before = numbers(line.frames.slice(0, at).filter(isData));
        demand((before.at(-1) ?? 0n) >= last, `came behind ${before.at(-1)}, before ${last}`);
        const count = line.frames.filter(({ type }) => type === "backlog_end").length;
        demand(count === 1, `came ${count} times`);
        return `backlog_end behind ${before.at(-1)}`;
      }),
  },
  {
    id: "4.5.3",
    source: "4.5 rule 1; 3.3 row 4",
    sentence: "last_seq of backlog_end is the current maximum.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { line } = await replay(context, channel);
        const end = await line.next("a backlog_end", ({ type }) => type === "backlog_end");
        const at = line.frames.indexOf(end);
        const max = numbers(line.frames.slice(0, at).filter(isData)).at(-1);
        const lastSeq = integerAt(end.value, "payload", "last_seq");
        demand(lastSeq === max, `last_seq is ${lastSeq} behind the frame ${max}`);
        return `last_seq ${lastSeq}`;
      }),
  },
  {
    id: "4.5.4",
    source: "4.5 rule 1; 3.3 row 4",
    sentence: "Behind the backlog the stream goes on live: no gap, nothing twice, under load too.",
    check: (context) => context.onEach((channel) => handover(context, channel)),
  },
  {
    id: "4.5.5",
    source: "4.5 rule 2; 3.3 row 5; 8 (since)",
    sentence: "Without since the stream starts at the live tail.",
    check: (context) => context.onEach((channel) => liveTail(context, channel, {})),
  },
  {
    id: "4.5.6",
    source: "4.5 rule 2; 8 (since); S7",
    sentence: "since=0 is the same as no since.",
    check: (context) => context.onEach((channel) => liveTail(context, channel, { since: 0 })),
  },
  {
    id: "4.5.7",
    source: "4.5 rule 2; 8 (since); S7",
    sentence: "A since below 0 is never accepted.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { status } = await context.refusal(channel, { query: { since: -1 } });
        demand(status === 400, `since=-1 got ${status ?? "a close"}`);
        return "since=-1 got HTTP 400";
      }),
  },
  {
    id: "4.5.8",
    source: "4.5 rule 3; 3.3 row 6; S8",
    sentence: "A since beyond the maximum is live at once, without a backlog and its end.",
    check: (context) => context.onEach((channel) => liveTail(context, channel, { since: FAR })),
  },
  {
    id: "4.5.9",
    source: "4.5 rule 4; 3.3 row 7; 7.2",
    sentence: "A since older than retention gets an error frame resume_too_old.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { line } = await tooOld(context, channel);
        const error = await line.next("an error frame", ({ type }) => type === "error");
        demand(errorCodeOf(error) === "resume_too_old", `its code is ${errorCodeOf(error)}`);
        const data = line.data().length;
        demand(data === 0, `${data} data frames came first`);
        return "error frame resume_too_old";
      }),
  },
  {
    id: "4.5.10",
    source: "4.5 rule 4; 3.3 row 7; 7.1 (4009); 7.2",
    sentence: "A since older than retention ends with close 4009.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { line } = await tooOld(context, channel);
        const { code } = await line.closed("the close 4009");
        demand(code === 4009, `closed with ${code}`);
        return "closed with 4009";
      }),
  },
  {
    id: "4.5.11",
    source: "3.3 row 3",
    sentence: "The oldest frame within retention can still be resumed from.",
    needs: ["publish", "expire"],
    check: (context) =>
      context.onEach(async (channel) => {
        const { kept } = await tooOld(context, channel);
        const line = await context.open(channel, { query: { since: kept ?? 0n } });
        const first = await line.next("a frame", ({ type }) => type !== "heartbeat");
        demand(seqOf(first) === kept && isData(first), `began with ${line.summary()}`);
        return `since=${kept}, the oldest, gave it`;
      }),
  },
  {
    id: "4.5.12",
    source: "4.5 rule 5; S8",
    sentence: "seq of live frames grows by exactly one.",
    check: (context) =>
      context.onEach(async (channel) => {
        const line = await context.open(channel);
        if (context.can("publish"))
          await line.dataUntil((await context.publishSamples(channel, 12)).at(-1) ?? 0n);
        else await context.watchFor(line, 5);
        const seqs = numbers(line.data());
        demandDense(seqs, "live");
        return `${seqs.length} frames, ${seqs[0]} to ${seqs.at(-1)}`;
      }),
  },
  {
    id: "4.5.13",
    source: "4.5 rule 5; S8",
    sentence: "seq of replayed frames grows by exactly one.",
    check: (context) =>
      context.onEach(async (channel) => {
        const seqs = await context.flow(channel, 12);
        const line = await context.open(channel, { query: { since: seqs[0] ?? 1n } });
        const got = numbers(await line.dataUntil(seqs.at(-1) ?? 0n));
        demandDense(got, "replay");
        return `${got.length} frames, ${got[0]} to ${got.at(-1)}`;
      }),
  },
  {
    id: "4.5.14",
    source: "4.5 rule 7",
    sentence: "backlog_end repeats the number of the last data frame.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { line } = await replay(context, channel);
        const end = await line.next("a backlog_end", ({ type }) => type === "backlog_end");
        const before = line.frames.slice(0, line.frames.indexOf(end)).filter(isData);
        const last = numbers(before).at(-1);
        demand(seqOf(end) === last, `seq is ${seqOf(end)} behind the frame ${last}`);
        return `seq ${last}`;
      }),
  },
];

/** Resumes three times while frames keep arriving, and reads well into the live stream. */
async function handover(context: CheckContext, channel: SequencedName): Promise<string> {
  const seqs = [...(await context.flow(channel, 6))];
  const since = seqs[0] ?? 1n;
  const opening = [0, 1, 2].map(async () => {
    const line = await context.open(channel, { query: { since } });
    await line.next("a data frame", isData);
    return line;
  });
  let lines = 0;
  for (const one of opening)
    one.then(
      () => (lines += 1),
      () => (lines += 1),
    );
  if (context.can("publish")) {
    // A few more than needed, so that each connection sees frames on both sides of its handover.
    for (let extra = 0; extra < 8; extra += lines === 3 ? 1 : 0) {
      seqs.push(...(await context.publishSamples(channel, 1)));
      if (seqs.length > 1000) break;
      // Otherwise publishing in this process would starve the connections.
      await setImmediate();
    }
  }
  const open = await Promise.all(opening);
  let last = seqs.at(-1) ?? 0n;
  if (!context.can("publish")) last = (await context.flow(channel, 3)).at(-1) ?? 0n;
  for (const line of open) demandDense(numbers(await line.dataUntil(last)), "over the handover");
  return `${since} to ${last} on ${open.length} connections, each once`;
}
