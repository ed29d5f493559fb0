import { compareCodePoints } from "@specwright/spec-loader";
import type { Message } from "../model/channel.ts";
import { mapField, objectField } from "../reading/fields.ts";
import type { ObjectPlace } from "../reading/place.ts";
import { type AsyncApi, placeKey } from "./asyncapi.ts";
import { readMessage } from "./message-object.ts";

/**
 * Lists every message once, sorted by id and then by place. The list contains the messages of
 * `components.messages`, whose id is their key, and the messages of channels. A message keeps its
 * discriminator if all channels that use the message agree on the discriminator.
 */
export function collectMessages(
  asyncapi: AsyncApi,
  root: ObjectPlace,
  used: readonly Message[],
): Message[] {
  const { build } = asyncapi;
  const byPlace = new Map<string, Message[]>();
  for (const message of used) {
    const key = placeKey(message.source);
    byPlace.set(key, [...(byPlace.get(key) ?? []), message]);
  }
  const components = objectField(build, root, "components");
  const named = new Map<string, string>();
  for (const [id, place] of components === undefined
    ? []
    : mapField(build, components, "messages")) {
    const message = readMessage(asyncapi, place, { id });
    if (message === undefined) continue;
    const key = placeKey(message.source);
    if (!named.has(key)) named.set(key, id);
    if (!byPlace.has(key)) byPlace.set(key, [message]);
  }
  return [...byPlace]
    .flatMap(([key, uses]) => uniteUses(uses, named.get(key)))
    .sort(
      (a, b) =>
        compareCodePoints(a.id, b.id) || compareCodePoints(placeKey(a.source), placeKey(b.source)),
    );
}

function uniteUses(uses: readonly Message[], id: string | undefined): Message[] {
  const [first, ...rest] = uses;
  if (first === undefined) return [];
  const { discriminator, ...bare } = first;
  const agreed = rest.every(
    (use) =>
      use.discriminator?.property === discriminator?.property &&
      use.discriminator?.value === discriminator?.value,
  );
  const message = agreed ? first : bare;
  return [id === undefined || id === message.id ? message : { ...message, id }];
}
