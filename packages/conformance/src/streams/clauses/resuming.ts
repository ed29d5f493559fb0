// Where a sequenced channel starts, and whether its frames are complete: streams source §3.3 and §4.5; S8,
// S20, S21, S26. The clauses of the contract test replays.

import { setImmediate } from "node:timers/promises";
import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import { type CheckedClause, clauseForEachChannel } from "../checks/clause.ts";
import { restartServer } from "../checks/drain.ts";
import { FAR } from "../checks/open-with-history.ts";
import { type Frame, isData, seqOf } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { integerAt, textAt } from "../stimulus/json-values.ts";
import type { SequencedName } from "../stimulus/stimulus.ts";

/** The maximum duration of an immediate reaction on a busy machine. */
const AT_ONCE_MS = 1000;

/** Fails the clause unless each number is the previous number plus one. */
export function demandDense(seqs: readonly bigint[], where: string): void {
  for (const [index, seq] of seqs.entries()) {
    const before = seqs[index - 1];
    if (before === undefined) continue;
    demand(seq !== before, `${where}: ${seq} came twice`);
    demand(seq === before + 1n, `${where}: ${before} was followed by ${seq}`);
  }
}

function notHeartbeat({ type }: Frame): boolean {
  return type !== "heartbeat";
}

/** Fails the clause unless the first frame of a connection is the data frame with the given number. */
async function demandBegins(line: Line, seq: bigint): Promise<void> {
  const first = await line.next("a frame", notHeartbeat);
  demand(isData(first) && seqOf(first) === seq, `began with ${line.summary()}`);
}

/** Fails the clause if a connection has received the end of a replay. */
function demandNoReplay({ frames }: Line): void {
  const ended = frames.some(({ type }) => type === "backlog_end");
  demand(!ended, "sent backlog_end without a replay");
}

function liveTail(id: string, source: string, sentence: string, query: object): CheckedClause {
  return clauseForEachChannel(id, source, sentence, async (context, channel) => {
    const max = (await context.flow(channel, 3)).at(-1) ?? 0n;
    const line = await context.open(channel, { query: { ...query } });
    if (context.can("publish")) await context.publishSamples(channel, 1);
    else await context.watchFor(line, 1);
    const seq = seqOf(await line.next("a live frame", isData)) ?? 0n;
    demand(seq > max, `started with ${seq} when ${max} was the last`);
    demandNoReplay(line);
    return `starts with ${seq} behind ${max}`;
  });
}

/**
 * Resumes on three connections while new frames arrive. Reads until each connection has received many live
 * frames.
 */
async function judgeHandover(context: CheckContext, channel: SequencedName): Promise<string> {
  const seqs = [...(await context.flow(channel, 6))];
  const since = seqs[0] ?? 1n;
  let lines = 0;
  const opening = [0, 1, 2].map(async () => {
    try {
      const line = await context.open(channel, { query: { since } });
      await line.next("a data frame", isData);
      return line;
    } finally {
      lines += 1;
    }
  });
  if (context.can("publish")) {
    // Publishes a few more frames than needed, so that each connection receives frames before and after its
    // switch from replay to live frames.
    for (let extra = 0; extra < 8; extra += lines === 3 ? 1 : 0) {
      seqs.push(...(await context.publishSamples(channel, 1)));
      if (seqs.length > 1000) break;
      // The pause lets the connections of this process read between two published frames.
      await setImmediate();
    }
  }
  const open = await Promise.all(opening);
  const last = (context.can("publish") ? seqs : await context.flow(channel, 3)).at(-1) ?? 0n;
  for (const line of open) {
    demandDense(
      (await line.dataUntil(last)).flatMap((frame) => seqOf(frame) ?? []),
      "over the handover",
    );
  }
  return `${since} to ${last} on ${open.length} connections, each once`;
}

/** Returns the identity of the log that a channel uses, and a number to resume from. */
async function knownLog(context: CheckContext, channel: SequencedName) {
  const [since = 1n] = await context.flow(channel, 2);
  const { logId } = await context.open(channel, { query: { since } });
  return { since, logId: logId ?? notRun("the server does not name its log") };
}

/**
 * Fails the clause unless the server refuses a resume point of a different log. Returns the error
 * frame.
 */
async function demandRefused(line: Line): Promise<Frame> {
  const error = await line.error("resume_too_old");
  const reason = textAt(error.value, "payload", "details", "reason");
  demand(reason === "other_log", `details.reason is ${reason ?? "absent"}`);
  await line.closedWith(4009);
  return error;
}

export const resuming: readonly CheckedClause[] = [
  clauseForEachChannel(
    "4.5.4",
    "4.5 rule 1; 3.3 row 4",
    "After the backlog, the stream continues live, without a gap or a repeated frame, also under load.",
    judgeHandover,
  ),
  liveTail(
    "4.5.5",
    "4.5 rule 2; 3.3 row 5; 8 (since)",
    "Without `since`, the stream starts with new frames.",
    {},
  ),
  liveTail("4.5.6", "4.5 rule 2; 8 (since); S7", "`since=0` means the same as no `since`.", {
    since: 0,
  }),
  clauseForEachChannel(
    "4.5.7",
    "4.5 rule 2; 8 (since); S7",
    "A `since` below 0 is never accepted.",
    async (context, channel) => {
      const { status } = await context.refusal(channel, { query: { since: -1 } });
      demand(status === 400, `since=-1 got ${status ?? "a close"}`);
      return "since=-1 got HTTP 400";
    },
  ),
  liveTail(
    "4.5.8",
    "4.5 rule 3; 3.3 row 6; S8",
    "With `since` above the highest number, the stream is live at once, without a backlog and `backlog_end`.",
    { since: FAR },
  ),
  {
    ...clauseForEachChannel(
      "4.5.11",
      "3.3 row 3",
      "A client can resume from the oldest frame within retention.",
      async (context, channel) => {
        const [, , upTo = 0n, kept = 0n] = await context.flow(channel, 4);
        await context.expire(channel, upTo);
        await demandBegins(await context.open(channel, { query: { since: kept } }), kept);
        return `since=${kept} returned the oldest frame`;
      },
    ),
    needs: ["publish", "expire"],
  },
  {
    ...clauseForEachChannel(
      "S8.5",
      "S8; 4.5 rule 3",
      "A usual reconnect, with `since=last+1`, is live at once, without `backlog_end`.",
      async (context, channel) => {
        const last = (await context.publishSamples(channel, 2)).at(-1) ?? 0n;
        const line = await context.open(channel, { query: { since: last + 1n } });
        await line.next("a heartbeat", "heartbeat");
        const [seq = 0n] = await context.publishSamples(channel, 1);
        const [first] = await line.dataUntil(seq);
        demand(first !== undefined && seqOf(first) === seq, `began with ${line.summary()}`);
        demandNoReplay(line);
        return `since=${last + 1n} was live`;
      },
    ),
    needs: ["publish", "issueKey"],
  },
  clauseForEachChannel(
    "S20.1",
    "S20",
    "A client that resumes from a frame right after receiving it gets the same frame again.",
    async (context, channel) => {
      const seq = (await context.flow(channel, 2)).at(-1) ?? 0n;
      await demandBegins(await context.open(channel, { query: { since: seq } }), seq);
      return `${seq} again`;
    },
  ),
  clauseForEachChannel(
    "S21.2",
    "S21; 7.1 (4009)",
    "A resume point of another log is answered with the error `resume_too_old`, the reason `other_log` and the close 4009.",
    async (context, channel) => {
      const { since, logId } = await knownLog(context, channel);
      const other = logId.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
      const line = await context.open(channel, { query: { since, log_id: other } });
      const error = await demandRefused(line);
      const stated = textAt(error.value, "payload", "details", "log_id");
      demand(stated === logId, `details.log_id is ${stated ?? "absent"}, the log ${logId}`);
      demand(line.data().length === 0, `${line.data().length} data frames came first`);
      await demandBegins(await context.open(channel, { query: { since, log_id: logId } }), since);
      return "the resume point of another log was rejected, that of this log was accepted";
    },
  ),
  {
    id: "S21.3",
    source: "S21",
    sentence:
      "When the log is replaced, connections are closed and find the new log when they reconnect.",
    needs: ["publish", "restart", "replaceLog"],
    when: "last",
    async check(context) {
      // The server is restarted only after all checks that need the previous log.
      await restartServer(context);
      const line = await context.open("orders");
      const before = line.logId ?? notRun("the server does not name its log");
      await context.stimulus.replaceLog?.();
      await demandRefused(line);
      const { logId: after } = await context.open("orders");
      demand(after !== undefined && after !== before, `Log-Id was ${before} and is ${after}`);
      return `closed with 4009; ${before} became ${after}`;
    },
  },
  clauseForEachChannel(
    "S26.1",
    "S26; 4.5 rule 3",
    "With `since` above the highest number, a heartbeat is sent at once.",
    async (context, channel) => {
      const line = await context.open(channel, { query: { since: FAR } });
      const openedMs = Date.now();
      const isHeartbeat = ({ type }: Frame): boolean => type === "heartbeat";
      const findHeartbeat = (): Frame | undefined => line.frames.find(isHeartbeat);
      const beat = await line.until("a heartbeat at once", findHeartbeat, AT_ONCE_MS);
      const mark = integerAt(beat.value, "watermark_seq");
      demand(mark === undefined || mark < FAR, `watermark_seq is ${mark}`);
      return `after ${Math.max(0, beat.atMs - openedMs)} ms`;
    },
  ),
];
