import type { Message } from "../model/channel.ts";
import { listField, mapField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import { memberOf, type ObjectPlace, type Place } from "../reading/place.ts";
import { type AsyncApi, placeKey, type ServerReading } from "./asyncapi.ts";
import { type ChannelReading, createChannel } from "./channel-reading.ts";
import { readMessage } from "./message-object.ts";

/** Reads a Channel Object of AsyncAPI 3. */
export function readChannel(
  asyncapi: AsyncApi,
  root: ObjectPlace,
  id: string,
  start: Place,
): ChannelReading | undefined {
  const { build } = asyncapi;
  const place = followReference(build, start)?.place;
  if (place === undefined) return undefined;
  const entries: { readonly places: readonly string[]; readonly message: Message }[] = [];
  for (const [key, entry] of mapField(build, place, "messages")) {
    const message = readMessage(asyncapi, entry, { id: key, owner: id });
    const target = followReference(build, entry)?.place;
    if (message === undefined || target === undefined) continue;
    entries.push({ places: [placeKey(entry), placeKey(target)], message });
  }
  const address = memberOf(place, "address")?.value;
  const channel = createChannel(asyncapi, root, place, {
    id,
    address: typeof address === "string" ? address : null,
    messages: entries.map(({ message }) => message),
    servers: readServers(asyncapi, place),
  });
  const messagesByPlace = new Map<string, Message>();
  for (const [index, { places }] of entries.entries()) {
    const message = channel.messages[index];
    for (const key of places) {
      if (message !== undefined && !messagesByPlace.has(key)) messagesByPlace.set(key, message);
    }
  }
  return { channel, place, messagesByPlace };
}

// A channel without `servers` is available on all servers.
function readServers({ build, servers }: AsyncApi, place: ObjectPlace): readonly ServerReading[] {
  if (memberOf(place, "servers") === undefined) return servers;
  const wanted = new Set<string>();
  for (const reference of listField(build, place, "servers")) {
    const target = followReference(build, reference)?.place;
    if (target !== undefined) wanted.add(placeKey(target));
  }
  return servers.filter(({ server }) => wanted.has(placeKey(server.source)));
}
