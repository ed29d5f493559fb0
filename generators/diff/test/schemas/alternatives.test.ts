// Alternatives of a union: each is compared with its old form, in addition to the union as a whole.

import type { Change } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { schemaChangesOf } from "./schema-changes-of.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const sale = (qty: object) => object({ side: string, qty });
const list = (items: object) => ({ type: "array", items });
const day = object({ date: string, status: string });

type Direction = "request" | "response";

async function changesOf(
  base: object,
  revision: object,
  direction: Direction,
): Promise<readonly string[]> {
  const changes = await schemaChangesOf({ Root: base }, { Root: revision }, [direction]);
  return changes.map(textOf);
}

function textOf({ ruleId, class: each, surface }: Change): string {
  return `${ruleId} ${each} ${surface}`;
}

describe("31.2 an open alternative beside one that changes", () => {
  const text = { ...string, minLength: 2 };
  const cases: readonly (readonly [name: string, of: (qty: object) => object])[] = [
    ["in anyOf", (qty) => ({ anyOf: [sale(qty), day] })],
    ["in a list", (qty) => ({ type: "array", items: { anyOf: [sale(qty), day] } })],
    ["in a property", (qty) => object({ last: { anyOf: [sale(qty), day] } })],
    [
      "in an object of an alternative",
      (qty) => ({ anyOf: [object({ a: sale(qty) }), object({ a: day })] }),
    ],
    ["beside shared properties", (qty) => object({ id: string }, { anyOf: [sale(qty), day] })],
    [
      "in a composed alternative",
      (qty) => ({ anyOf: [{ allOf: [sale(qty), object({ id: string })] }, day] }),
    ],
  ];

  test.each(cases)("%s", async (_name, of) => {
    expect(await changesOf(of(integer), of(string), "response")).toContain(
      "type-changed breaking wire",
    );
    expect(await changesOf(of(integer), of(string), "request")).toContain(
      "type-changed breaking wire",
    );
    expect(await changesOf(of(text), of(string), "response")).toEqual([
      "min-length-unset breaking wire",
    ]);
    expect(await changesOf(of(text), of(string), "request")).toEqual([
      "min-length-unset non-breaking wire",
    ]);
  });

  const safe: readonly (readonly [name: string, base: object, revision: object])[] = [
    [
      "an enum beside a string",
      { anyOf: [{ enum: ["a"] }, string] },
      { anyOf: [{ enum: ["a", "b"] }, string] },
    ],
    [
      "an object beside any other",
      { anyOf: [sale(integer), { type: "object" }] },
      { anyOf: [sale(string), { type: "object" }] },
    ],
    [
      "an object beside one that says that it is open",
      { anyOf: [sale(integer), { ...day, additionalProperties: true }] },
      { anyOf: [sale(string), { ...day, additionalProperties: true }] },
    ],
    [
      "a new property",
      { anyOf: [sale(integer), day] },
      { anyOf: [object({ ...sale(integer).properties, at: string }), day] },
    ],
    [
      "values that another alternative has",
      { anyOf: [sale(integer), object({ side: string, qty: string, at: string })] },
      {
        anyOf: [
          sale({ type: ["integer", "string"] }),
          object({ side: string, qty: string, at: string }),
        ],
      },
    ],
  ];
  test.each(safe)("%s is safe", async (_name, base, revision) => {
    const changes = await changesOf(base, revision, "response");
    expect(
      changes.filter((each) => each.includes("breaking wire") && !each.includes("non-")),
    ).toEqual([]);
  });
});

describe("31.2 a new alternative that an open sibling accepts", () => {
  const fill = object({ price: integer, at: string });

  test.each([
    ["anyOf", { anyOf: [sale(integer), day] }, { anyOf: [sale(integer), day, fill] }],
    ["a list", list({ anyOf: [sale(integer), day] }), list({ anyOf: [sale(integer), day, fill] })],
  ])("breaks its readers, in %s", async (_name, less, more) => {
    expect(await changesOf(less, more, "response")).toEqual(["any-of-added breaking wire"]);
    expect(await changesOf(more, less, "request")).toEqual(["any-of-removed breaking wire"]);
    for (const [base, revision, direction] of [
      [less, more, "request"],
      [more, less, "response"],
    ] as const) {
      const changes = await changesOf(base, revision, direction);
      expect(changes.filter((each) => / (potentially-)?breaking wire/.test(each))).toEqual([]);
    }
  });

  test.each([
    ["has all that another one has", object({ ...day.properties, at: string })],
    ["is an open object", { type: "object" }],
    ["is another alternative again", { ...day, description: "A day." }],
  ])("breaks no client if it %s", async (_name, alternative) => {
    const base = { anyOf: [sale(integer), day] };
    const revision = { anyOf: [sale(integer), day, alternative] };
    const changes = await changesOf(base, revision, "response");
    expect(changes.filter((each) => / (potentially-)?breaking wire/.test(each))).toEqual([]);
  });

  test("breaks no client beside one that accepts any object", async () => {
    const any = { type: "object" };
    expect(await changesOf({ anyOf: [day, any] }, { anyOf: [day, any, fill] }, "response")).toEqual(
      ["any-of-added docs docs"],
    );
  });
});

describe("31.2 oneOf that becomes anyOf", () => {
  const named = (more: object) => object({ name: string, ...more }, { required: ["name"] });
  const overlapping = [named({ room: string }), named({ shelf: string })];
  const kind = (value: string) => ({ ...object({ kind: { const: value } }), required: ["kind"] });
  const apart = [kind("room"), kind("shelf")];
  const constants = Array.from({ length: 60 }, (_, value) => ({ const: value, title: `${value}` }));
  const types = [{ type: "null" }, named({ room: string }), { ...string, maxLength: 3 }];

  test.each([
    ["one-of-became-any-of breaking wire", "response", "oneOf", "anyOf"],
    ["one-of-became-any-of non-breaking wire", "request", "oneOf", "anyOf"],
    ["any-of-became-one-of breaking wire", "request", "anyOf", "oneOf"],
    ["any-of-became-one-of non-breaking wire", "response", "anyOf", "oneOf"],
  ] as const)("is %s in a %s", async (want, direction, before, after) => {
    const [base, revision] = [{ [before]: overlapping }, { [after]: overlapping }];
    expect(await changesOf(base, revision, direction)).toEqual([want]);
    const [left, right] = [base, revision].map((each) => object({ found: each }));
    expect(await changesOf(left ?? {}, right ?? {}, direction)).toEqual([want]);
  });

  test.each(["request", "response"] as const)(
    "breaks no %s if the alternatives exclude one another",
    async (direction) => {
      for (const [before, after] of [
        ["oneOf", "anyOf"],
        ["anyOf", "oneOf"],
      ] as const) {
        for (const each of [apart, constants, types]) {
          const changes = await changesOf({ [before]: each }, { [after]: each }, direction);
          expect(changes).toEqual([]);
        }
      }
    },
  );

  test("has a value that proves it", async () => {
    const [change] = await schemaChangesOf(
      { Root: { oneOf: overlapping } },
      { Root: { anyOf: overlapping } },
      ["response"],
    );
    expect(change?.witness).toEqual({ value: { name: expect.any(String) }, validIn: "revision" });
  });
});

describe("31.7 alternatives without a name", () => {
  const of = (kind: string, more: object) =>
    object({ kind: { const: kind }, ...more }, { required: ["kind"] });
  const room = of("room", { floor: integer, seats: integer });
  const shelf = of("shelf", { floor: integer, width: integer });
  const book = of("book", { floor: string, pages: integer });
  const composed = { allOf: [object({ floor: string }), of("book", { pages: integer })] };

  test.each(["anyOf", "oneOf"] as const)("are paired by a constant in %s", async (keyword) => {
    for (const added of [book, composed]) {
      for (const after of [
        [added, room, shelf],
        [room, added, shelf],
        [shelf, room, added],
      ]) {
        const [base, revision] = [{ [keyword]: [room, shelf] }, { [keyword]: after }];
        const rule = keyword === "anyOf" ? "any-of" : "one-of";
        // An edit of each alternative, so that they are not equal.
        const edited = { [keyword]: after.map((each) => ({ ...each, "x-of": "library" })) };
        expect(await changesOf(base, revision, "response")).toEqual([
          `${rule}-added breaking wire`,
        ]);
        expect(await changesOf(base, revision, "request")).toEqual([
          `${rule}-added non-breaking wire`,
        ]);
        const found = await changesOf(base, edited, "response");
        expect(found.filter((each) => !each.startsWith("schema-extension"))).toEqual([
          `${rule}-added breaking wire`,
        ]);
      }
    }
  });

  test("are paired by a constant if they change, too", async () => {
    const wide = of("shelf", { floor: integer, width: string });
    const base = { oneOf: [room, shelf] };
    expect(await changesOf(base, { oneOf: [book, wide, room] }, "response")).toEqual([
      "one-of-added breaking wire",
      "type-changed breaking wire",
    ]);
  });

  test("are paired by a constant if one gets a name", async () => {
    const wide = of("shelf", { floor: integer, width: string });
    const changes = await schemaChangesOf(
      { Root: { oneOf: [room, shelf] } },
      { Root: { oneOf: [{ $ref: "#/components/schemas/Shelf" }, room] }, Shelf: wide },
      ["response"],
    );
    expect(changes.map(textOf)).toEqual(["type-changed breaking wire"]);
  });

  test("are paired by their properties", async () => {
    const [one, other] = [
      { ...sale(integer), required: ["side"] },
      object({ date: string, status: string }, { required: ["date"] }),
    ];
    const more = object({ ...other.properties, at: string }, { required: ["date"] });
    const third = object({ name: string }, { required: ["name"] });
    const base = { anyOf: [one, other] };
    const found = await changesOf(
      base,
      { anyOf: [third, more, { ...sale(string), required: ["side"] }] },
      "response",
    );
    expect(found.toSorted()).toEqual([
      "any-of-added breaking wire",
      "property-added non-breaking wire",
      "type-changed breaking wire",
    ]);
  });

  test("are paired by their types", async () => {
    const base = {
      anyOf: [
        { ...string, minLength: 2 },
        { ...integer, minimum: 2 },
      ],
    };
    const revision = {
      anyOf: [{ type: "boolean" }, { ...integer, minimum: 1 }, { ...string, minLength: 1 }],
    };
    expect((await changesOf(base, revision, "response")).toSorted()).toEqual([
      "any-of-added breaking wire",
      "min-length-decreased breaking wire",
      "minimum-decreased breaking wire",
    ]);
  });

  test("are not paired if they are of other kinds", async () => {
    const found = await changesOf({ oneOf: [room, shelf] }, { oneOf: [room, book] }, "response");
    expect(found).toEqual(["one-of-added breaking wire", "one-of-removed non-breaking wire"]);
  });
});

describe("31.8 a new optional property beside a union of many open alternatives", () => {
  const places = Array.from({ length: 13 }, (_, index) => `url${index}`);
  const alert = (more: object, isChanged = false) =>
    object({
      id: integer,
      place: {
        oneOf: places.map((name, index) =>
          object({ [name]: string, ...(isChanged && index < 9 ? more : {}) }, { required: [name] }),
        ),
      },
      ...(isChanged ? more : {}),
    });

  test("is proved to be safe", async () => {
    const more = { link: { type: "string", format: "uri" } };
    const changes = await changesOf(alert(more), alert(more, true), "response");
    expect(new Set(changes)).toEqual(new Set(["property-added non-breaking wire"]));
  });
});
