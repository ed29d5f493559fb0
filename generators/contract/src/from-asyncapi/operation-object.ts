import type { ChannelOperation, Message } from "../model/channel.ts";
import {
  isDeprecated,
  listField,
  readExtensions,
  reportShape,
  textField,
} from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import {
  memberOf,
  type ObjectPlace,
  omitUndefined,
  type Place,
  sourceOf,
} from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";
import { readTags } from "../reading/shared-objects.ts";
import { type AsyncApi, oppositeAction, placeKey, seenByProvider } from "./asyncapi.ts";
import { readBindings } from "./bindings-object.ts";
import { addTraffic, type ChannelReading } from "./channel-reading.ts";
import { readSecurity } from "./security.ts";
import { applyTraits } from "./traits.ts";

/** The channels by the places that references to a channel can point to. */
export type ChannelsByPlace = ReadonlyMap<string, ChannelReading>;

/**
 * Reads an Operation Object of AsyncAPI 3, and adds its messages to those that its channels send and
 * receive.
 */
export function readOperation(
  asyncapi: AsyncApi,
  channels: ChannelsByPlace,
  id: string,
  start: Place,
): ChannelOperation | undefined {
  const { build } = asyncapi;
  const written = followReference(build, start)?.place;
  if (written === undefined) return undefined;
  const place = applyTraits(asyncapi, written);
  const reading = channelField(asyncapi, channels, place);
  if (reading === undefined) return undefined;
  const { channel } = reading;
  const action = readAction(asyncapi, place);
  const messages = readMessages(asyncapi, place, reading) ?? channel.messages;
  const reply = readReply(asyncapi, channels, place);
  addTraffic(channel, action, messages);
  if (reply !== undefined) {
    const answers = reply.channel === undefined ? reading : findChannel(channels, reply.channel.id);
    addTraffic((answers ?? reading).channel, oppositeAction(action), reply.messages);
  }
  return omitUndefined({
    kind: "channel-operation" as const,
    id,
    action,
    channel,
    messages,
    reply,
    title: textField(build, place, "title"),
    summary: textField(build, place, "summary"),
    description: textField(build, place, "description"),
    deprecated: isDeprecated(place),
    tags: readTags(build, place).map((tag) => tag.name),
    security: readSecurity(asyncapi, place, id),
    bindings: readBindings(build, place),
    extensions: readExtensions(place),
    source: sourceOf(written),
  });
}

function readAction(asyncapi: AsyncApi, place: ObjectPlace): ChannelOperation["action"] {
  const action = memberOf(place, "action");
  if (action?.value !== "send" && action?.value !== "receive") {
    reportShape(asyncapi.build, action ?? place, "`send` or `receive`");
  }
  return seenByProvider(asyncapi, action?.value === "receive" ? "receive" : "send");
}

function channelField(
  { build }: AsyncApi,
  channels: ChannelsByPlace,
  place: ObjectPlace,
): ChannelReading | undefined {
  const field = memberOf(place, "channel");
  const followed = field === undefined ? undefined : followReference(build, field);
  const reading = followed === undefined ? undefined : channels.get(placeKey(followed.place));
  if (reading === undefined) {
    reportProblem(build, "OPERATION_CHANNEL", field ?? place, "The document has no such channel.");
  }
  return reading;
}

/**
 * Returns the messages that an operation lists. Returns undefined for an operation without such a list,
 * because this operation uses all messages of its channel.
 */
function readMessages(
  { build }: AsyncApi,
  place: ObjectPlace,
  { channel, messagesByPlace }: ChannelReading,
): Message[] | undefined {
  if (memberOf(place, "messages") === undefined) return undefined;
  const messages: Message[] = [];
  for (const item of listField(build, place, "messages")) {
    const followed = followReference(build, item);
    if (followed === undefined) continue;
    const { firstStep = item, place: target } = followed;
    const message =
      messagesByPlace.get(placeKey(firstStep)) ?? messagesByPlace.get(placeKey(target));
    if (message !== undefined) {
      messages.push(message);
      continue;
    }
    const text = `The channel \`${channel.id}\` has no such message.`;
    reportProblem(build, "OPERATION_MESSAGE", item, text);
  }
  return messages;
}

function readReply(
  asyncapi: AsyncApi,
  channels: ChannelsByPlace,
  place: ObjectPlace,
): ChannelOperation["reply"] {
  const { build } = asyncapi;
  const field = memberOf(place, "reply");
  const reply = field === undefined ? undefined : followReference(build, field)?.place;
  if (reply === undefined) return undefined;
  const onOther = memberOf(reply, "channel") !== undefined;
  const reading = channelField(asyncapi, channels, onOther ? reply : place);
  const addressField = memberOf(reply, "address");
  const address =
    addressField === undefined ? undefined : followReference(build, addressField)?.place;
  const all = onOther ? (reading?.channel.messages ?? []) : [];
  return omitUndefined({
    channel: onOther ? reading?.channel : undefined,
    address: address === undefined ? undefined : textField(build, address, "location"),
    messages: (reading === undefined ? undefined : readMessages(asyncapi, reply, reading)) ?? all,
  });
}

function findChannel(channels: ChannelsByPlace, id: string): ChannelReading | undefined {
  return [...channels.values()].find((reading) => reading.channel.id === id);
}
