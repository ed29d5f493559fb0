// Two brokers whose frames contain marks: a mark on a connection of the other broker is a leak.

import { readPublishCommand } from "@specwright/streams-service";
import { examplesOf, publishLine } from "../../e2e/contract-examples.ts";

/** A broker with its access key. */
export interface Party {
  readonly brokerId: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Occurs in every frame of the broker and nowhere else. */
  readonly mark: string;
}

/** The brokers. */
export const parties: readonly [Party, Party] = [
  { brokerId: "BRK-AMBER", accessKey: "ak-amber", secretKey: "5a".repeat(32), mark: "amber-mark" },
  { brokerId: "BRK-BIRCH", accessKey: "ak-birch", secretKey: "b7".repeat(32), mark: "birch-mark" },
];

/** The channels whose frames belong to a broker. */
export const brokerChannels = ["orders", "accounting", "payouts", "events"] as const;

/** The name of such a channel. */
export type BrokerChannel = (typeof brokerChannels)[number];

/** The markets that can be subscribed to. */
export const markets: readonly string[] = ["M-1", "M-2", "M-3"];

type Command = ReturnType<typeof readPublishCommand>;

/** Creates a command that publishes a frame with the mark of its broker and a number. */
export function markedCommand(channel: BrokerChannel, party: Party, number: number): Command {
  const mark = `${party.mark}-${number}`;
  const [name, member] = places[channel];
  const [example] = examplesOf(name);
  if (example === undefined) throw new Error(`the contract has no example of ${name}`);
  const payload = { ...Object(example["payload"]), [member]: mark };
  const top = channel === "events" ? { event_id: mark } : {};
  return readPublishCommand(publishLine(channel, party.brokerId, { ...example, ...top, payload }));
}

/** Creates a command that changes the book of a market. */
export function bookCommand(market: string, number: number): Command {
  const isBid = number % 2 === 0;
  // Bids are below half a unit and asks above, so that they never cross.
  const cents = (isBid ? 1 : 51) + (number % 45);
  const price = { units: 0, nanos: cents * 10_000_000 };
  const level = { price, qty: { units: 1 + (number % 7), nanos: 0 } };
  const [bids, asks] = isBid ? [[level], []] : [[], [level]];
  return readPublishCommand(
    publishLine("market-data", "", { type: "book_diff", market_id: market, bids, asks }),
  );
}

/**
 * Where a mark fits: a message of the channel, and a member of its payload that accepts any text.
 */
const places = {
  orders: ["orderReject", "reason"],
  accounting: ["accountingPayout", "account_id"],
  payouts: ["payout", "account_id"],
  events: ["eventUpdate", "event_id"],
} as const satisfies Readonly<Record<BrokerChannel, readonly [string, string]>>;
