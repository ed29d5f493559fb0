import { expect, test } from "vitest";
import { acceptedType } from "../src/http/accepted-type.ts";
import { readCursor, readNumberCursor, writeCursor } from "../src/http/list-cursor.ts";
import { waitPreference } from "../src/http/wait-preference.ts";

test.each([
  [undefined, "application/json"],
  ["", "application/json"],
  ["*/*", "application/json"],
  ["text/html", "text/html"],
  ["TEXT/HTML", "text/html"],
  ["text/html, application/json", "application/json"],
  ["text/html, application/json;q=0.9", "text/html"],
  ["text/html;q=0.1, */*;q=0.2", "application/json"],
  ["application/json;q=0, */*", "text/html"],
  ["text/*", "text/html"],
  ["text/html;charset=utf-8;q=0.5", "text/html"],
  ["nonsense, text/html", "text/html"],
  ["image/png", undefined],
  ["text/html;q=0", undefined],
  ["text/html;q=x", undefined],
])("of Accept %j the type is %j", (accept, want) => {
  const offered = ["application/json", "text/html"] as const;
  const found = () => acceptedType(accept, [...offered]);
  if (want === undefined) expect(found).toThrow(/formats are/);
  else expect(found()).toBe(want);
});

test.each([
  [undefined, undefined],
  ["respond-async", undefined],
  ["wait=10", 10],
  ["WAIT=10", 10],
  ["respond-async, wait=5", 5],
  ['wait="7"; foo', 7],
  ["wait = 3", 3],
  ["wait=0", undefined],
  ["wait=600", 30],
  ["wait=-1", undefined],
  ["wait=1.5", undefined],
  ["await=5", undefined],
])("Prefer %j waits for %j seconds", (prefer, want) => {
  expect(waitPreference(prefer)).toBe(want);
});

test("a cursor belongs to its selection", () => {
  const cursor = writeCursor("17", { branch: "main", interface: undefined });
  expect(readNumberCursor(cursor, { branch: "main" })).toBe(17);
  expect(() => readNumberCursor(cursor, { branch: "next" })).toThrow("see errors");
  expect(() => readNumberCursor(writeCursor("a", {}), {})).toThrow("see errors");
  expect(readCursor(writeCursor("a", {}), {})).toBe("a");
  expect(() => readCursor("bm9uZQ", {})).toThrow("see errors");
});
