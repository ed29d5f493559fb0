// Publishing messages whose properties have defaults that readers apply.

import type { ChannelParameters } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { createMemoryLog } from "@specwright/streams/log";
import { createPublisher } from "@specwright/streams/server";
import { expect, it } from "vitest";
import { freeChannel } from "../../sample-channels/sequenced-channels.ts";

interface Written {
  readonly type: "data";
  readonly seq: bigint;
  readonly side?: string;
}

type Read = Required<Written>;

it("takes a message in its written form, without members that have defaults", async () => {
  const { "~types": _types, ...untyped } = freeChannel("free", {});
  const channel: ChannelDescriptor<ChannelParameters, Read, unknown, "seq", Written> = untyped;
  const publisher = createPublisher({ log: createMemoryLog() });
  expect(await publisher.publish(channel, { brokerId: "b", message: { type: "data" } })).toBe(1n);
  // @ts-expect-error The channel has no such side.
  publisher.check(channel, { brokerId: "b", message: { type: "data", side: 1 } });
});
