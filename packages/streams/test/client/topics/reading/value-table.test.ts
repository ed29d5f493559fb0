import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ValueTable } from "../../../../src/client/topics/reading/value-table.ts";
import { createScanner, scanText } from "./read-frame.ts";

// The first two have the same hash.
const texts = ["Aa", "BB", "", "5", "é", "a\nb"] as const;
const key = fc.tuple(fc.constantFrom(...texts), fc.constantFrom(...texts));

describe("a table of values", () => {
  it("finds the same by frames as a Map by texts", () => {
    const step = fc.record({ key, action: fc.constantFrom("set", "delete", "find", "find") });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, escaped) => {
        const scanner = createScanner(["/x", "/y"]);
        const table = new ValueTable<number>([0, 1]);
        const model = new Map<string, number>();
        for (const [
          at,
          {
            key: [x, y],
            action,
          },
        ] of steps.entries()) {
          const name = JSON.stringify([x, y]);
          if (action === "set") {
            table.set([x, y], at);
            model.set(name, at);
          } else if (action === "delete") {
            table.delete([x, y]);
            model.delete(name);
          } else {
            const json = JSON.stringify({ y, x });
            scanText(scanner, escaped ? json.replaceAll("a", "\\u0061") : json);
            expect(table.find(scanner)).toBe(model.get(name));
            expect(table.textsAt(scanner)).toEqual([x, y]);
          }
          expect(table.get([x, y])).toBe(model.get(name));
        }
      }),
    );
  });

  it("finds numbers and booleans by their texts, and no other values", () => {
    const table = new ValueTable<string>([0]);
    table.set(["17"], "number");
    table.set(["true"], "boolean");
    table.set(["null"], "null");
    const scanner = createScanner(["/x"]);
    const found = ['{"x":17}', '{"x":"17"}', '{"x":true}', '{"x":null}', '{"x":[17]}', "{}"].map(
      (frame) => scanText(scanner, frame) && table.find(scanner),
    );
    expect(found).toEqual(["number", "number", "boolean", undefined, undefined, undefined]);
  });

  it("without slots, holds one value for every frame", () => {
    const table = new ValueTable<string>([]);
    const scanner = createScanner([]);
    scanText(scanner, "{}");
    expect(table.find(scanner)).toBeUndefined();
    table.set([], "all");
    expect(table.find(scanner)).toBe("all");
  });
});
