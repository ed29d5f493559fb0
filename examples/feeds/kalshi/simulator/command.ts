// Commands of a client: which there are, and what is wrong with others, by the codes of the
// documentation.

import { CommandError } from "./errors.ts";

/** The channels of the exchange that the simulator has something to say on. */
export type LiveChannel = "orderbook_delta" | "ticker" | "trade" | "fill";

/** A channel that can be subscribed to. The others exist, but nothing happens on them. */
export type Channel = LiveChannel | "market_positions" | "market_lifecycle_v2" | "user_orders";

const CHANNELS: readonly Channel[] = [
  "orderbook_delta",
  "ticker",
  "trade",
  "fill",
  "market_positions",
  "market_lifecycle_v2",
  "user_orders",
];

/** Channels whose frames are numbered. */
export const sequencedChannels: ReadonlySet<Channel> = new Set<Channel>([
  "orderbook_delta",
  "trade",
  "market_lifecycle_v2",
]);

/** Markets by ticker or, on the ticker channel, by id. */
export interface MarketChoice {
  readonly by: "ticker" | "id";
  readonly names: readonly string[];
}

/** A command of a client. An id of 0 counts as missing. */
export type Command = { readonly id: number | undefined } & (
  | {
      readonly cmd: "subscribe";
      readonly channels: readonly Channel[];
      readonly markets: MarketChoice | undefined;
      readonly sendInitialSnapshot: boolean;
      readonly skipTickerAck: boolean;
      readonly useYesPrice: boolean;
    }
  | { readonly cmd: "unsubscribe"; readonly sids: readonly number[] }
  | {
      readonly cmd: "update_subscription";
      readonly sid: number;
      readonly action: "add_markets" | "delete_markets" | "get_snapshot";
      readonly markets: MarketChoice | undefined;
      readonly sendInitialSnapshot: boolean;
    }
  | { readonly cmd: "list_subscriptions" }
);

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Parses a text frame.
 *
 * @throws CommandError code 1 if it is not an object of JSON.
 */
export function parseFrame(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandError(1);
  }
  if (!isObject(value)) throw new CommandError(1);
  return value;
}

/** Returns the id of a command, or undefined for 0 or none. */
export function idOf({ id }: Members): number | undefined {
  return typeof id === "number" && Number.isInteger(id) && id > 0 ? id : undefined;
}

/**
 * Reads a command.
 *
 * @throws CommandError for what the documentation gives a code to.
 */
export function readCommand(frame: Members): Command {
  const id = idOf(frame);
  const { cmd, params } = frame;
  if (cmd === "list_subscriptions") return { id, cmd };
  if (cmd !== "subscribe" && cmd !== "unsubscribe" && cmd !== "update_subscription") {
    throw new CommandError(5);
  }
  if (!isObject(params)) throw new CommandError(2);
  if (cmd === "subscribe") return { id, cmd, ...readSubscribe(params) };
  if (cmd === "unsubscribe") return { id, cmd, sids: readSids(params["sids"]) };
  return { id, cmd, ...readUpdate(params) };
}

function readSubscribe(params: Members) {
  const { channels } = params;
  if (!Array.isArray(channels) || channels.length === 0) throw new CommandError(3);
  const known = channels.map((name) => {
    const channel = CHANNELS.find((candidate) => candidate === name);
    if (channel === undefined) throw new CommandError(8);
    return channel;
  });
  const markets = readMarkets(params);
  return {
    channels: known,
    markets,
    sendInitialSnapshot: flag(params, "send_initial_snapshot"),
    skipTickerAck: flag(params, "skip_ticker_ack"),
    useYesPrice: flag(params, "use_yes_price"),
  };
}

function readUpdate(params: Members) {
  const { action, sid, sids } = params;
  if (action === undefined || action === "") throw new CommandError(15);
  if (action !== "add_markets" && action !== "delete_markets" && action !== "get_snapshot") {
    throw new CommandError(13);
  }
  if ((sid === undefined) === (sids === undefined)) throw new CommandError(12);
  const given: unknown = sid === undefined ? sids : [sid];
  if (!Array.isArray(given) || given.length !== 1) throw new CommandError(12);
  const [one] = readSids(given);
  const sendInitialSnapshot = flag(params, "send_initial_snapshot");
  return { action, sid: one ?? 0, markets: readMarkets(params), sendInitialSnapshot } as const;
}

function readSids(value: unknown): readonly number[] {
  if (!Array.isArray(value) || value.length === 0) throw new CommandError(4);
  if (!value.every((sid) => typeof sid === "number" && Number.isInteger(sid))) {
    throw new CommandError(11);
  }
  return value;
}

function flag(params: Members, name: string): boolean {
  const value = params[name] ?? false;
  if (typeof value !== "boolean") throw new CommandError(11);
  return value;
}

/** Reads the one of four parameters that names markets. */
function readMarkets(params: Members): MarketChoice | undefined {
  const given = (
    [
      ["ticker", params["market_ticker"], params["market_tickers"]],
      ["id", params["market_id"], params["market_ids"]],
    ] as const
  ).flatMap(([by, one, several]): { by: "ticker" | "id"; names: unknown }[] => [
    ...(one === undefined ? [] : [{ by, names: [one] }]),
    ...(several === undefined ? [] : [{ by, names: several }]),
  ]);
  const [choice, other] = given;
  if (choice === undefined) return undefined;
  const { by, names } = choice;
  if (other !== undefined || !Array.isArray(names)) throw new CommandError(11);
  if (!names.every((name) => typeof name === "string")) throw new CommandError(11);
  return names.length === 0 ? undefined : { by, names };
}
