// OpenAPI documents with a hostile text in every possible place.

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
export function hostileOpenapi(random: SeededRandom): unknown {
  const names = hostileNames(random, 5);
  const references = names.map((name) => `#/components/schemas/${pointerStep(name)}`);
  const world: HostileWorld = { random, references };
  const schemes = hostileNames(random, 3);
  const text = (): string => hostileText(random);
  return {
    openapi: random.pick(["3.1.0", "3.1.1", "3.2.0"]),
    info: {
      title: text(),
      version: text(),
      summary: text(),
      description: hostileProse(random),
      contact: { name: text(), email: text() },
      license: { name: text(), identifier: text() },
      [`x-${text()}`]: hostileValue(random),
    },
    servers: [
      {
        url: text(),
        description: hostileProse(random),
        variables: record([[text(), { default: text(), enum: [text()] }]]),
      },
    ],
    tags: [{ name: text(), description: hostileProse(random) }],
    security: [record([[random.pick(schemes), []]])],
    paths: record(Array.from({ length: 2 }, () => hostilePath(world, schemes))),
    webhooks: record([[text(), { post: hostileOperation(world, schemes, []) }]]),
    components: {
      schemas: record(names.map((name) => [name, hostileSchema(world)])),
      securitySchemes: record(
        schemes.map((name) => [
          name,
          { type: "apiKey", in: "header", name: text(), description: hostileProse(random) },
        ]),
      ),
    },
    [`x-${text()}`]: hostileValue(random),
  };
}

function hostilePath(world: HostileWorld, schemes: readonly string[]): readonly [string, unknown] {
  const { random } = world;
  const inPath = hostileText(random).replace(/[{}/]/g, "") || "id";
  const path = `/${hostileText(random)}/{${inPath}}`;
  const templates = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
  const method = random.pick(["get", "put", "post", "delete", "patch"]);
  return [
    path,
    { summary: hostileText(random), [method]: hostileOperation(world, schemes, templates) },
  ];
}

function hostileOperation(
  world: HostileWorld,
  schemes: readonly string[],
  templates: readonly string[],
): unknown {
  const { random } = world;
  const text = (): string => hostileText(random);
  const named = (place: string) => (name: string) => ({
    name,
    in: place,
    required: place === "path" || random.chance(0.5),
    description: hostileProse(random),
    deprecated: random.chance(0.2),
    example: hostileValue(random),
    schema: hostileSchema(world, 2),
  });
  return {
    ...(random.chance(0.8) && { operationId: text() }),
    summary: text(),
    description: hostileProse(random),
    deprecated: random.chance(0.2),
    tags: [text()],
    externalDocs: { url: text(), description: text() },
    parameters: [
      ...[...new Set(templates)].map(named("path")),
      ...hostileNames(random, 2).map(named("query")),
      ...hostileNames(random, 2).map(named("header")),
      ...hostileNames(random, 1).map(named("cookie")),
    ],
    requestBody: {
      description: hostileProse(random),
      required: random.chance(0.5),
      content: hostileContent(world),
    },
    responses: record(
      ["200", "4XX", "default"].slice(random.below(3)).map((status) => [
        status,
        {
          description: hostileProse(random),
          headers: record(
            hostileNames(random, 2).map((name) => [
              name,
              { description: text(), schema: hostileSchema(world, 2) },
            ]),
          ),
          content: hostileContent(world),
          links: record([
            [
              text(),
              {
                operationId: text(),
                description: hostileProse(random),
                parameters: record([[text(), text()]]),
                requestBody: text(),
              },
            ],
          ]),
        },
      ]),
    ),
    callbacks: record([
      [
        text(),
        record([
          [
            text(),
            {
              post: {
                summary: text(),
                description: hostileProse(random),
                requestBody: { description: hostileProse(random), content: hostileContent(world) },
                responses: { 204: { description: text() } },
              },
            },
          ],
        ]),
      ],
    ]),
    security: [record([[random.pick(schemes), [text()]]])],
    [`x-${text()}`]: hostileValue(random),
  };
}

function hostileContent(world: HostileWorld): Record<string, unknown> {
  const { random } = world;
  const media = [
    "application/json",
    `application/${hostileText(random)}+json`,
    `text/${hostileText(random)}`,
    "multipart/form-data",
    hostileText(random),
  ];
  return record(
    media
      .filter(() => random.chance(0.5))
      .map((type) => [
        type,
        {
          schema: hostileSchema(world, type.startsWith("multipart") ? 0 : 1),
          examples: record([
            [hostileText(random), { summary: hostileText(random), value: hostileValue(random) }],
          ]),
        },
      ]),
  );
}
