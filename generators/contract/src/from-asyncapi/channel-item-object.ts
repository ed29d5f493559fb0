import { compareCodePoints } from "@specwright/spec-loader";
import type { ChannelOperation, Message } from "../model/channel.ts";
import {
  isDeprecated,
  objectField,
  readExtensions,
  textField,
  textListField,
} from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import {
  memberOf,
  type ObjectPlace,
  omitUndefined,
  type Place,
  sourceOf,
} from "../reading/place.ts";
import { readTags } from "../reading/shared-objects.ts";
import { type AsyncApi, placeKey, seenByProvider } from "./asyncapi.ts";
import { readBindings } from "./bindings-object.ts";
import { addTraffic, type ChannelDraft, createChannel } from "./channel-reading.ts";
import { readOperationMessages } from "./operation-messages.ts";
import { readSecurity } from "./security.ts";
import { applyTraits } from "./traits.ts";

/**
 * The meaning of the two AsyncAPI 2 operations for the provider. Clients `subscribe` to messages that the
 * provider sends, and `publish` messages that the provider receives.
 */
const actions = { publish: "receive", subscribe: "send" } as const;

/** A Channel Item Object with its operations. */
export interface ChannelItem {
  readonly channel: ChannelDraft;
  readonly operations: readonly ChannelOperation[];
}

/** Reads a Channel Item Object of AsyncAPI 2. The key of the object is the address of the channel. */
export function readChannelItem(
  asyncapi: AsyncApi,
  root: ObjectPlace,
  id: string,
  start: Place,
): ChannelItem | undefined {
  const { build } = asyncapi;
  const place = followReference(build, start)?.place;
  if (place === undefined) return undefined;
  const written = (["publish", "subscribe"] as const).flatMap((verb) => {
    const field = objectField(build, place, verb);
    if (field === undefined) return [];
    const operation = applyTraits(asyncapi, field);
    const operationId = textField(build, operation, "operationId") ?? `${verb} ${id}`;
    const messages = readOperationMessages(asyncapi, operation, operationId);
    return [{ verb, source: sourceOf(field), operation, operationId, messages }];
  });
  const channel = createChannel(asyncapi, root, place, {
    id,
    address: id,
    messages: uniteMessages(written.flatMap(({ messages }) => messages)),
    servers: readServers(asyncapi, place),
  });
  const byPlace = new Map(channel.messages.map((message) => [messageKey(message), message]));
  const operations = written.map(({ verb, source, operation, operationId, messages }) => {
    const own = messages.map((message) => byPlace.get(messageKey(message)) ?? message);
    const action = seenByProvider(asyncapi, actions[verb]);
    addTraffic(channel, action, own);
    return omitUndefined({
      kind: "channel-operation" as const,
      id: operationId,
      action,
      channel,
      messages: own,
      summary: textField(build, operation, "summary"),
      description: textField(build, operation, "description"),
      deprecated: isDeprecated(operation),
      tags: readTags(build, operation).map((tag) => tag.name),
      security: readSecurity(asyncapi, operation, operationId),
      bindings: readBindings(build, operation),
      extensions: readExtensions(operation),
      source,
    });
  });
  return { channel, operations };
}

function uniteMessages(messages: readonly Message[]): Message[] {
  const byPlace = new Map(messages.map((message) => [messageKey(message), message]));
  return [...byPlace.values()].sort(
    (a, b) => compareCodePoints(a.id, b.id) || compareCodePoints(messageKey(a), messageKey(b)),
  );
}

function messageKey(message: Message): string {
  return placeKey(message.source);
}

function readServers({ build, servers }: AsyncApi, place: ObjectPlace): AsyncApi["servers"] {
  if (memberOf(place, "servers") === undefined) return servers;
  const names = textListField(build, place, "servers");
  return servers.filter(({ server }) => names.includes(server.id));
}
