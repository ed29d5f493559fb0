// A new optional property anywhere in a large union breaks no reader.

import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schema-changes-of.ts";

const string = { type: "string" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (items: object) => ({ type: "array", items });

type Direction = "request" | "response";
const both: readonly Direction[] = ["request", "response"];

/** The changes that need attention, by direction. */
async function alarms(base: object, revision: object, directions = both) {
  const found = [];
  for (const direction of directions) {
    for (const { class: each, ruleId } of await schemaChangesOf(base, revision, [direction])) {
      if (each !== "non-breaking" && each !== "docs") found.push(`${direction}: ${ruleId} ${each}`);
    }
  }
  return found;
}

describe("31.8 a property that alternatives without tags get", () => {
  /** Places that are distinguished by their required members; some have a link. */
  function schemas(links: number, extra: object = {}) {
    const url = { type: "string", format: "uri" };
    const kinds = Array.from({ length: 13 }, (_, index) => `Place${index}`);
    const names = ["path", "line", "column", "commit"];
    const place = (index: number) => ({
      type: "object",
      required: [`url${index}`, ...(index < 2 ? names : [])],
      properties: {
        [`url${index}`]: url,
        ...(index < 2 && Object.fromEntries(names.map((name) => [name, string]))),
        ...(index < links && { link: url }),
      },
    });
    return {
      Root: {
        type: "object",
        properties: { id: string, first: ref("Place"), note: string, ...extra },
      },
      Place: { oneOf: kinds.map(ref) },
      ...Object.fromEntries(kinds.map((kind, index) => [kind, place(index)])),
    };
  }

  test("is sent to readers that do not know it", async () => {
    const [base, revision] = [schemas(0), schemas(9, { comment: string })];
    expect(await alarms(base, revision, ["response"])).toEqual([]);
  });

  test("and an alternative of another type is a break", async () => {
    const revision = { ...schemas(9), Place3: list(string) };
    expect(await alarms(schemas(0), revision)).toContain("response: type-changed breaking");
  });
});

describe("31.8 a property deep in a tree whose nodes have a tag and many parts", () => {
  const kinds = Array.from({ length: 24 }, (_, index) => `Node${index}`);
  const traits = Array.from({ length: 14 }, (_, index) => `Trait${index}`);

  /** Nodes consist of traits. The first trait contains nodes; the last node has a style. */
  function schemas(style: object) {
    const node = (index: number) => ({
      allOf: [
        {
          type: "object",
          required: ["type"],
          properties: { type: { type: "string", enum: [`K${index}`] } },
        },
        ...(index % 3 === 0 ? [ref("Traits")] : [ref("Trait1"), ref("Trait2")]),
        ...(index === 23 ? [ref("Styled")] : []),
      ],
    });
    const trait = (index: number) => ({
      type: "object",
      properties: { [`a${index}`]: string, [`b${index}`]: { type: "number" }, c: ref("Paint") },
    });
    return {
      Root: { type: "object", properties: { document: ref("Tree") } },
      Tree: { type: "object", required: ["nodes"], properties: { nodes: list(ref("Node")) } },
      Node: { oneOf: kinds.map(ref) },
      Paint: { type: "object", properties: { fill: { enum: ["A", "B"] } } },
      Traits: { allOf: [...traits.map(ref), ref("Tree")] },
      Styled: { type: "object", properties: { style: ref("Style") } },
      Style: { type: "object", properties: { font: string, size: { type: "number" }, ...style } },
      ...Object.fromEntries(kinds.map((kind, index) => [kind, node(index)])),
      ...Object.fromEntries(traits.map((name, index) => [name, trait(index)])),
    };
  }

  test("is safe", async () => {
    expect(await alarms(schemas({}), schemas({ weight: string }))).toEqual([]);
  });

  test("and one of another type is a break", async () => {
    expect(await alarms(schemas({ weight: string }), schemas({ weight: list(string) }))).toEqual([
      "request: type-changed breaking",
      "response: type-changed breaking",
    ]);
  });
});
