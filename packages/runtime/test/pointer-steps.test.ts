import { describe, expect, it } from "vitest";
import { pointerSteps, valueAt } from "../src/json/json-pointer.ts";

describe("a pointer", () => {
  const cases: readonly (readonly [pointer: string, want: readonly (string | number)[]])[] = [
    ["", []],
    ["/", [""]],
    ["/a/b", ["a", "b"]],
    ["/a//b", ["a", "", "b"]],
    ["/0/-1/10", [0, -1, 10]],
    ["/00/-0/-/1a/+1", ["00", "-0", "-", "1a", "+1"]],
    ["/a~1b/c~0d/~01", ["a/b", "c~d", "~1"]],
  ];
  it.each(cases)("%s has the steps %j", (pointer, want) => {
    expect(pointerSteps(pointer)).toEqual(want);
  });
});

describe("the value at a pointer", () => {
  const value = { a: [{ b: null }, 2, [3]], "x/y": { "": false }, length: 4 };
  const cases: readonly (readonly [pointer: string, want: unknown])[] = [
    ["", value],
    ["/a/0/b", null],
    ["/a/-1/0", 3],
    ["/a/-3/b", null],
    ["/a/-4", undefined],
    ["/a/3", undefined],
    ["/a/length", undefined],
    ["/x~1y/", false],
    ["/toString", undefined],
    ["/length", 4],
    ["/a/1/b", undefined],
  ];
  it.each(cases)("%s is %j", (pointer, want) => {
    expect(valueAt(value, pointer)).toEqual(want);
  });
});
