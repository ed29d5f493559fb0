import { printHistory, readHistory } from "@specwright/diff/changelog";
import { describe, expect, test } from "vitest";
import { changeOf, history, shop } from "./shop-history.ts";

describe("a history file", () => {
  test("keeps releases unchanged, including large integers", () => {
    const large = {
      interface: shop,
      version: "4.0.0",
      changes: [
        changeOf({
          fingerprint: "0",
          witness: { value: [9007199254740993n, 1.5, 1e300, -1], validIn: "revision" },
        }),
      ],
    } as const;
    expect(readHistory(printHistory([large]))).toEqual([large]);
    const text = printHistory(history);
    expect(printHistory(readHistory(text))).toBe(text);
    expect(text.split("\n")).toHaveLength(history.length + 5);
  });

  const release = { interface: shop, version: "1", changes: [] };
  const change = changeOf({ fingerprint: "0" });
  test.each<[string, unknown]>([
    ["the history is not an object.", []],
    ["releases is not an array.", {}],
    ["releases/0 is not an object.", { releases: [null] }],
    ["releases/0/interface is not an object.", { releases: [{}] }],
    [
      "releases/0/interface/url is not a string.",
      { releases: [{ interface: { id: "a", title: "a" } }] },
    ],
    ["releases/0/version is not a string.", { releases: [{ ...release, version: 1 }] }],
    ["releases/0/date is not a string.", { releases: [{ ...release, date: 2022 }] }],
    ["releases/0/changes is not an array.", { releases: [{ ...release, changes: {} }] }],
    [
      "releases/0/operationTags/a/0 is not a string.",
      { releases: [{ ...release, operationTags: { a: [1] } }] },
    ],
    [
      "releases/0/commits/0/url is not a string.",
      { releases: [{ ...release, commits: [{ id: "a", subject: "b" }] }] },
    ],
    [
      "releases/0/commits/0/authors/0/name is not a string.",
      { releases: [{ ...release, commits: [{ id: "", subject: "", url: "", authors: [{}] }] }] },
    ],
    [
      "releases/0/changes/0/class is not a class.",
      { releases: [{ ...release, changes: [{ ...change, class: "bad" }] }] },
    ],
    [
      "releases/0/changes/0/base/file is not a string.",
      { releases: [{ ...release, changes: [{ ...change, base: {} }] }] },
    ],
    [
      "releases/0/changes/0/affects/0/part is not a string.",
      { releases: [{ ...release, changes: [{ ...change, affects: [{ operation: "a" }] }] }] },
    ],
  ])("is refused: %s", (message, value) => {
    expect(() => readHistory(JSON.stringify(value))).toThrow(
      expect.objectContaining({ code: "invalid_history", message }),
    );
  });

  test("accepts changes from the report of specwright diff", () => {
    const place = { line: 1, column: 2, pointer: "/paths" };
    const reported = { ...change, base: { path: "specs/shop.yaml", ...place } };
    const text = JSON.stringify({ releases: [{ ...release, changes: [reported] }] });
    expect(readHistory(text)[0]?.changes[0]?.base).toEqual({ file: "specs/shop.yaml", ...place });
  });

  test("is refused if it is not JSON", () => {
    expect(() => readHistory("{")).toThrow(expect.objectContaining({ code: "invalid_history" }));
  });
});
