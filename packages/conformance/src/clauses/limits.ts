// What a connection and a key may take: streams source §4.7, §7.1, §8; S12.

import type { Clause } from "../clause.ts";
import { demand, notRun } from "../conformance-error.ts";
import { isData, mdSeqOf, seqOf } from "../frame.ts";
import { textAt } from "../json-values.ts";
import type { Lab } from "../lab.ts";
import type { Line } from "../line.ts";
import { snapshotOf } from "../market-line.ts";
import { orderUpdate, trade } from "../samples.ts";
import { demandDense } from "./resuming.ts";

/** Is what a frame to a reader that does not read is stuffed with. */
const STUFFING: string = "x".repeat(8000);

function framesToStall({ limits }: Lab): number {
  return Math.ceil((limits.max_pending_bytes * 2) / STUFFING.length);
}

/** Ends with 4008, or lets a reader that comes back have all that it missed. */
async function servedOrClosed(line: Line, last: bigint, numberOf: typeof seqOf): Promise<string> {
  line.socket.resume();
  await line.until(`the frame ${last}, or the close 4008`, () => {
    const found = line.frames.some((frame) => isData(frame) && numberOf(frame) === last);
    return found || line.closing !== undefined ? true : undefined;
  });
  const numbers = line.frames.filter(isData).flatMap((frame) => numberOf(frame) ?? []);
  demandDense(numbers, "to the slow reader");
  if (line.closing === undefined) return `${numbers.length} frames came once it read again`;
  demand(line.closing.code === 4008, `closed with ${line.closing.code}`);
  return `closed with 4008 behind ${numbers.at(-1)}`;
}

/** Takes as many connections of a key of its own as it may have. */
async function full(lab: Lab) {
  const limit = lab.limits.max_connections_per_access_key;
  const account = await lab.newAccount();
  const lines: Line[] = [];
  while (lines.length < limit) lines.push(await lab.open("orders", { account }));
  return { account, lines, limit };
}

/** Subscribes to as many markets as a connection may have, and to one more. */
async function beyondMarkets(lab: Lab) {
  const limit = lab.limits.max_markets_per_connection;
  if (limit > 64) return notRun(`the limit of ${limit} takes too many markets; see --limit`);
  const markets: string[] = [];
  while (markets.length <= limit) markets.push(await lab.market());
  const line = await lab.open("market-data");
  const one = markets.pop() ?? "";
  line.send({ type: "subscribe", markets });
  for (const market of markets) await snapshotOf(line, market);
  line.send({ type: "subscribe", markets: [one] });
  return { line, one, limit };
}

/** Holds the limits. */
export const limitRules: readonly Clause[] = [
  {
    id: "4.7.1",
    source: "4.7; 3.3 row 8; 4.4; 7.1 (4008); S12",
    sentence: "A sequenced reader that stops reading ends with 4008 or is served everything later.",
    needs: ["publish"],
    async check(lab) {
      const line = await lab.open("orders");
      line.socket.pause();
      const count = framesToStall(lab);
      let last = 0n;
      for (let sent = 0; sent < count; sent += 1) {
        const message = orderUpdate({ market: "kit-market", mark: STUFFING });
        last = await lab.publish({ channel: "orders", message });
      }
      return servedOrClosed(line, last, seqOf);
    },
  },
  {
    id: "4.7.2",
    source: "4.7; 7.1 (4008); S12",
    sentence:
      "A market-data reader that stops reading ends with 4008 or is served everything later.",
    needs: ["publish"],
    async check(lab) {
      const market = await lab.market();
      const line = await lab.open("market-data");
      line.send({ type: "subscribe", markets: [market] });
      await snapshotOf(line, market);
      line.socket.pause();
      const count = framesToStall(lab);
      const message = { ...trade(market), trade_id: STUFFING };
      let last = 0n;
      for (let sent = 0; sent < count; sent += 1) {
        last = await lab.publish({ channel: "market-data", message });
      }
      // Not those of other markets.
      return servedOrClosed(line, last, (frame) =>
        textAt(frame.value, "market_id") === market ? mdSeqOf(frame) : undefined,
      );
    },
  },
  {
    id: "S12.1",
    source: "S12",
    sentence: "One connection more than a key may have is answered with HTTP 429.",
    needs: ["issueKey"],
    async check(lab) {
      const { account, limit } = await full(lab);
      const { status } = await lab.refusal("orders", { account });
      demand(status === 429, `connection ${limit + 1} got ${status ?? "a close"}`);
      return `connection ${limit + 1} got HTTP 429`;
    },
  },
  {
    id: "S12.2",
    source: "S12",
    sentence: "A connection that ends makes room for another one of its key.",
    needs: ["issueKey"],
    async check(lab) {
      const { account, lines } = await full(lab);
      lines[0]?.socket.close(1000);
      await lines[0]?.closed();
      // The server may notice the end a moment after its client does.
      for (let attempt = 1; ; attempt += 1) {
        const found = await lab.open("orders", { account }).catch((error: unknown) => error);
        if (!(found instanceof Error)) return `room again at attempt ${attempt}`;
        if (attempt === 20) throw found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  },
  {
    id: "S12.3",
    source: "S12",
    sentence: "A control frame beyond the limit is closed with 1009.",
    async check(lab) {
      const line = await lab.open("market-data");
      const text = JSON.stringify({ type: "subscribe", markets: ["M"] });
      line.send(text.padEnd(lab.limits.max_control_frame_bytes + 1));
      const { code } = await line.closed("the close 1009");
      demand(code === 1009, `closed with ${code}`);
      return `${lab.limits.max_control_frame_bytes + 1} bytes were closed with 1009`;
    },
  },
  {
    id: "S12.4",
    source: "S12",
    sentence: "A control frame just within the limit is taken.",
    async check(lab) {
      const line = await lab.open("market-data");
      const unknown = lab.unique("unknown");
      const text = JSON.stringify({ type: "subscribe", markets: [unknown] });
      line.send(text.padEnd(lab.limits.max_control_frame_bytes));
      await line.next("its answer", (frame) => frame.text.includes(unknown));
      return `${lab.limits.max_control_frame_bytes} bytes were taken`;
    },
  },
  {
    id: "S12.5",
    source: "S12",
    sentence: "A market beyond the limit of a connection is refused by an error frame.",
    needs: ["publish"],
    async check(lab) {
      const { line, one, limit } = await beyondMarkets(lab);
      await line.next("an error frame", ({ type }) => type === "error");
      const count = line.frames.filter((frame) => frame.text.includes(one) && isData(frame)).length;
      demand(count === 0, "it was subscribed");
      return `market ${limit + 1} was refused`;
    },
  },
];
