// AsyncAPI documents with a hostile text in every possible place.

import type { SeededRandom } from "@specwright/runtime/testing";
import {
  type HostileWorld,
  hostileNames,
  hostileSchema,
  hostileValue,
  pointerStep,
  record,
} from "./hostile-schema.ts";
import { hostileProse, hostileText } from "./hostile-texts.ts";

/** Generates a document. */
export function hostileAsyncapi(random: SeededRandom): unknown {
  const names = hostileNames(random, 5);
  const references = names.map((name) => `#/components/schemas/${pointerStep(name)}`);
  const world: HostileWorld = { random, references };
  const text = (): string => hostileText(random);
  const channels = hostileNames(random, 3);
  const messages = channels.map(() => hostileNames(random, 3));
  return {
    asyncapi: "3.0.0",
    info: {
      title: text(),
      version: text(),
      description: hostileProse(random),
      tags: [{ name: text() }],
    },
    defaultContentType: random.pick(["application/json", text()]),
    servers: record([
      [
        text(),
        {
          host: text(),
          protocol: "ws",
          pathname: text(),
          description: hostileProse(random),
          security: [],
        },
      ],
    ]),
    channels: record(
      channels.map((id, index) => [id, hostileChannel(world, messages[index] ?? [])]),
    ),
    operations: record(
      channels.map((id, index) => [
        text(),
        {
          action: random.pick(["send", "receive"]),
          channel: { $ref: `#/channels/${pointerStep(id)}` },
          title: text(),
          summary: text(),
          description: hostileProse(random),
          reply: {
            address: { location: text() },
            channel: { $ref: `#/channels/${pointerStep(channels[0] ?? "")}` },
          },
          messages: (messages[index] ?? []).slice(0, 2).map((message) => ({
            $ref: `#/channels/${pointerStep(id)}/messages/${pointerStep(message)}`,
          })),
        },
      ]),
    ),
    components: {
      schemas: record(names.map((name) => [name, hostileSchema(world)])),
      securitySchemes: record([
        [text(), { type: "userPassword", description: hostileProse(random) }],
      ]),
    },
    "x-signature": {
      algorithm: "blake2b-256",
      headers: { key: text(), timestamp: text(), signature: text() },
      lines: [text(), text()],
      clockSkewMs: 1,
    },
    [`x-${text()}`]: hostileValue(random),
  };
}

function hostileChannel(world: HostileWorld, messages: readonly string[]): unknown {
  const { random } = world;
  // The fields of the rules must not be empty.
  const text = (): string => hostileText(random) || "x";
  const parameter = text().replace(/[{}]/g, "") || "id";
  const address = `/${text().replace(/[{}]/g, "")}/{${parameter}}`;
  const [first = "", second = first] = messages;
  return {
    address,
    title: text(),
    summary: text(),
    description: hostileProse(random),
    parameters: record([
      [
        parameter,
        {
          description: hostileProse(random),
          enum: [text(), text()],
          default: text(),
          location: text(),
        },
      ],
    ]),
    messages: record(messages.map((id) => [id, hostileMessage(world)])),
    bindings: { ws: { query: hostileParameters(world), headers: hostileParameters(world) } },
    "x-sequence": {
      field: text(),
      counts: [first],
      repeats: [second],
      resumeParameter: text(),
      endOfBacklog: first,
      tooOld: { errorCode: text(), closeCode: 4000 },
      filters: [text()],
    },
    "x-subscription": {
      subscribe: first,
      unsubscribe: second,
      keysField: text(),
      keyField: text(),
      snapshot: first,
      diffs: [second],
      counterField: text(),
    },
    "x-close-codes": [
      { code: 4000, name: text(), description: hostileProse(random), client: "stop" },
    ],
    "x-envelope": {
      time: { field: text(), unit: "ms" },
      heartbeat: { message: first },
      error: { message: second, code: "/type", codes: record([[text(), text()]]) },
    },
    "x-flow-control": { maxPendingFrames: 1, maxPendingBytes: 1, closeCode: 4001 },
    [`x-${text()}`]: hostileValue(random),
  };
}

function hostileMessage(world: HostileWorld): unknown {
  const { random } = world;
  const text = (): string => hostileText(random);
  const tag = { type: "object", required: ["type"], properties: { type: { const: text() } } };
  return {
    name: text(),
    title: text(),
    summary: text(),
    description: hostileProse(random),
    contentType: random.pick(["application/json", text()]),
    headers: { type: "object", properties: record([[text(), { type: "string" }]]) },
    correlationId: { location: text(), description: text() },
    payload: random.chance(0.6) ? tag : hostileSchema(world),
    examples: [{ name: text(), summary: text(), payload: hostileValue(random) }],
    tags: [{ name: text() }],
  };
}

function hostileParameters(world: HostileWorld): unknown {
  const names = hostileNames(world.random, 3);
  return {
    type: "object",
    properties: record(names.map((name) => [name, hostileSchema(world, 2)])),
  };
}
