import {
  objectMembers,
  readFurther,
  readMembers,
  readString,
  readWhole,
  sharedScan,
  withOthers,
} from "@specwright/runtime/codegen/stream";
import { describe, expect, it } from "vitest";

const members = objectMembers(["a", "b", "c"], [readString, readString], [readString]);

/** Reads an object in any order. */
const readObject = readWhole(() => {
  const [a, b, c] = readMembers(members, sharedScan.at);
  const value: { a: string; b: string; c?: string } = { a, b };
  if (c !== undefined) value.c = c;
  return withOthers(value);
});

describe("readMembers", () => {
  it.each([
    ['{"a":"1","b":"2"}', { a: "1", b: "2" }],
    ['{"b":"2","a":"1"}', { a: "1", b: "2" }],
    [' { "c" : "3" , "b" : "2" , "a" : "1" } ', { a: "1", b: "2", c: "3" }],
    ['{"x":[1],"b":"2","a":"1","y":{}}', { a: "1", b: "2", x: [1], y: {} }],
    ['{"a":"0","b":"2","a":"1","x":1,"x":2}', { a: "1", b: "2", x: 2 }],
  ])("reads %s", (text, value) => {
    expect(readObject(text)).toEqual(value);
    expect(JSON.stringify(readObject(text))).toBe(JSON.stringify(value));
  });

  it.each(['{"a":"1"}', '{"b":"2","c":"3"}', "{}", '{"a":"1","b":2}', '{"a":"1","b":"2"'])(
    "gives up %s",
    (text) => expect(() => readObject(text)).toThrow("off the fast path"),
  );

  it("gives up a text when too much is read again", () => {
    let calls = 0;
    let read: () => unknown = readString;
    for (let depth = 0; depth < 30; depth += 1) {
      const inner = read;
      const child = objectMembers(["x"], [inner]);
      read = () => {
        calls += 1;
        const start = sharedScan.at;
        sharedScan.at += '{"x":'.length;
        inner();
        // As if another name followed: every level reads what is in it twice.
        return readMembers(child, start);
      };
    }
    const text = `${'{"x":'.repeat(30)}""${"}".repeat(30)}`;
    expect(() => readWhole(read)(text)).toThrow("off the fast path");
    expect(calls).toBeLessThan(1000);
  });
});

describe("readFurther", () => {
  const readEnd = (value: object) => readWhole(() => readFurther({ ...value }, members));

  it("adds the members that were not read in order", () => {
    expect(readEnd({ a: "1", b: "2" })("}")).toEqual({ a: "1", b: "2" });
    expect(readEnd({ a: "1", b: "2" })(',"x":1 , "c":"3"}')).toEqual({
      a: "1",
      b: "2",
      x: 1,
      c: "3",
    });
  });

  it("leaves members that are there twice to the codec", () => {
    expect(() => readEnd({ a: "1", b: "2" })(',"a":"3"}')).toThrow("off the fast path");
  });
});
