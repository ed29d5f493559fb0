// Log identities: which log a resume point belongs to, and when it is valid (S21, S26).

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { restarted } from "../checks/drain.ts";
import { errorCodeOf, type Frame, isError, seqOf } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { headerOf, logIdOf } from "../line/log-identity.ts";
import { FAR } from "../line/open-with-history.ts";
import { integerAt, textAt } from "../stimulus/json-values.ts";
import type { SequencedName } from "../stimulus/stimulus.ts";

/** How long an immediate reaction may take on a busy machine. */
const AT_ONCE_MS = 1000;

const isHeartbeat = ({ type }: Frame): boolean => type === "heartbeat";
const isEnd = ({ type }: Frame): boolean => type === "backlog_end";

/** Resumes two frames before the end and returns the identities received on the way. */
async function identities(context: CheckContext, channel: SequencedName) {
  const [since = 1n] = await context.flow(channel, 2);
  const line = await context.open(channel, { query: { since } });
  const end = await line.next("a backlog_end", isEnd);
  const beat = await context.open(channel, { query: { since: FAR } });
  const heartbeat = await beat.next("a heartbeat", isHeartbeat);
  const stated = {
    "the header Log-Id": headerOf(line),
    backlog_end: logIdOf(end),
    heartbeat: logIdOf(heartbeat),
  };
  return { since, stated, logId: headerOf(line) };
}

/** Returns the identity of the log behind a channel, and a number to resume from. */
async function known(context: CheckContext, channel: SequencedName) {
  const { since, logId } = await identities(context, channel);
  return { since, logId: logId ?? notRun("the server does not name its log") };
}

/** Fails the clause unless a resume point of another log is refused; returns the error frame. */
async function demandRefused(line: Line): Promise<Frame> {
  const error = await line.next("an error frame", isError);
  demand(errorCodeOf(error) === "resume_too_old", `its code is ${errorCodeOf(error)}`);
  const reason = textAt(error.value, "payload", "details", "reason");
  demand(reason === "other_log", `details.reason is ${reason ?? "absent"}`);
  const { code } = await line.closed("the close 4009");
  demand(code === 4009, `closed with ${code}`);
  return error;
}

/** The rules of log identities. */
export const histories: readonly CheckedClause[] = [
  {
    id: "S21.1",
    source: "S21",
    sentence: "heartbeat, backlog_end and the header Log-Id contain the same identity of the log.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { stated } = await identities(context, channel);
        const values = Object.values(stated);
        if (values.every((value) => value === undefined)) {
          return notRun("the server does not name its log");
        }
        for (const [where, value] of Object.entries(stated)) {
          demand(value !== undefined, `${where} does not tell it`);
          demand(/^[0-9a-f]{32}$/.test(value), `${where} tells ${value}`);
        }
        demand(new Set(values).size === 1, `the server states ${values.join(", ")}`);
        return `${values[0]} in all three`;
      }),
  },
  {
    id: "S21.2",
    source: "S21; 7.1 (4009)",
    sentence:
      "A resume point of another log gets resume_too_old with reason other_log, and close 4009.",
    check: (context) =>
      context.onEach(async (channel) => {
        const { since, logId } = await known(context, channel);
        const other = logId.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
        const line = await context.open(channel, { query: { since, log_id: other } });
        const error = await demandRefused(line);
        const stated = textAt(error.value, "payload", "details", "log_id");
        demand(stated === logId, `details.log_id is ${stated ?? "absent"}, the log ${logId}`);
        demand(line.data().length === 0, `${line.data().length} data frames came first`);
        const own = await context.open(channel, { query: { since, log_id: logId } });
        const first = await own.next("a frame", (frame) => !isHeartbeat(frame));
        demand(seqOf(first) === since, `with its own identity it began with ${own.summary()}`);
        return "refused another, took its own";
      }),
  },
  {
    id: "S21.3",
    source: "S21",
    sentence: "When the log is replaced, connections are closed, and then find the new one.",
    needs: ["publish", "restart", "replaceLog"],
    when: "last",
    async check(context) {
      // After everything that needs the previous log.
      await restarted(context);
      const line = await context.open("orders");
      const before = headerOf(line) ?? notRun("the server does not name its log");
      await context.stimulus.replaceLog?.();
      await demandRefused(line);
      const after = headerOf(await context.open("orders"));
      demand(after !== undefined && after !== before, `Log-Id was ${before} and is ${after}`);
      return `closed with 4009; ${before} became ${after}`;
    },
  },
  {
    id: "S26.1",
    source: "S26; 4.5 rule 3",
    sentence: "With since above the highest number, a heartbeat is sent at once.",
    check: (context) =>
      context.onEach(async (channel) => {
        const line = await context.open(channel, { query: { since: FAR } });
        const openedMs = Date.now();
        const beat = await line.until(
          "a heartbeat at once",
          () => line.frames.find(isHeartbeat),
          AT_ONCE_MS,
        );
        const mark = integerAt(beat.value, "watermark_seq");
        demand(mark === undefined || mark < FAR, `watermark_seq is ${mark}`);
        return `after ${Math.max(0, beat.atMs - openedMs)} ms`;
      }),
  },
];
