// The examples of the streams contract are what the tests publish: a kind of frame without one, or
// one that the service refuses, shows at once.

import { readFileSync } from "node:fs";
import { stringifyJson } from "@specwright/runtime";
import { parse } from "yaml";

type JsonObject = Readonly<Record<string, unknown>>;

/** Is an example frame of the contract, without what the service gives it. */
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

/** Gives the examples of a message. */
export function examplesOf(message: string): readonly ExampleFrame[] {
  return (messages[message]?.examples ?? []).map(({ payload }) => {
    const { seq, md_seq, ts_ns, ...frame } = payload;
    return { ...frame, type: String(payload["type"]) };
  });
}

/** What an example says nothing of, and nothing before it has told. */
const noKeys: Readonly<Record<string, (payload: JsonObject) => object>> = {
  orders: ({ market_id: market }) => ({
    event_id: [],
    ...(market === undefined && { market: [], account_id: [] }),
  }),
  payouts: () => ({ event_id: [] }),
  events: ({ market_id: market, markets }) =>
    market === undefined && markets === undefined ? { market_id: [] } : {},
};

/** Gives a frame as its broker gets it: it names that one where it names a broker. */
export function frameOf(brokerId: string, frame: ExampleFrame): ExampleFrame {
  const payload = frame["payload"] as JsonObject;
  if (payload["broker_id"] === undefined) return frame;
  return { ...frame, payload: { ...payload, broker_id: brokerId } };
}

/** Writes the command that publishes a frame, as the service reads it from standard input. */
export function publishLine(channel: string, brokerId: string, frame: ExampleFrame): string {
  if (channel === "market-data") return stringifyJson({ channel, ...frame });
  const message = frameOf(brokerId, frame);
  const keys = noKeys[channel]?.(message["payload"] as JsonObject);
  return stringifyJson({ channel, broker_id: brokerId, message, keys });
}

/** Makes integers comparable, whether they came as numbers or as bigint. */
export function exact(value: unknown): unknown {
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, exact(item)]));
}
