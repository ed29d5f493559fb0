// The zod codecs of values with another form in TypeScript.

import { expect, it } from "vitest";
import * as z from "zod";
import * as dates from "./cases/dates/out/schemas.ts";
import * as decimals from "./cases/decimals/out/schemas.ts";
import * as integers from "./cases/int64-string/out/schemas.ts";

const T = "2024-02-29T12:30:00.125Z";
const at = new Date(T);
const price = {
  text: { units: 1n, nanos: 500_000_000 },
  number: { units: 0n, nanos: -250_000_000 },
  digits: "0.1",
};

const rows: readonly (readonly [name: string, schema: z.ZodType, wire: unknown, value: unknown])[] =
  [
    ["a date", dates.MomentSchema, T, at],
    ["members and items", dates.TreeSchema, { at: T, parts: [{ at: T }] }, { at, parts: [{ at }] }],
    ["a tagged union", dates.ChangeSchema, { kind: "Opened", at: T }, { kind: "Opened", at }],
    ["no member", dates.ListEventsQuerySchema, {}, {}],
    ["the items of a list", dates.ListEventsQuerySchema, { days: [T] }, { days: [at] }],
    [
      "decimals",
      decimals.PriceSchema,
      { text: "1.5", number: 0.25, digits: 0.1 },
      { ...price, number: { units: 0n, nanos: 250_000_000 } },
    ],
    ["a word beside decimals", decimals.WorthSchema, "none", "none"],
    ["digits", integers.IdSchema, 9007199254740993n, "9007199254740993"],
    ["digits beside a word", integers.CountSchema, 7n, "7"],
  ];

it.each(rows)("decode and encode %s", (_name, schema, wire, value) => {
  expect(schema.parse(wire)).toEqual(value);
  expect(schema.parse(value)).toEqual(value);
  expect(z.encode(schema, value)).toEqual(wire);
});

const refused: readonly (readonly [schema: z.ZodType, value: unknown, path: string])[] = [
  [dates.TreeSchema, { at: new Date(Number.NaN) }, "at"],
  [dates.TreeSchema, { at, parts: [{ at: "soon" }] }, "parts.0.at"],
  [decimals.PriceSchema, { ...price, number: { units: 0n, nanos: 0.5 } }, "number"],
  [decimals.PriceSchema, price, "number"],
  [integers.AccountSchema, { id: "five" }, "id"],
];

it.each(refused)("refuse %# with its place", (schema, value, path) => {
  const paths = schema.safeParse(value).error?.issues.map((issue) => issue.path.join("."));
  expect(paths).toEqual([path]);
});
