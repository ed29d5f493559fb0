// Schemas with a hostile text in every possible place.

import type { SeededRandom } from "@specwright/runtime/testing";
import { hostileProse, hostileText } from "./hostile-texts.ts";

/** The input for generating a document. */
export interface HostileWorld {
  readonly random: SeededRandom;
  /** References that may be used, as written in the document. */
  readonly references: readonly string[];
}

/** Creates an object in which `__proto__` is a key like any other. */
export function record(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  return Object.fromEntries(entries);
}

/** Generates distinct hostile texts that references can name. */
export function hostileNames(random: SeededRandom, count: number): readonly string[] {
  return [...new Set(Array.from({ length: count }, () => hostileText(random).toWellFormed()))];
}

/** Formats a JSON pointer step for a URI fragment. */
export function pointerStep(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Generates a schema. */
export function hostileSchema(world: HostileWorld, depth = 0): unknown {
  const { random } = world;
  // Not for a component itself: two components that are only references might form a cycle.
  const references = depth > 0 ? [hostileReference] : [];
  const kinds = [...scalars, ...references, ...(depth > 1 ? [] : composites)];
  const schema = random.pick(kinds)(world, depth);
  if (typeof schema !== "object" || schema === null) return schema;
  const notes = {
    title: hostileText(random),
    description: hostileProse(random),
    $comment: hostileText(random),
    examples: [hostileValue(random)],
    default: hostileValue(random),
    deprecated: random.chance(0.2),
    [`x-${hostileText(random)}`]: hostileValue(random),
    externalDocs: { url: hostileText(random), description: hostileProse(random) },
    xml: { name: hostileText(random), prefix: hostileText(random) },
  };
  const chosen = Object.entries(notes).filter(() => random.chance(0.4));
  return { ...schema, ...record(chosen) };
}

/** Generates a JSON value with hostile keys and texts. */
export function hostileValue(random: SeededRandom): unknown {
  const text = hostileText(random);
  return random.pick([
    text,
    [text, hostileText(random)],
    record([[text, hostileText(random)]]),
    record([["__proto__", record([[text, true]])]]),
    null,
    -1.5e300,
  ]);
}

type Maker = (world: HostileWorld, depth: number) => unknown;

const scalars: readonly Maker[] = [
  ({ random }) => ({ type: "string", format: hostileText(random) }),
  ({ random }) => ({ type: "string", pattern: hostileText(random), minLength: 1 }),
  ({ random }) => ({
    type: "string",
    enum: hostileNames(random, 4),
    "x-open-enum": random.chance(0.3),
  }),
  ({ random }) => ({ enum: [hostileValue(random), null, 1] }),
  ({ random }) => ({ const: hostileValue(random) }),
  () => ({ type: "integer", format: "int64", minimum: -5 }),
  ({ random }) => ({
    type: "string",
    contentMediaType: hostileText(random),
    contentEncoding: hostileText(random),
  }),
];

const composites: readonly Maker[] = [
  hostileObject,
  hostileObject,
  (world, depth) => ({ type: "array", items: hostileSchema(world, depth + 1) }),
  (world, depth) => ({
    type: "array",
    prefixItems: [hostileSchema(world, depth + 1)],
    contains: { const: hostileText(world.random) },
  }),
  (world, depth) => ({
    type: "object",
    patternProperties: record([[hostileText(world.random), hostileSchema(world, depth + 1)]]),
    propertyNames: { not: { const: hostileText(world.random) } },
  }),
  (world, depth) => {
    const property = hostileText(world.random);
    const branch = (): unknown => {
      const tag = { const: hostileText(world.random) };
      return { type: "object", required: [property], properties: record([[property, tag]]) };
    };
    const mapping = record(
      world.references.slice(0, 2).map((ref) => [hostileText(world.random), ref]),
    );
    return {
      oneOf: [branch(), branch(), hostileSchema(world, depth + 1)],
      discriminator: { propertyName: property, mapping },
    };
  },
  (world, depth) => ({
    allOf: [hostileObject(world, depth + 1), hostileObject(world, depth + 1)],
    if: { required: [hostileText(world.random)] },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword.
    then: { properties: record([[hostileText(world.random), { type: "string" }]]) },
  }),
];

function hostileReference({ random, references }: HostileWorld): unknown {
  return references.length === 0 ? true : { $ref: random.pick(references) };
}

function hostileObject(world: HostileWorld, depth: number): Record<string, unknown> {
  const { random } = world;
  const names = hostileNames(random, 4);
  return {
    type: "object",
    properties: record(names.map((name) => [name, hostileSchema(world, depth + 1)])),
    required: [...new Set([...names.slice(0, 2), hostileText(random)])],
    dependentRequired: record([[hostileText(random), [hostileText(random)]]]),
    additionalProperties: random.pick([true, false, { type: "string" }]),
  };
}
