import type { UnknownMessage } from "@specwright/runtime";
import type { StreamsClient } from "@specwright/streams-api/client";
import type {
  AccountingServerMessage,
  EventsServerMessage,
  MarketDataServerMessage,
  OrdersServerMessage,
  PayoutsServerMessage,
} from "@specwright/streams-api/types";
import { followMarkets } from "./follow-markets.ts";
import type { TailSelection } from "./tail-selection.ts";

/** Any frame of any channel. */
export type AnyFrame =
  | OrdersServerMessage
  | AccountingServerMessage
  | PayoutsServerMessage
  | EventsServerMessage
  | MarketDataServerMessage
  | UnknownMessage;

/** An open channel from which frames can only be read. */
export interface OpenSelection extends AsyncIterable<AnyFrame> {
  close(): Promise<void>;
}

/**
 * Creates a client. If the server no longer keeps the frames after the resume point, a `lenient` client
 * continues with new frames.
 */
export type MakeClient = (mode: "strict" | "lenient") => StreamsClient;

/** Opens the channel of a selection with the corresponding parameters. */
export function openSelection(makeClient: MakeClient, selection: TailSelection): OpenSelection {
  const client = makeClient("strict");
  const { since, markets, eventIds, accountIds, languages } = selection;
  const from = since === undefined ? {} : { since };
  const market = listOf("market", markets);
  const event = listOf("event_id", eventIds);
  const account = listOf("account_id", accountIds);
  switch (selection.channel) {
    case "orders":
      return client.orders({ query: { ...from, ...market, ...event, ...account } });
    case "accounting":
      return client.accounting({ query: { ...from, ...market, ...account } });
    case "payouts":
      return client.payouts({ query: { ...from, ...market, ...event, ...account } });
    case "events": {
      const lang = listOf("lang", languages);
      return client.events({
        query: { ...from, ...event, ...listOf("market_id", markets), ...lang },
      });
    }
    case "market-data":
      return openMarketData(makeClient, markets);
    default:
      return selection.channel satisfies never;
  }
}

function openMarketData(makeClient: MakeClient, markets: readonly string[]): OpenSelection {
  const stream = makeClient("strict").marketData();
  const all = markets.length === 0;
  const follower = all ? followMarkets(makeClient("lenient"), stream) : undefined;
  // The error is ignored here, because the iteration ends with the same error and reports it.
  if (!all) {
    stream.send({ type: "subscribe", markets: [...markets] }).catch(() => {});
  }
  return {
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
    async close() {
      await Promise.all([stream.close(), follower?.close()]);
    },
  };
}

function listOf<Name extends string, Item>(
  name: Name,
  items: readonly Item[],
): { [Key in Name]?: Item[] } {
  const query: { [Key in Name]?: Item[] } = {};
  if (items.length > 0) query[name] = [...items];
  return query;
}
