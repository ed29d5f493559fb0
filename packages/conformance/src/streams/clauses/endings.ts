// How connections end: streams source §7; S9, S19.

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { afterDrain, drainServer, restartServer } from "../checks/drain.ts";
import type { Closing } from "../line/line.ts";

function slotOf({ reason }: Closing): string | undefined {
  return /^retry_ms=(\d{1,9})$/.exec(reason)?.[1];
}

export const endings: readonly CheckedClause[] = [
  {
    id: "7.1.1",
    source: "7.1 (1000)",
    sentence: "A client that closes with 1000 is answered with 1000.",
    async check(context) {
      const line = await context.open("orders");
      line.conversation.socket.close(1000);
      return line.closedWith(1000);
    },
  },
  {
    id: "S19.1",
    source: "S19; 7.1 (1001)",
    sentence: "A server that is shutting down closes its connections with 1001.",
    needs: ["drain"],
    when: "last",
    async check(context) {
      const closings = await drainServer(context);
      const other = closings.find(({ code }) => code !== 1001);
      demand(other === undefined, `closed with ${other?.code}`);
      return `${closings.length} connections closed with 1001`;
    },
  },
  {
    id: "S19.2",
    source: "S19",
    sentence: "The reason of the close 1001 says when to reconnect: `retry_ms=N`.",
    needs: ["drain"],
    when: "last",
    async check(context) {
      const closings = await drainServer(context);
      const other = closings.find((closing) => slotOf(closing) === undefined);
      demand(other === undefined, `the reason is "${other?.reason}"`);
      return closings.map(({ reason }) => reason).join(", ");
    },
  },
  {
    id: "S19.3",
    source: "S19",
    sentence: "Each connection gets a different time at which to reconnect.",
    needs: ["drain"],
    when: "last",
    async check(context) {
      const closings = await drainServer(context);
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
      "A server that is shutting down opens no stream: it answers with HTTP 503 and the code `going_away`, or is unreachable.",
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
    sentence: "The `md_seq` of a market continues after a restart of the server.",
    needs: ["publish", "restart"],
    when: "last",
    async check(context) {
      const { before, after } = await restartServer(context);
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
      const { before, after } = await restartServer(context);
      if (before.logId === undefined) return notRun("the server does not name its log");
      demand(after.logId === before.logId, `${before.logId} became ${after.logId}`);
      return `${after.logId}, before and after`;
    },
  },
  {
    id: "S20.3",
    source: "S20; 4.5 rule 5",
    sentence: "`seq` continues with the next number after a restart of the server.",
    needs: ["publish", "restart"],
    when: "last",
    async check(context) {
      const { before, after } = await restartServer(context);
      demand(after.seq === before.seq + 1n, `${after.seq} came after ${before.seq}`);
      return `${before.seq}, then ${after.seq}`;
    },
  },
];
