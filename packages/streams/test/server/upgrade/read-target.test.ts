import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { describe, expect, it } from "vitest";
import { readTarget } from "../../../src/server/upgrade/read-target.ts";

/** Addresses of channels, a path, and the address of the channel that it leads to. */
const targets: readonly (readonly [addresses: readonly string[], path: string, want: string])[] = [
  [["/{queue}", "/orders"], "/orders", "/orders"],
  [["/orders", "/{queue}"], "/orders", "/orders"],
  [["/{queue}", "/orders"], "/others", "/{queue}"],
  [["/{room}/{part}", "/main/{part}", "/main/news"], "/main/news", "/main/news"],
  [["/{room}/news", "/main/{part}"], "/main/news", "/main/{part}"],
  [["/room-{id}", "/{room}"], "/room-7", "/room-{id}"],
  [["/{first}", "/{second}"], "/one", "/{first}"],
];

describe("a path leads to the channel with fixed text before one with a parameter", () => {
  it.each(targets)("of %j, %s", (addresses, path, want) => {
    const channels = addresses.map(
      (address): ChannelDescriptor => ({
        id: address,
        address,
        parameters: [],
        validators: {},
        serverMessages: [],
        clientMessages: [],
      }),
    );
    const found = readTarget(path, channels, { basePath: "" });
    expect(found).toMatchObject({ kind: "channel", channel: { address: want } });
  });
});
