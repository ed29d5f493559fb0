import { describe, expect, test } from "vitest";
import { linkTarget } from "../src/media/link-header.ts";

describe("the next link of a header", () => {
  test.each([
    ["", undefined],
    ["<a>", undefined],
    ["a; rel=next", undefined],
    ["<a>; rel=next", "a"],
    ['<a>;rel="next"', "a"],
    ['<a>; REL="prefetch NEXT"', "a"],
    ["<a>; rel=nextish, <b>; rel=next", "b"],
    ['<a>; rel="last", <b>; rel="next", <c>; rel="next"', "b"],
    ["<a,b;c>; rel=next", "a,b;c"],
    ['<a>; title="x, <b>; rel=next"; rel=last', undefined],
    ['<a>; title="\\"; rel=next"', undefined],
    ['<a>; title="\\"x"; rel=next', "a"],
    ["<a>; rel=last; rel=next", undefined],
    ['<a>; anchor="#x"; rel=next, <b>; rel=next', "b"],
    ["<a>; crossorigin; rel = next", "a"],
    ["<>; rel=next", ""],
  ])("%s", (header, want) => {
    expect(linkTarget(header, "next")).toBe(want);
  });

  test("is found in linear time", () => {
    for (const text of ["<a>", '<a>"', "<", ';"', "<a>;rel", '\\"']) {
      const header = text.repeat(65_536 / text.length);
      const start = performance.now();
      linkTarget(header, "next");
      expect(performance.now() - start).toBeLessThan(500);
    }
  });
});
