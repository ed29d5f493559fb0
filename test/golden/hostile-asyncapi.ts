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
    "x-credentials": {
      version: 1,
      schemes: {
        lines: {
          algorithm: "blake2b-256",
          text: ["{method}", "{path}"],
          end: "\n",
          time: { unit: "rfc3339", toleranceMs: 1 },
          place: {
            headers: { Key: "{key}", Time: "{time}", Signature: "{signature}" },
          },
        },
      },
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
  const query = hostileNames(random, 3);
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
    bindings: {
      ws: {
        query: hostileParameters(world, query),
        headers: hostileParameters(world, hostileNames(random, 3)),
      },
    },
    ...(random.chance(0.5)
      ? hostileFeed(world, first, second)
      : hostileSequence(world, [first, second], random.pick(query))),
    "x-endings": {
      version: 1,
      closes: [
        { codes: 4000, name: text(), description: hostileProse(random) || "x", client: "stop" },
      ],
    },
    "x-flow-control": { maxPendingFrames: 1, maxPendingBytes: 1, closeCode: 4001 },
    [`x-${text()}`]: hostileValue(random),
  };
}

/** A channel with numbered frames, for resuming. */
function hostileSequence(
  { random }: HostileWorld,
  [first, second]: readonly [string, string],
  parameter: string,
): object {
  const text = (): string => hostileText(random) || "x";
  const pointer = (): string => `/${text().replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return {
    "x-sequence": {
      version: 1,
      counters: [
        {
          messages: [first],
          repeats: [second],
          scope: "connection",
          at: pointer(),
          step: "one",
          gap: "reconnect",
        },
      ],
      resume: {
        parameter,
        from: "next",
        endOfBacklog: first,
        tooOld: { errorCode: text(), closeCode: 4000 },
        filters: [text()],
      },
    },
    "x-envelope": {
      version: 1,
      time: { at: pointer(), unit: "ms" },
      error: { message: second, code: "/type", codes: record([[text(), text()]]) },
    },
    "x-heartbeat": { version: 1, beats: [{ from: "server", message: first }] },
  };
}

/** A channel with topics. */
function hostileFeed({ random }: HostileWorld, first: string, second: string): object {
  const text = (): string => hostileText(random) || "x";
  const pointer = (): string => `/${text().replaceAll("~", "~0").replaceAll("/", "~1")}`;
  // A brace begins a placeholder.
  const plain = (): string => text().replace(/[{}]/g, "") || "x";
  const topic = text();
  const levels = { bids: pointer(), asks: pointer() };
  return {
    "x-envelope": {
      version: 1,
      match: [
        { message: first, where: record([[pointer(), text()]]) },
        { message: second, where: record([[pointer(), [text(), 1, true]]]) },
      ],
    },
    "x-subscription": {
      version: 1,
      acknowledgement: { messages: [second], alias: pointer() },
      topics: record([
        [
          topic,
          {
            description: hostileProse(random) || "x",
            parameters: record([
              [
                text(),
                { type: "string", description: hostileProse(random) || "x", enum: [text()] },
              ],
            ]),
            subscribe: record([[text(), plain()]]),
            messages: [first],
            where: record([[pointer(), plain()]]),
          },
        ],
      ]),
    },
    "x-sequence": {
      version: 1,
      counters: [{ messages: [first], scope: "topic", at: pointer(), step: "one", gap: "none" }],
    },
    "x-heartbeat": { version: 1, beats: [{ from: "server", message: first, everyMs: 1000 }] },
    "x-book": {
      version: 1,
      topics: record([
        [
          topic,
          {
            price: pointer(),
            quantity: pointer(),
            snapshots: record([[first, levels]]),
            updates: record([[second, levels]]),
          },
        ],
      ]),
    },
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

function hostileParameters(world: HostileWorld, names: readonly string[]): unknown {
  return {
    type: "object",
    properties: record(names.map((name) => [name, hostileSchema(world, 2)])),
  };
}
