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

/** Writes the command that publishes a frame, as the service reads it from standard input. */
export function publishLine(channel: string, brokerId: string, message: ExampleFrame): string {
  if (channel === "market-data") return stringifyJson({ channel, ...message });
  return stringifyJson({ channel, broker_id: brokerId, message });
}

/** Makes integers comparable, whether they came as numbers or as bigint. */
export function exact(value: unknown): unknown {
  if (typeof value === "number" && Number.isInteger(value)) return BigInt(value);
  if (Array.isArray(value)) return value.map(exact);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, exact(item)]));
}
