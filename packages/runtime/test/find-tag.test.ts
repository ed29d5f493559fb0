import { findTag } from "@specwright/runtime";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";

const find = (text: string, name = "type"): string | undefined =>
  findTag(new TextEncoder().encode(text), name);

describe("findTag", () => {
  test.each<readonly [name: string, text: string, want: string | undefined]>([
    ["first", '{"type":"a","seq":1', "a"],
    ["spaced", ' \n{ "type" :\t"a" }', "a"],
    ["after others", '{"a":[1,{"type":"x"}],"b":"}\\",","c":-1.5e3,"d":null,"type":"a"}', "a"],
    ["the first of two", '{"type":"a","type":"b"}', "a"],
    ["of another name", '{"typ":"x","types":"y","Type":"z","type":"a"}', "a"],
    ["absent", '{"a":1}', undefined],
    ["of an empty object", "{}", undefined],
    ["of an array", '["type","a"]', undefined],
    ["no string", '{"type":1}', undefined],
    ["escaped", '{"type":"\\u0061"}', undefined],
    ["beyond ASCII", '{"type":"é"}', undefined],
    ["cut short", '{"type":"a', undefined],
    ["cut in a key", '{"ty', undefined],
    ["cut in a value", '{"a":[1,', undefined],
    ["no colon", '{"type" "a"}', undefined],
    ["empty text", "", undefined],
  ])("%s", (_, text, want) => {
    expect(find(text)).toBe(want);
  });

  it("agrees with JSON.parse where it gives anything, and ends for any bytes", () => {
    const tagged = fc.record({ a: fc.jsonValue(), type: fc.string(), z: fc.jsonValue() });
    fc.assert(
      fc.property(tagged, (value) => {
        const found = find(JSON.stringify(value));
        expect([undefined, value.type]).toContain(found);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        findTag(bytes, "type");
      }),
    );
  });
});
