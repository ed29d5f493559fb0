import { detach } from "@specwright/runtime";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";

const long = "longer than thirteen";
const cut = `<${long}>`.slice(1, -1);

describe("detach", () => {
  const date = new Date(0);
  test.each<readonly [name: string, value: unknown]>([
    ["a short text", "short"],
    ["a cut text", cut],
    ["a text beyond Latin-1", `${cut}\u{1f980}`],
    ["a lone surrogate", `${cut}\ud800`],
    ["the rest of Latin-1", `${cut}\u00e9\u0000`],
    ["members and items, however deep", { a: [{ b: cut, c: 1n, d: null, e: -0 }], f: cut }],
    ["__proto__ as a member", JSON.parse(`{"__proto__":{"a":"${long}"}}`)],
    ["no prototype", Object.assign(Object.create(null), { a: cut })],
    ["undefined", undefined],
  ])("keeps %s", (_, value) => {
    expect(detach(value)).toEqual(value);
  });

  it("copies arrays and plain objects, and keeps instances of classes", () => {
    const value = { list: [cut], date };
    const copy = detach(value);
    expect(copy).not.toBe(value);
    expect(copy.list).not.toBe(value.list);
    expect(copy.date).toBe(date);
    expect(value).toEqual({ list: [cut], date });
  });

  it("gives equal values for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(detach(value)).toStrictEqual(value);
      }),
    );
  });
});
