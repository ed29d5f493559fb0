// Clients of every channel of the sandbox, with the SDK's default policy. They keep everything they
// receive.

import type { StreamEvent } from "@specwright/runtime";
import type { ChannelStream } from "@specwright/runtime/codegen";
import { streamTransport } from "@specwright/streams/client";
import { createStreamsClient } from "@specwright/streams-api/client";
import type { EventUpdateFrame } from "@specwright/streams-api/types";
import type { MarketDataFrame, SandboxHistory } from "./sandbox-history.ts";
import type { FaultKey } from "./service-process.ts";

/** The channels whose frames are numbered without gaps. */
export const sequencedChannels = ["orders", "accounting", "payouts", "events"] as const;

/** Events about connections rather than frames. */
const ofConnections: ReadonlySet<StreamEvent["type"]> = new Set(["state", "unreachable"]);

/** The received frames, in order. */
export interface SandboxWatch extends Omit<SandboxHistory, "turn"> {
  /** Returns how often a connection ended. */
  reconnects(): number;
  /** Events about frames, such as gaps. */
  readonly notices: readonly string[];
  /** Stops the clients; rejects if a stream failed. */
  close(): Promise<void>;
}

/** Connects clients that read from the first frame on. */
export function watchSandbox(url: string, key: FaultKey): SandboxWatch {
  const ended = new AbortController();
  const notices: string[] = [];
  let reconnects = 0;
  const transport = streamTransport({
    url,
    ...key,
    onEvent(event) {
      if (event.type === "disconnected") reconnects += 1;
      else if (!ofConnections.has(event.type)) notices.push(`${event.channel}: ${event.type}`);
    },
  });
  const client = createStreamsClient(transport);
  const { signal } = ended;
  const input = { query: { since: 1n } };
  const running: Promise<void>[] = [];

  /** Collects the frames with certain types. */
  function keep<Frame extends { readonly type: string }>(
    stream: ChannelStream<unknown, unknown>,
    types: readonly Frame["type"][],
    into: Frame[],
    took?: (frame: Frame) => void,
  ): void {
    const isKept = (frame: unknown): frame is Frame =>
      typeof frame === "object" && frame !== null && types.includes(Reflect.get(frame, "type"));
    const done = stream.run((frame) => {
      if (!isKept(frame)) return;
      into.push(frame);
      took?.(frame);
    });
    running.push(
      done.catch((error: unknown) => {
        if (!signal.aborted) throw error;
      }),
    );
  }

  const orders: SandboxHistory["orders"][number][] = [];
  const accounting: SandboxHistory["accounting"][number][] = [];
  const payouts: SandboxHistory["payouts"][number][] = [];
  const events: EventUpdateFrame[] = [];
  const marketData: MarketDataFrame[] = [];
  const books = client.marketData({}, { signal });
  keep(client.orders(input, { signal }), ["order_update", "order_reject"], orders);
  keep(
    client.accounting(input, { signal }),
    ["accounting_update", "accounting_payout"],
    accounting,
  );
  keep(client.payouts(input, { signal }), ["payout"], payouts);
  keep(books, ["book_snapshot", "book_diff", "trade"], marketData);
  keep(client.events(input, { signal }), ["event_update"], events, ({ event_type, payload }) => {
    if (!("market_id" in payload)) return;
    const markets = [payload.market_id];
    if (event_type === "market.created") void books.send({ type: "subscribe", markets });
    if (event_type === "market.settled" || event_type === "market.voided") {
      void books.send({ type: "unsubscribe", markets });
    }
  });

  return {
    orders,
    accounting,
    payouts,
    events,
    marketData,
    reconnects: () => reconnects,
    notices,
    async close() {
      ended.abort();
      await Promise.all(running);
    },
  };
}
