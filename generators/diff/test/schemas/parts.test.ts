// Added and removed parts of a schema: their properties are named and judged.

import type { Change } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schema-changes-of.ts";

const string = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const shared = {
  Named: object({ id: string, label: string }, { required: ["id"] }),
  Dated: object({ shelved: string }),
  Owned: object({ owner: string }, { required: ["owner"] }),
  Secret: object({ pin: { ...string, readOnly: true } }),
};

interface Case {
  readonly name: string;
  readonly base: object;
  readonly revision: object;
  readonly request: readonly string[];
  readonly response: readonly string[];
}

const shelf = object({ room: string });
const gone = "`Dated` is no longer a part of `Root`: without `shelved`.";
const come = "`Dated` became a part of `Root`: with `shelved`.";

const cases: readonly Case[] = [
  {
    name: "a part with an optional property goes",
    base: { allOf: [ref("Named"), ref("Dated"), shelf] },
    revision: { allOf: [ref("Named"), shelf] },
    request: [`potentially-breaking wire: ${gone}`],
    response: [`potentially-breaking wire: ${gone}`],
  },
  {
    name: "a part with an optional property comes",
    base: { allOf: [ref("Named"), shelf] },
    revision: { allOf: [ref("Named"), ref("Dated"), shelf] },
    request: [`non-breaking wire: ${come}`],
    response: [`non-breaking wire: ${come}`],
  },
  {
    name: "a part with a required property goes",
    base: { allOf: [ref("Named"), ref("Owned")] },
    revision: { allOf: [ref("Named"), object({})] },
    request: [
      "potentially-breaking wire: `Owned` is no longer a part of `Root`: without `owner`.",
      "docs docs: A schema of `object` became a part of `Root`.",
    ],
    response: [
      "breaking wire: `Owned` is no longer a part of `Root`: without `owner`.",
      "docs docs: A schema of `object` became a part of `Root`.",
    ],
  },
  {
    name: "a part goes whose property another part declares",
    base: { allOf: [ref("Named"), ref("Dated"), object({ shelved: string })] },
    revision: { allOf: [ref("Named"), object({ shelved: string })] },
    request: ["docs docs: A schema of `object` with `shelved` is no longer a part of `Root`."],
    response: ["docs docs: A schema of `object` with `shelved` is no longer a part of `Root`."],
  },
  {
    name: "a part goes whose property is not sent in requests",
    base: { allOf: [ref("Named"), ref("Secret")] },
    revision: { allOf: [ref("Named"), object({})] },
    request: [
      "docs docs: A schema of `object` became a part of `Root`.",
      "docs docs: `Secret` is no longer a part of `Root`: without `pin`.",
    ],
    response: [
      "potentially-breaking wire: `Secret` is no longer a part of `Root`: without `pin`.",
      "docs docs: A schema of `object` became a part of `Root`.",
    ],
  },
  {
    name: "a union beside properties goes",
    base: { ...shelf, anyOf: [ref("Dated"), object({ lent: string })] },
    revision: shelf,
    request: [
      "potentially-breaking wire: `anyOf` was removed from `Root`: without `lent` and `shelved`.",
    ],
    response: [
      "potentially-breaking wire: `anyOf` was removed from `Root`: without `lent` and `shelved`.",
    ],
  },
  {
    name: "a schema for a condition goes",
    base: { ...shelf, dependentSchemas: { room: object({ floor: string }) } },
    revision: shelf,
    request: [
      "potentially-breaking wire: `Root` no longer has a schema that applies if it has the property `room`: without `floor`.",
    ],
    response: [
      "potentially-breaking wire: `Root` no longer has a schema that applies if it has the property `room`: without `floor`.",
    ],
  },
];

describe.each(cases)("31.1 $name", ({ base, revision, request, response }) => {
  test.each([
    ["request", request],
    ["response", response],
  ] as const)("in a %s", async (direction, want) => {
    const changes = await schemaChangesOf(
      { Root: base, ...shared },
      { Root: revision, ...shared },
      [direction],
    );
    expect(changes.map(textOf)).toEqual(want);
  });
});

function textOf({ class: each, surface, message }: Change): string {
  return `${each} ${surface}: ${message}`;
}
