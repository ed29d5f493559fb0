// Unions of mutually exclusive alternatives that contain themselves in their members.

import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schema-changes-of.ts";

const string = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (items: object) => ({ type: "array", items });
const indices = Array.from({ length: 18 }, (_, index) => index);

type Tags = (index: number) => object;
const one: Tags = (index) => ({ type: "object", ...tagged({ const: `k${index}` }) });
const several: Tags = (index) => ({
  type: "object",
  ...tagged({ enum: [`k${index}`, `l${index}`] }),
});
const inherited: Tags = (index) => ({ allOf: [one(index)] });

function tagged(type: object) {
  return { required: ["type"], properties: { type } };
}

/** A list of items of 18 kinds. The fourth kind has a status with some values. */
function schemas(tags: Tags, status: readonly string[]) {
  const item = (index: number) => ({
    allOf: [
      tags(index),
      {
        required: ["id", "status", "parts"],
        properties: {
          id: string,
          status: { enum: index === 3 ? status : ["a"] },
          parts: list(ref("Part")),
          [`own${index}`]: string,
        },
      },
    ],
  });
  const part = (index: number) => ({
    type: "object",
    required: ["type"],
    properties: { type: { const: `p${index}` }, text: string, items: list(ref("Item")) },
  });
  return {
    Root: { type: "object", required: ["items"], properties: { items: list(ref("Item")) } },
    Item: { oneOf: indices.map((index) => ref(`Item${index}`)) },
    Part: { oneOf: indices.slice(12).map(part) },
    ...Object.fromEntries(indices.map((index) => [`Item${index}`, item(index)])),
  };
}

describe("31.8 an enum member in a union of 18 alternatives that exclude one another", () => {
  test.each([
    ["by a constant", one],
    ["by several values", several],
    ["by the constant of a base", inherited],
  ])("%s", async (_name, tags) => {
    const [before, after] = [schemas(tags, ["a", "b"]), schemas(tags, ["a", "b", "c"])];
    const changes = async (base: object, revision: object, direction: "request" | "response") =>
      (await schemaChangesOf(base, revision, [direction])).map(
        ({ ruleId, class: each }) => `${ruleId} ${each}`,
      );
    expect(await changes(before, after, "request")).toEqual(["enum-value-added non-breaking"]);
    expect(await changes(after, before, "request")).toEqual(["enum-value-removed breaking"]);
    expect(await changes(before, after, "response")).toEqual(["enum-value-added breaking"]);
    expect(await changes(after, before, "response")).toEqual(["enum-value-removed non-breaking"]);
  });
});
