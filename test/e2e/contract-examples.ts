// Tests publish the examples of the streams contract. A kind of frame without an example, or an example
// that the service refuses, makes a test fail.

import { readFileSync } from "node:fs";
import { stringifyJson } from "@specwright/runtime";
import { parse } from "yaml";

type JsonObject = Readonly<Record<string, unknown>>;

/** An example frame of the contract, without the members that the service adds. */
export interface ExampleFrame extends JsonObject {
  readonly type: string;
}

interface Contract {
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly examples: readonly { readonly payload: JsonObject }[] }>
    >;
  };
}

const text = readFileSync(new URL("../../specs/streams/asyncapi.yaml", import.meta.url), "utf8");
const { messages } = (parse(text, { intAsBigInt: true }) as Contract).components;

/** Returns the examples of a message. */
export function examplesOf(message: string): readonly ExampleFrame[] {
  return (messages[message]?.examples ?? []).map(({ payload }) => {
    const { seq, md_seq, ts_ns, ...frame } = payload;
    return { ...frame, type: String(payload["type"]) };
  });
}

/** The keys that neither an example nor an earlier frame provides. */
const noKeys: Readonly<Record<string, (payload: JsonObject) => object>> = {
  orders: ({ market_id: market }) => ({
    event_id: [],
    ...(market === undefined && { market: [], account_id: [] }),
  }),
  payouts: () => ({ event_id: [] }),
  events: ({ market_id: market, markets }) =>
    market === undefined && markets === undefined ? { market_id: [] } : {},
};

/** Addresses a frame to a broker: members that name a broker name this one. */
export function frameOf(brokerId: string, frame: ExampleFrame): ExampleFrame {
  const payload = frame["payload"] as JsonObject;
  if (payload["broker_id"] === undefined) return frame;
  return { ...frame, payload: { ...payload, broker_id: brokerId } };
}

/** Returns the command that publishes a frame, as a line for the service's standard input. */
export function publishLine(channel: string, brokerId: string, frame: ExampleFrame): string {
  if (channel === "market-data") return stringifyJson({ channel, ...frame });
  const message = frameOf(brokerId, frame);
  const keys = noKeys[channel]?.(message["payload"] as JsonObject);
  return stringifyJson({ channel, broker_id: brokerId, message, keys });
}

/** Converts integers to bigint, so that they can be compared. */
export function withExactIntegers(value: unknown): unknown {
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(withExactIntegers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withExactIntegers(item)]),
  );
}
