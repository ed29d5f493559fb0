// Examples of strings are readable if readable ones prove the same.

import { expect, test } from "vitest";
import { schemaChangesOf } from "./schemas/schema-changes-of.ts";

const string = { type: "string" };
const closed = { type: "object", additionalProperties: false };

const rows: readonly (readonly [name: string, base: object, revision: object, want: unknown])[] = [
  ["a pattern that starts later", { pattern: "a" }, { pattern: "^a" }, "ba"],
  ["digits", { pattern: "^[0-9]{4}$" }, { pattern: "^[0-9]{3}$" }, "0000"],
  ["any text", {}, { pattern: "^x" }, "a"],
  ["no text", {}, { minLength: 1 }, ""],
  ["punctuation", { pattern: "^\\W$" }, { pattern: "^[^\\w ]$" }, " "],
  [
    "a control character, if nothing else proves it",
    { pattern: "^\\t$" },
    { pattern: "^ $" },
    "\t",
  ],
];

test.each(rows)("%s", async (_name, base, revision, want) => {
  const [change] = await schemaChangesOf(
    { Root: { ...string, ...base } },
    { Root: { ...string, ...revision } },
    ["request"],
  );
  expect(change?.witness).toEqual({ value: want, validIn: "base" });
});

test("the name of a property", async () => {
  const [change] = await schemaChangesOf({ Root: { type: "object" } }, { Root: closed }, [
    "request",
  ]);
  expect(change?.witness?.value).toEqual({ a: null });
});
