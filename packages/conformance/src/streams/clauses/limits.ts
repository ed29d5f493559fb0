// The limits of a connection and a key: streams source §4.7, §7.1, §8; S12, S24.

import { demand, notRun } from "../../report/conformance-error.ts";
import type { CheckContext } from "../checks/check-context.ts";
import type { CheckedClause } from "../checks/clause.ts";
import { demandLimitError, sendFrame, statedLimit } from "../checks/exceed-limits.ts";
import { awaitProcessed, onDemand, openSubscribed, subscribeTo } from "../checks/market-line.ts";
import { errorCodeOf, type Frame, mdSeqOf, seqOf } from "../line/frame.ts";
import type { Line } from "../line/line.ts";
import { textAt } from "../stimulus/json-values.ts";
import { askForLimit } from "../stimulus/limits.ts";
import { orderUpdate, trade } from "../stimulus/samples.ts";
import type { Account, PublishAction } from "../stimulus/stimulus.ts";
import { demandDense } from "./resuming.ts";

/** Padding for large frames. The frames are sent to a client that does not read. */
const STUFFING: string = "x".repeat(8000);

/** If the limit is unknown, the check tries at most this multiple of the default number of connections. */
const ASSUMED_TIMES = 4;

/**
 * Publishes more data than may be pending for a connection that does not read. Passes if the server closes
 * the connection with 4008, or if the client gets all missed frames when it reads again.
 */
async function stallReader(
  context: CheckContext,
  line: Line,
  action: PublishAction,
  numberOf: (frame: Frame) => bigint | undefined,
): Promise<string> {
  const { socket } = line.conversation;
  socket.pause?.();
  const count = Math.ceil((context.limits.max_pending_bytes * 2) / STUFFING.length);
  let last = 0n;
  for (let sent = 0; sent < count; sent += 1) last = await context.publish(action);
  socket.resume?.();
  await line.until(`the frame ${last}, or the close 4008`, () => {
    const found = line.data().some((frame) => numberOf(frame) === last);
    return found || line.closing !== undefined ? true : undefined;
  });
  const numbers = line.data().flatMap((frame) => numberOf(frame) ?? []);
  demandDense(numbers, "to the slow reader");
  if (line.closing === undefined)
    return `${numbers.length} frames came after the client read again`;
  return `${await line.closedWith(4008)} after the frame ${numbers.at(-1)}`;
}

/** A key with its maximum number of connections. */
interface FullKey {
  readonly account: Account;
  readonly lines: readonly Line[];
}

/**
 * Opens connections with a new key until the limit of the key is reached. If the limit was not passed to
 * the kit, opens connections until the server refuses one.
 */
export async function openUntilRefused(context: CheckContext): Promise<FullKey> {
  const given = context.isGiven("max_connections_per_access_key");
  const most = context.limits.max_connections_per_access_key * (given ? 1 : ASSUMED_TIMES);
  const account = await context.newAccount();
  const lines: Line[] = [];
  while (lines.length < most) {
    const line = await context.dial("orders", { account });
    const { isOpen, refusal } = line;
    if (!isOpen && !given && refusal?.status === 429) break;
    demand(isOpen, `connection ${lines.length + 1} got ${refusal?.status ?? line.failure}`);
    lines.push(line);
  }
  return { account, lines };
}

export const limitRules: readonly CheckedClause[] = [
  {
    id: "4.7.1",
    source: "4.7; 3.3 row 8; 4.4; 7.1 (4008); S12",
    sentence:
      "If a client of a sequenced channel stops reading, the server closes its connection with 4008, or delivers every frame later.",
    needs: ["publish"],
    async check(context) {
      const line = await context.open("orders");
      const message = orderUpdate({ market: "kit-market", mark: STUFFING });
      return stallReader(context, line, { channel: "orders", message }, seqOf);
    },
  },
  {
    id: "4.7.2",
    source: "4.7; 7.1 (4008); S12",
    sentence:
      "If a market-data client stops reading, the server closes its connection with 4008, or delivers every frame later.",
    needs: ["publish"],
    async check(context) {
      const { line, market } = await openSubscribed(context);
      const message = { ...trade(market), trade_id: STUFFING };
      // Frames of other markets are ignored.
      return stallReader(context, line, { channel: "market-data", message }, (frame) =>
        textAt(frame.value, "market_id") === market ? mdSeqOf(frame) : undefined,
      );
    },
  },
  {
    id: "S12.1",
    source: "S12",
    sentence:
      "If a key has the maximum number of connections, its next upgrade is answered with HTTP 429.",
    needs: ["issueKey"],
    async check(context) {
      const { account, lines } = await openUntilRefused(context);
      const { status } = await context.refusal("orders", { account });
      demand(status === 429, `connection ${lines.length + 1} got ${status ?? "a close"}`);
      return `connection ${lines.length + 1} got HTTP 429`;
    },
  },
  {
    id: "S12.2",
    source: "S12",
    sentence: "After a connection ends, its key can open another connection.",
    needs: ["issueKey"],
    async check(context) {
      const { account, lines } = await openUntilRefused(context);
      lines[0]?.conversation.socket.close(1000);
      await lines[0]?.closed();
      // The server may notice the end of a connection later than the client, so the check tries again.
      for (let attempt = 1; ; attempt += 1) {
        const found = await context.open("orders", { account }).catch((error: unknown) => error);
        if (!(found instanceof Error)) return `opened at attempt ${attempt}`;
        if (attempt === 20) throw found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  },
  {
    id: "S12.3",
    source: "S12",
    sentence: "A connection that sends a control frame longer than the limit is closed with 1009.",
    async check(context) {
      const { line, limit } = await sendFrame(context, 1);
      return `${await line.closedWith(1009)} after a frame of ${limit + 1} bytes`;
    },
  },
  {
    id: "S12.4",
    source: "S12",
    sentence: "A control frame exactly as long as the limit is accepted.",
    async check(context) {
      const { line, limit, unknown } = await sendFrame(context);
      await context.underLimit("max_control_frame_bytes", () =>
        line.next("its answer", ({ text }) => text.includes(unknown)),
      );
      return `a frame of ${limit} bytes was accepted`;
    },
  },
  {
    id: "S12.5",
    source: "S12",
    sentence:
      "A subscription beyond the maximum number of markets is rejected with an error frame.",
    needs: ["publish"],
    async check(context) {
      const name = "max_markets_per_connection";
      const limit = context.limits[name];
      if (limit > 64) {
        const ask = context.isGiven(name) ? "set the server to 64 or fewer" : askForLimit(name);
        const why = `${limit} markets are too many to open: ${ask}`;
        return notRun(why, { kind: "limit", limit: name });
      }
      const line = await context.open("market-data");
      for (let count = 0; count < limit; count += 1)
        await subscribeTo(line, await context.market());
      const one = await context.market();
      line.send({ type: "subscribe", markets: [one] });
      await line.next("an error frame", "error");
      const isSubscribed = line.data().some(({ text }) => text.includes(one));
      demand(!isSubscribed, "it was subscribed");
      return `market ${limit + 1} was refused`;
    },
  },
  {
    id: "S12.6",
    source: "S12; 4.6 rule 3",
    sentence: "A connection may request only a limited number of snapshots per minute.",
    check: (context) =>
      context.underLimit("max_snapshots_per_minute", async () => {
        const { line, market } = await openSubscribed(context);
        const limit = context.limits.max_snapshots_per_minute;
        const ask = { type: "subscribe", markets: [market], force_snapshot: true };
        for (let sent = 0; sent < limit; sent += 1) line.send(ask);
        await awaitProcessed(context, line);
        const error = line.frames.find((one) => errorCodeOf(one) === "invalid_frame");
        const snapshots = onDemand(line, market).length;
        demand(error !== undefined, `${snapshots} snapshots came and no error frame`);
        demand(line.closing === undefined, `closed with ${line.closing?.code}`);
        demand(snapshots <= limit, `${snapshots} snapshots came`);
        const stated = statedLimit(error);
        demand(stated === limit, `details.limit is ${stated ?? "absent"}, the limit ${limit}`);
        return `${snapshots} snapshots, then an error frame with the limit ${limit}`;
      }),
  },
  {
    id: "S25.1",
    source: "S25; 7.2",
    sentence: "Before a close with 1009, an error frame gives the maximum length of a message.",
    async check(context) {
      const { line, limit } = await sendFrame(context, 1);
      await line.closed("the close 1009");
      return demandLimitError(line, limit);
    },
  },
];
