// Channels, messages and operations of an AsyncAPI document. Actions are always those of the provider: with
// `perspective: "consumer"`, they are swapped when the document is read.

import type { JsonObject, JsonValue, Source } from "@specwright/spec-loader";
import type { Example, ParameterGroup } from "./operation.ts";
import type { Declaration, Schema } from "./schema.ts";
import type { SecurityRequirement } from "./server.ts";
import type { StreamRules } from "./stream-rules.ts";

/** A message with its traits applied. */
export interface Message {
  /** The key of the message in the channel's `messages`, or in `components.messages`. */
  readonly id: string;
  readonly name?: string;
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly contentType: string;
  /** The format of a multi-format payload, or else the document's default format. */
  readonly schemaFormat: string;
  /** The payload; absent if its format is not a JSON Schema. `rawPayload` then contains the payload. */
  readonly payload?: Declaration;
  readonly rawPayload?: JsonValue;
  readonly headers?: Declaration;
  /** The key of the message on Kafka. */
  readonly key?: Declaration;
  readonly correlationId?: string;
  /**
   * The payload property that distinguishes this message from the other messages of its channel, and the
   * constant of the property in this message.
   */
  readonly discriminator?: { readonly property: string; readonly value: string };
  readonly examples: readonly MessageExample[];
  readonly bindings: JsonObject;
  readonly tags: readonly string[];
  readonly extensions: ReadonlyMap<string, JsonValue>;
  readonly source: Source;
}

/** An example of a message; `value` is its payload. */
export interface MessageExample extends Example {
  readonly headers?: JsonValue;
}

/** A parameter of a channel address. */
export interface ChannelParameter {
  readonly name: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: string;
  readonly examples?: readonly string[];
  readonly schema?: Schema;
  /** The runtime expression for the value in a message, such as `$message.payload#/user/id`. */
  readonly location?: string;
  readonly source: Source;
}

/** A channel of an AsyncAPI document, with the rules of its stream. */
export interface Channel extends StreamRules {
  readonly kind: "channel";
  /** The key of the channel in `channels`. */
  readonly id: string;
  /**
   * The address for clients, such as `/orders` or `rooms/{roomId}`; null if the address is known only at
   * run time.
   */
  readonly address: string | null;
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly parameters: readonly ChannelParameter[];
  /**
   * The group `path` contains the parameters of the address. The groups `query` and `header` come from the
   * WebSocket binding.
   */
  readonly parameterGroups: readonly ParameterGroup[];
  readonly messages: readonly Message[];
  /** The protocols of the channel's servers (`ws`, `wss`, `kafka`), in code point order. */
  readonly protocols: readonly string[];
  readonly servers: readonly string[];
  readonly security: readonly SecurityRequirement[];
  /**
   * The messages that the provider sends and the messages that it receives, over all operations of the
   * channel.
   */
  readonly sends: readonly Message[];
  readonly receives: readonly Message[];
  readonly bindings: JsonObject;
  readonly tags: readonly string[];
  readonly extensions: ReadonlyMap<string, JsonValue>;
  readonly source: Source;
}

/** An operation of an AsyncAPI document. */
export interface ChannelOperation {
  readonly kind: "channel-operation";
  readonly id: string;
  /** The action of the provider. */
  readonly action: "send" | "receive";
  readonly channel: Channel;
  readonly messages: readonly Message[];
  readonly reply?: {
    readonly channel?: Channel;
    readonly address?: string;
    readonly messages: readonly Message[];
  };
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated: boolean;
  readonly tags: readonly string[];
  readonly security: readonly SecurityRequirement[];
  readonly bindings: JsonObject;
  readonly extensions: ReadonlyMap<string, JsonValue>;
  readonly source: Source;
}
