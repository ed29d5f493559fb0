// How connections end: streams source §7; S9, S19.

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { afterDrain, drained, restarted } from "../checks/drain.ts";
import { errorCodeOf } from "../line/frame.ts";
import type { Closing } from "../line/line.ts";

/** The close codes of §7.1, and those that S10 and S12 add. */
const CLOSE_CODES: ReadonlySet<number> = new Set([1000, 1001, 1008, 1009, 1011, 4008, 4009, 4401]);

/** The close codes that follow a stream error. */
const ERROR_CLOSES: ReadonlySet<number> = new Set([1008, 1009, 1011, 4008, 4009, 4401]);

/** The error codes of S9. */
const ERROR_CODES: ReadonlySet<string> = new Set([
  "resume_too_old",
  "unauthorized",
  "invalid_frame",
  "unknown_market",
  "flow_control",
  "protocol_version",
  "going_away",
  "internal_error",
]);

function slotOf({ reason }: Closing): string | undefined {
  return /^retry_ms=(\d{1,9})$/.exec(reason)?.[1];
}

/** The rules of endings. */
export const endings: readonly CheckedClause[] = [
  {
    id: "7.1.1",
    source: "7.1 (1000)",
    sentence: "A client that closes with 1000 is answered with 1000.",
    async check(context) {
      const line = await context.open("orders");
      line.socket.close(1000);
      const { code } = await line.closed("the answer to the close");
      demand(code === 1000, `ended with ${code}`);
      return "closed with 1000 by both";
    },
  },
  {
    id: "7.1.2",
    source: "7.1; S10; S12",
    sentence: "The server closes with the codes of the contract and no other.",
    when: "watch",
    async check(context) {
      const { closings } = context.watch;
      if (closings.length === 0) return notRun("the server closed nothing in this run");
      const other = closings.find(({ code }) => !CLOSE_CODES.has(code));
      demand(other === undefined, `/${other?.channel} was closed with ${other?.code}`);
      const codes = new Set(closings.map(({ code }) => code));
      return `${closings.length} closes: ${[...codes].sort((a, b) => a - b).join(", ")}`;
    },
  },
  {
    id: "7.2.1",
    source: "7.2; 6 (error)",
    sentence: "A stream error is announced by an error frame before the close.",
    when: "watch",
    async check(context) {
      const errors = context.watch.closings.filter(({ code }) => ERROR_CLOSES.has(code));
      if (errors.length === 0) return notRun("no stream ended with an error in this run");
      const silent = errors.find(({ errors: sent }) => sent.length === 0);
      demand(silent === undefined, `/${silent?.channel} was closed with ${silent?.code} silently`);
      return `${errors.length} ends with an error, each sent before`;
    },
  },
  {
    id: "7.2.2",
    source: "7.2; 2.9",
    sentence: "On /market-data an error frame has neither seq nor md_seq.",
    when: "watch",
    async check(context) {
      const errors = context.watch.frames.filter(
        ({ channel, frame }) => channel === "market-data" && frame.type === "error",
      );
      if (errors.length === 0) return notRun("no error frame came on /market-data in this run");
      const wrong = errors.find(({ frame: { value } }) => "seq" in value || "md_seq" in value);
      demand(wrong === undefined, `got ${wrong?.frame.text}`);
      return `${errors.length} error frames`;
    },
  },
  {
    id: "S9.1",
    source: "S9",
    sentence: "Error frames have the codes of the contract and no other.",
    when: "watch",
    async check(context) {
      const codes = context.watch.frames
        .filter(({ frame }) => frame.type === "error")
        .map(({ frame }) => errorCodeOf(frame) ?? "none");
      if (codes.length === 0) return notRun("no error frame came in this run");
      const other = codes.find((code) => !ERROR_CODES.has(code));
      demand(other === undefined, `an error frame has the code ${other}`);
      return `${codes.length} error frames: ${[...new Set(codes)].sort().join(", ")}`;
    },
  },
  {
    id: "S19.1",
    source: "S19; 7.1 (1001)",
    sentence: "A server that shuts down closes its connections with 1001.",
    needs: ["drain"],
    when: "last",
    async check(context) {
      const closings = await drained(context);
      const other = closings.find(({ code }) => code !== 1001);
      demand(other === undefined, `closed with ${other?.code}`);
      return `${closings.length} connections closed with 1001`;
    },
  },
  {
    id: "S19.2",
    source: "S19",
    sentence: "The reason of 1001 says when to reconnect, retry_ms=N.",
    needs: ["drain"],
    when: "last",
    async check(context) {
      const closings = await drained(context);
      const other = closings.find((closing) => slotOf(closing) === undefined);
      demand(other === undefined, `the reason is "${other?.reason}"`);
      return closings.map(({ reason }) => reason).join(", ");
    },
  },
  {
    id: "S19.3",
    source: "S19",
    sentence: "Each connection gets a different time to reconnect.",
    needs: ["drain"],
    when: "last",
    async check(context) {
      const closings = await drained(context);
      const slots = closings.flatMap((closing) => slotOf(closing) ?? []);
      if (slots.length < 2) return notRun("there are not two slots to compare");
      demand(new Set(slots).size === slots.length, `slots ${slots.join(", ")}`);
      return `slots ${slots.join(", ")}`;
    },
  },
  {
    id: "S19.4",
    source: "S19",
    sentence:
      "A server that shuts down opens no stream: it answers HTTP 503 going_away, or is unreachable.",
    needs: ["drain"],
    when: "last",
    async check(context) {
      const seen = await afterDrain(context);
      demand(["no connection", "HTTP 503 going_away"].includes(seen), `an upgrade got ${seen}`);
      return seen;
    },
  },
  {
    id: "S13.3",
    source: "S13; 4.6 rule 5",
    sentence: "md_seq of a market continues after a restart of the server.",
    needs: ["publish", "restart"],
    when: "last",
    async check(context) {
      const { before, after } = await restarted(context);
      demand(after.mdSeq > before.mdSeq, `${after.mdSeq} came after ${before.mdSeq}`);
      return `${before.mdSeq}, then ${after.mdSeq}`;
    },
  },
  {
    id: "S21.4",
    source: "S21",
    sentence: "A log keeps its identity after a restart of the server.",
    needs: ["publish", "restart"],
    when: "last",
    async check(context) {
      const { before, after } = await restarted(context);
      if (before.logId === undefined) return notRun("the server does not name its log");
      demand(after.logId === before.logId, `${before.logId} became ${after.logId}`);
      return `${after.logId}, before and after`;
    },
  },
  {
    id: "S20.3",
    source: "S20; 4.5 rule 5",
    sentence: "seq continues with the next number after a restart of the server.",
    needs: ["publish", "restart"],
    when: "last",
    async check(context) {
      const { before, after } = await restarted(context);
      demand(after.seq === before.seq + 1n, `${after.seq} came after ${before.seq}`);
      return `${before.seq}, then ${after.seq}`;
    },
  },
];
