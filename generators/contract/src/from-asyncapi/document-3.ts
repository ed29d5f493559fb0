import type { Message } from "../model/channel.ts";
import type { ContractParts } from "../model/contract.ts";
import { mapField, objectField } from "../reading/fields.ts";
import { followReference } from "../reading/follow-reference.ts";
import type { ObjectPlace } from "../reading/place.ts";
import { readTags } from "../reading/shared-objects.ts";
import { type AsyncApi, placeKey } from "./asyncapi.ts";
import { readChannel } from "./channel-object.ts";
import type { ChannelReading } from "./channel-reading.ts";
import { collectMessages } from "./collect-messages.ts";
import { readOperation } from "./operation-object.ts";

/** Reads the channels, operations and messages of an AsyncAPI 3 document. */
export function readDocument3(
  asyncapi: AsyncApi,
  root: ObjectPlace,
): Pick<ContractParts, "channels" | "channelOperations" | "messages" | "tags"> {
  const { build } = asyncapi;
  const readings: ChannelReading[] = [];
  const byPlace = new Map<string, ChannelReading>();
  for (const [id, place] of mapField(build, root, "channels")) {
    const reading = readChannel(asyncapi, root, id, place);
    if (reading === undefined) continue;
    readings.push(reading);
    const key = placeKey(followReference(build, place)?.place ?? place);
    if (!byPlace.has(key)) byPlace.set(key, reading);
  }
  const channelOperations = mapField(build, root, "operations")
    .map(([id, place]) => readOperation(asyncapi, byPlace, id, place))
    .filter((operation) => operation !== undefined);
  const channels = readings.map(({ channel }) => channel);
  const used: Message[] = [
    ...channels.flatMap((channel) => channel.messages),
    ...channelOperations.flatMap((operation) => operation.reply?.messages ?? []),
  ];
  const info = objectField(build, root, "info");
  return {
    channels,
    channelOperations,
    messages: collectMessages(asyncapi, root, used),
    tags: info === undefined ? [] : readTags(build, info),
  };
}
