// Random OpenAPI and AsyncAPI documents around random schemas.

import { type Random, seededRandom } from "../generate/random.ts";
import { scalarSchema } from "../generate/random-scalars.ts";
import { type Dialect, type Json, oddSchema, oddSchemas, refTo } from "./random-odd-schemas.ts";
/** Draws the document of a seed. */
export function randomApi(seed: number): Json {
  const random = seededRandom(seed);
  const kind = random.below(10);
  const asyncapi = kind < 3;
  const old = !asyncapi && kind < 6;
  const dialect: Dialect = { random, old, asyncapi };
  const schemas = oddSchemas(dialect, 2 + random.below(3));
  const info = { title: "Fuzz", version: "1" };
  if (asyncapi) {
    return {
      asyncapi: "3.0.0",
      info,
      ...channelParts(dialect, Object.keys(schemas)),
      components: { schemas },
    };
  }
  const openapi = old ? "3.0.3" : random.pick(["3.1.0", "3.1.1", "3.2.0"]);
  return { openapi, info, paths: paths(dialect, Object.keys(schemas)), components: { schemas } };
}

const operationNames = [
  "types",
  "then",
  "descriptors",
  "get",
  "default",
  "codec",
  "delete",
  "Client",
];

function paths(dialect: Dialect, names: readonly string[]): Json {
  const { random } = dialect;
  const entries = names.map((name, index) => {
    const operationId = random.chance(15) ? `${random.pick(operationNames)}` : `put${index}`;
    const schema = random.chance(80) ? { $ref: refTo(name) } : oddSchema(dialect, names, 1);
    const content = { "application/json": { schema } };
    const operation = {
      operationId,
      ...(random.chance(60) && { parameters: parameters(dialect) }),
      ...(random.chance(70) && {
        requestBody: { required: random.chance(50), content: bodies(random, content) },
      }),
      responses: {
        200: { description: "Done.", content },
        ...(random.chance(20) && { default: { description: "Wrong.", content } }),
      },
    };
    return [`/${index}`, { put: operation }] as const;
  });
  const seen = new Set<unknown>();
  return Object.fromEntries(
    entries.filter(([, { put }]) => !seen.has(put.operationId) && seen.add(put.operationId)),
  );
}

function bodies(random: Random, content: Json): Json {
  const form = {
    type: "object",
    properties: {
      id: { type: "string" },
      sizes: { type: "array", items: { type: "integer", format: "int64" } },
    },
  };
  if (!random.chance(20)) return content;
  return {
    ...content,
    [random.pick(["application/x-www-form-urlencoded", "multipart/form-data"])]: { schema: form },
  };
}

function parameters({ random, old }: Dialect): readonly Json[] {
  return ["limit", "since", "X-Id"].slice(random.below(3)).map((name) => ({
    name,
    in: name === "X-Id" ? "header" : "query",
    required: random.chance(40),
    schema: random.chance(30)
      ? { type: "array", items: { type: "string", enum: ["on", "off"] }, default: ["on"] }
      : random.chance(30)
        ? { type: random.pick(["number", "integer"]), format: "int64", minimum: 1 }
        : scalarSchema(random, old),
  }));
}

/** Draws channels with the schemas as payloads, and operations in both directions. */
function channelParts(dialect: Dialect, names: readonly string[]): Json {
  const { random } = dialect;
  const messages = names.map((name) => {
    const payload = random.chance(70) ? { $ref: refTo(name) } : oddSchema(dialect, names, 1);
    return [`${name}Message`, { payload }] as const;
  });
  const halves = random.chance(50) ? [messages] : [messages.slice(0, 1), messages.slice(1)];
  const channels = Object.fromEntries(
    halves.map((half, index) => [
      `feed${index}`,
      { address: `/feed${index}`, messages: Object.fromEntries(half) },
    ]),
  );
  const operations = Object.keys(channels).flatMap((channel) => {
    const reference = { $ref: `#/channels/${channel}` };
    const sending = { action: "send", channel: reference };
    const receiving = { action: "receive", channel: reference };
    return [
      [`send_${channel}`, sending] as const,
      ...(random.chance(50) ? [[`receive_${channel}`, receiving] as const] : []),
    ];
  });
  return { channels, operations: Object.fromEntries(operations) };
}
