// Read-only properties in requests and write-only properties in responses. Senders omit them, and no value
// that proves a break has them.

import type { Change } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schema-changes-of.ts";

type Direction = "request" | "response";

interface Case {
  readonly name: string;
  /** The properties of an object that also has an optional `b`. */
  readonly base: Readonly<Record<string, object>>;
  readonly revision: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly requiredNow?: readonly string[];
  readonly additional?: false;
  /** The changes in the direction in which the property is not sent. */
  readonly unsent: readonly string[];
  readonly witness?: Change["witness"];
  /** The changes in the other direction. */
  readonly sent: readonly string[];
}

const string = { type: "string" };

/** Returns the cases for a keyword, with the property in the direction that lacks it. */
function casesFor(keyword: "readOnly" | "writeOnly", direction: Direction): readonly Case[] {
  const word = keyword === "readOnly" ? "read-only" : "write-only";
  const marked = { ...string, [keyword]: true };
  const became = `property-became-${word}`;
  const noLonger = `property-is-no-longer-${word}`;
  const isRequest = direction === "request";
  const gone = isRequest ? "potentially-breaking wire" : "breaking code";
  return [
    {
      name: "an optional property is marked",
      base: { a: string },
      revision: { a: marked },
      unsent: [`${became} ${gone}`],
      sent: [`${became} docs docs`],
    },
    {
      name: "an optional property of a closed object is marked",
      base: { a: string },
      revision: { a: marked },
      additional: false,
      unsent: [`${became} ${gone}`],
      sent: [`${became} docs docs`],
    },
    {
      name: "a required property is marked",
      base: { a: string },
      revision: { a: marked },
      required: ["a"],
      unsent: [`${became} ${isRequest ? "potentially-breaking" : "breaking"} wire`],
      ...(!isRequest && { witness: { value: {}, validIn: "revision" } }),
      sent: [`${became} docs docs`],
    },
    {
      name: "an optional property is no longer marked",
      base: { a: marked },
      revision: { a: string },
      unsent: [`${noLonger} non-breaking wire`],
      sent: [`${noLonger} docs docs`],
    },
    {
      name: "a required property is no longer marked",
      base: { a: marked },
      revision: { a: string },
      required: ["a"],
      unsent: [`${noLonger} ${isRequest ? "breaking" : "non-breaking"} wire`],
      ...(isRequest && { witness: { value: {}, validIn: "base" } }),
      sent: [`${noLonger} docs docs`],
    },
    {
      name: "a marked property gets another type",
      base: { a: marked },
      revision: { a: { ...marked, type: "integer" } },
      unsent: ["type-changed potentially-breaking wire"],
      sent: ["type-changed breaking wire"],
    },
    {
      name: "a property is marked and gets another type",
      base: { a: string },
      revision: { a: { ...marked, type: "integer" } },
      unsent: [`${became} ${gone}`, "type-changed potentially-breaking wire"],
      sent: ["type-changed breaking wire", `${became} docs docs`],
    },
    {
      name: "a marked property is removed from a closed object",
      base: { a: marked },
      revision: {},
      required: ["a"],
      requiredNow: [],
      additional: false,
      unsent: ["required-property-removed docs docs"],
      sent: ["required-property-removed breaking wire"],
    },
  ];
}

describe.each([
  ["readOnly", "request", "response"],
  ["writeOnly", "response", "request"],
] as const)("%s in a %s", (keyword, unsentIn, sentIn) => {
  test.each(casesFor(keyword, unsentIn))("$name", async (each) => {
    const inUnsent = await changesIn(each, unsentIn);
    const inSent = await changesIn(each, sentIn);
    expect(inUnsent.map(textOf).sort()).toEqual([...each.unsent].sort());
    expect(inSent.map(textOf).sort()).toEqual([...each.sent].sort());
    const witnesses = inUnsent.flatMap(({ witness }) => witness ?? []);
    expect(witnesses).toEqual(each.witness === undefined ? [] : [each.witness]);
  });
});

function changesIn(each: Case, direction: Direction): Promise<readonly Change[]> {
  const object = (properties: object, required: readonly string[] = []) => ({
    type: "object",
    properties: { ...properties, b: string },
    required,
    ...(each.additional !== undefined && { additionalProperties: each.additional }),
  });
  return schemaChangesOf(
    { Root: object(each.base, each.required) },
    { Root: object(each.revision, each.requiredNow ?? each.required) },
    [direction],
  );
}

function textOf({ ruleId, class: each, surface }: Change): string {
  return `${ruleId} ${each} ${surface}`;
}
