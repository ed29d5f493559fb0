import { compareCodePoints } from "@specwright/spec-loader";
import type { ContractParts } from "../model/contract.ts";
import { mapField } from "../reading/fields.ts";
import type { ObjectPlace } from "../reading/place.ts";
import { readTags } from "../reading/shared-objects.ts";
import type { AsyncApi } from "./asyncapi.ts";
import { readChannelItem } from "./channel-item-object.ts";
import { collectMessages } from "./collect-messages.ts";

/** Reads the channels, operations and messages of an AsyncAPI 2 document. */
export function readDocument2(
  asyncapi: AsyncApi,
  root: ObjectPlace,
): Pick<ContractParts, "channels" | "channelOperations" | "messages" | "tags"> {
  const { build } = asyncapi;
  const readings = mapField(build, root, "channels")
    .map(([id, place]) => readChannelItem(asyncapi, root, id, place))
    .filter((item) => item !== undefined);
  const channels = readings.map(({ channel }) => channel);
  return {
    channels,
    channelOperations: readings
      .flatMap(({ operations }) => operations)
      .sort((a, b) => compareCodePoints(a.id, b.id)),
    messages: collectMessages(
      asyncapi,
      root,
      channels.flatMap((channel) => channel.messages),
    ),
    tags: readTags(build, root),
  };
}
