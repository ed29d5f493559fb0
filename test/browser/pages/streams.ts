// Orders and a book over a connection that is interrupted.

import { createStreamsClient, openBooks, streamTransport } from "@specwright/streams-sdk";
import { runPage } from "./run-page.ts";

export interface StreamsGiven {
  readonly url: string;
  /** How many orders to read, half of them before the interruption. */
  readonly count: number;
}

export interface StreamsReport {
  readonly seqs: readonly string[];
  readonly times: readonly string[];
  readonly disconnects: number;
  readonly market: string;
  /** The units of the best bid. */
  readonly best: string;
}

await runPage<StreamsGiven>(async ({ url, count }, say) => {
  let disconnects = 0;
  const client = createStreamsClient(
    streamTransport({
      url,
      async ticket() {
        const answer = await fetch("/ticket", { method: "POST" });
        if (!answer.ok) throw new Error(`no ticket: HTTP ${answer.status}`);
        return answer.text();
      },
      random: () => 0,
      onEvent: ({ type }) => {
        if (type === "disconnected") disconnects += 1;
      },
    }),
  );
  const seqs: bigint[] = [];
  const times: bigint[] = [];
  for await (const frame of client.orders({ query: { since: 1n } })) {
    if (frame.type !== "order_update" && frame.type !== "order_reject") continue;
    seqs.push(frame.seq);
    times.push(frame.ts_ns);
    if (seqs.length === count / 2) await say("half");
    if (seqs.length === count) break;
  }
  let market = "";
  for await (const frame of client.events({ query: { since: 1n } })) {
    if (frame.type === "backlog_end") break;
    if (frame.type !== "event_update" || frame.event_type !== "market.created") continue;
    market = frame.payload.market_id;
  }
  const books = openBooks(client, [market]);
  let best: bigint | undefined;
  for await (const { book } of books.changes()) {
    best = book?.bestBid?.price.units;
    if (best !== undefined) break;
  }
  await books.close();
  return { seqs, times, disconnects, market, best };
});
