// The operations of a channel whose answer comes back over the same connection.

import type { Channel, ChannelOperation, Message } from "../model/channel.ts";
import type { Contract } from "../model/contract.ts";
import type { Schema } from "../model/schema.ts";
import { dereference } from "../model/walk-schemas.ts";
import { viewObject } from "../schema/object-view.ts";

/** A request of the client and the messages that answer it. */
export interface StreamRequest {
  readonly operation: ChannelOperation;
  readonly messages: readonly Message[];
  readonly replies: readonly Message[];
  /** The members with the id that a request and its reply share; absent if they have none. */
  readonly correlation?: { readonly request: readonly string[]; readonly reply: readonly string[] };
}

/** Lists the requests of a channel, by the ids of their operations. */
export function streamRequests(contract: Contract, channel: Channel): readonly StreamRequest[] {
  return contract.channelOperations.flatMap((operation) => {
    const { action, reply } = operation;
    if (operation.channel !== channel || action !== "receive" || reply === undefined) return [];
    if (!isOnSameConnection(operation)) return [];
    const replies = reply.messages.length > 0 ? reply.messages : channel.sends;
    const sent = replies.filter((message) => channel.sends.includes(message));
    const { messages } = operation;
    if (messages.some(({ id }) => isSubscription(channel, id))) return [];
    const correlation = correlate(messages, sent);
    const request = { operation, messages, replies: sent };
    return [correlation === undefined ? request : { ...request, correlation }];
  });
}

/** The frames that select keys are sent, repeated and answered by the rules of `x-subscription`. */
function isSubscription({ subscription }: Channel, id: string): boolean {
  return id === subscription?.subscribe || id === subscription?.unsubscribe;
}

/** Reports whether the reply of an operation comes over the connection of the request. */
export function isOnSameConnection({ channel, reply }: ChannelOperation): boolean {
  return reply?.channel === undefined || reply.channel === channel;
}

function correlate(
  requests: readonly Message[],
  replies: readonly Message[],
): StreamRequest["correlation"] {
  const request = commonPath(requests.map(correlationPath));
  if (request === undefined) return undefined;
  // A reply that does not say where its id is has it where the request has.
  const reply = commonPath(
    replies.map((message) => {
      const { payload } = message;
      const declares = payload !== undefined && hasMember(payload.schema, request);
      return correlationPath(message) ?? (declares ? request : undefined);
    }),
  );
  return reply === undefined ? undefined : { request, reply };
}

/** Returns the path of the correlation id in the payload; frames have no headers. */
function correlationPath({ correlationId = "" }: Message): readonly string[] | undefined {
  const pointer = /^\$message\.payload#\/(.+)$/.exec(correlationId)?.[1];
  return pointer?.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function commonPath(
  paths: readonly (readonly string[] | undefined)[],
): readonly string[] | undefined {
  const [first] = paths;
  return paths.every((path) => path?.join("/") === first?.join("/")) ? first : undefined;
}

function hasMember(schema: Schema, path: readonly string[]): boolean {
  let current: Schema | undefined = schema;
  for (const name of path)
    current = current && viewObject(dereference(current)).properties.get(name);
  return current !== undefined;
}
