// Chooses the messages that a mock sends: examples from the document, or generated samples.

import type { Channel, Contract, Message } from "@specwright/contract";
import { stringifyJson } from "@specwright/runtime";
import type { MessageDescriptor } from "@specwright/runtime/transport";
import { sampleMessage } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";

/** Options for `messageSamples`. */
export interface MessageSamplesOptions {
  readonly seed: number | undefined;
  /** Called once for each message for which no valid payload was found. */
  readonly onUnsent: (what: string) => void;
}

/**
 * Returns the payload of the message with this number, counted from 0. The given messages of the channel
 * take turns. Returns undefined if no message has a valid payload.
 */
export type MessageSamples = (
  channel: Channel | undefined,
  messages: readonly MessageDescriptor[],
  number: number,
) => unknown;

/** Creates the payloads of the messages that the provider sends. */
export function messageSamples(
  contract: Contract,
  { seed, onUnsent }: MessageSamplesOptions,
): MessageSamples {
  const reported = new Set<string>();

  function messagePayloads(
    channel: Channel,
    message: Message,
    turn: number,
  ): readonly (JsonValue | undefined)[] {
    const { examples } = message;
    const options = seed === undefined ? {} : { seed, name: `${turn}` };
    const sample = sampleMessage(message, channel.sends, contract, options);
    if (sample.kind === "impossible") return [];
    const example = examples[turn % Math.max(1, examples.length)]?.value;
    return [example, sample.kind === "made" ? sample.value : undefined];
  }

  function reportUnsent(name: string, why: string): void {
    if (!reported.has(name)) onUnsent(`${name} is not sent: ${why}`);
    reported.add(name);
  }

  return (channel, messages, number) => {
    for (let at = 0; at < messages.length; at += 1) {
      const descriptor = messages[(number + at) % messages.length];
      const message = channel?.messages.find(({ id }) => id === descriptor?.id);
      if (channel === undefined || descriptor === undefined || message === undefined) continue;
      // A binary message may contain any bytes.
      if (descriptor.binary === true) return Uint8Array.from({ length: 16 }, (_, index) => index);
      const turn = Math.floor(number / messages.length);
      const payloads = messagePayloads(channel, message, turn);
      let why = payloads.length === 0 ? "its schema allows no value" : "no valid sample was found";
      for (const payload of payloads) {
        if (payload === undefined) continue;
        try {
          return descriptor.codec.decode(stringifyJson(payload));
        } catch (error) {
          if (!(error instanceof Error)) throw error;
          why = error.message;
        }
      }
      reportUnsent(`${channel.id} ${message.id}`, why);
    }
    return undefined;
  };
}
