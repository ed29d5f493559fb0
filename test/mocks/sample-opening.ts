// The input of a client for a channel, made from samples: parameters, and messages to send.

import type { Channel, Contract, Message } from "@specwright/contract";
import { type ChannelParameters, stringifyJson } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { MessageDescriptor } from "@specwright/runtime/transport";
import { makeSample, sampleMessage } from "@specwright/schemas";

/**
 * Returns the parameters that open a channel, as a client accepts them; undefined if they have no sample.
 */
export function sampleOpening(
  channel: Channel,
  { validators, signature }: ChannelDescriptor,
  contract: Contract,
): ChannelParameters | undefined {
  const parameters: Record<string, unknown> = {};
  const parts = { path: "path", query: "query", header: "headers" } as const;
  for (const { in: place, declaration } of channel.parameterGroups) {
    if (place !== "path" && place !== "query" && place !== "header") return undefined;
    // The transport adds the headers of a signature.
    if (place === "header" && signature !== undefined) continue;
    const made = makeSample(declaration.schema, contract, { reader: "request" });
    const codec = validators[parts[place]];
    if (made.kind !== "made" || codec === undefined) return undefined;
    const required = new Set(
      declaration.schema.kind === "schema" ? declaration.schema.required : [],
    );
    const kept = Object.entries(Object(made.value)).filter(([name]) => required.has(name));
    parameters[parts[place]] = codec.decode(stringifyJson(Object.fromEntries(kept)));
  }
  return parameters;
}

/** Returns a message as a client sends it; undefined if it has no sample. */
export function clientMessage(
  message: Message,
  { receives }: Channel,
  { codec }: MessageDescriptor,
  contract: Contract,
): { readonly read: unknown } | undefined {
  const sample = sampleMessage(message, receives, contract);
  const written = message.examples.map(({ value }) => value);
  for (const value of [...(sample.kind === "made" ? [sample.value] : []), ...written]) {
    try {
      return { read: codec.decode(stringifyJson(value)) };
    } catch {
      // Another sample may be valid.
    }
  }
  return undefined;
}
