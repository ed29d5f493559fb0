import { pointerSteps } from "@specwright/runtime";
import { describe, expect, it } from "vitest";
import { placeAt } from "../../../src/server/topics/frames/place-at.ts";

describe("placeAt", () => {
  it.each<[value: unknown, pointer: string, want: unknown]>([
    [undefined, "", "x"],
    [undefined, "/a", { a: "x" }],
    [undefined, "/a/0/b", { a: [{ b: "x" }] }],
    [undefined, "/2", [undefined, undefined, "x"]],
    [[1, 2], "/0", ["x", 2]],
    [[1, 2], "/-1", [1, 2, "x"]],
    [undefined, "/-1", ["x"]],
    [{ a: { b: 1, c: 2 } }, "/a/b", { a: { b: "x", c: 2 } }],
    [{ "a/b": 1 }, "/a~1b", { "a/b": "x" }],
  ])("puts a value into %o at %s", (value, pointer, want) => {
    const before = structuredClone(value);
    expect(placeAt(value, pointerSteps(pointer), "x")).toEqual(want);
    expect(value).toEqual(before);
  });

  it.each<[value: unknown, pointer: string]>([
    [{}, "/0"],
    [[], "/a"],
    ["text", "/a"],
    [{ a: null }, "/a/b"],
  ])("refuses %o at %s", (value, pointer) => {
    expect(() => placeAt(value, pointerSteps(pointer), "x")).toThrow("contract_unclear");
  });
});
