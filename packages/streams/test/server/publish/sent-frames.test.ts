// Publishing under a contract whose readers accept more than its senders may send.

import { createMemoryLog } from "@specwright/streams/log";
import { createPublisher } from "@specwright/streams/server";
import { expect, it } from "vitest";
import { freeChannel } from "../../sample-channels/sequenced-channels.ts";

const shapes = {
  Data: {
    members: {
      type: true,
      seq: true,
      status: "Status",
      list: { items: "Part" },
      map: { additional: "Status" },
      mixed: { members: { status: "Status" }, additional: true },
      part: "Part",
      "a/b": "Part",
      choice: { variants: { property: "kind", of: { x: "X", y: "Y" } } },
      any: true,
    },
  },
  Part: { members: { part: "Part", status: "Status" } },
  Status: { values: ["NEW", "DONE"] },
  X: { members: { kind: true, x: true } },
  Y: { members: { kind: true, y: true } },
} as const;

const free = freeChannel("free", {});
const channel: typeof free = {
  ...free,
  serverMessages: free.serverMessages.map((message) =>
    message.tag === "data" ? { ...message, sent: { shapes, name: "Data" } } : message,
  ),
};

function start() {
  const log = createMemoryLog();
  const publisher = createPublisher({ log });
  return {
    publish: (message: object) =>
      publisher.publish(channel, { brokerId: "b", message: { type: "data", ...message } }),
    kept: async () => (await log.bounds({ brokerId: "b", channelId: "free" })).last,
  };
}

const member = (place: string, value: string) => ({
  code: "unknown_member",
  message: expect.stringContaining(
    `${place} of a frame of free is not defined in the contract (value: ${value}); correct its name or leave it out`,
  ),
});
const value = (place: string, text: string) => ({
  code: "unlisted_value",
  message: expect.stringContaining(
    `"${text}" at ${place} of a frame of free is not in the enum of the contract; use one of "NEW", "DONE"`,
  ),
});

it.each([
  ["a member that the contract does not list", { status: "NEW", extra: 7n }, member("/extra", "7")],
  ["a value that an open enum does not list", { status: "HALF" }, value("/status", "HALF")],
  ["one in a list", { list: [{}, { status: "HALF" }] }, value("/list/1/status", "HALF")],
  ["one in a map", { map: { k: "HALF" } }, value("/map/k", "HALF")],
  ["one beside free members", { mixed: { status: "HALF" } }, value("/mixed/status", "HALF")],
  [
    "a member deep in a schema that contains itself",
    { part: { part: { part: { other: {} } } } },
    member("/part/part/part/other", "{}"),
  ],
  ["one whose name is written by escapes", { "a/b": { "~": null } }, member("/a~1b/~0", "null")],
  ["a member of another variant", { choice: { kind: "x", y: 1 } }, member("/choice/y", "1")],
  [
    "a member with a long value",
    { extra: "x".repeat(100) },
    member("/extra", `"${"x".repeat(79)}…`),
  ],
])("T4 refuses %s, and commits nothing", async (_, message, error) => {
  const { publish, kept } = start();
  await expect(publish(message)).rejects.toMatchObject(error);
  expect(await kept()).toBe(0n);
});

it("T4 accepts listed members, free members and absent members", async () => {
  const { publish, kept } = start();
  await publish({
    status: "DONE",
    list: [{ part: {} }],
    map: { any: "NEW" },
    mixed: { status: "NEW", other: { x: 1 } },
    choice: { kind: "y", y: 1 },
    any: { status: "HALF" },
    extra: undefined,
  });
  expect(await kept()).toBe(1n);
});

it("T4 continues behind a frame that it refused, for that one will never be taken", async () => {
  const { publish } = start();
  const [refused, taken] = await Promise.allSettled([
    publish({ status: "HALF" }),
    publish({ status: "NEW" }),
  ]);
  expect([refused.status, taken]).toEqual(["rejected", { status: "fulfilled", value: 1n }]);
});
