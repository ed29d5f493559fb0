import type { FeedConditions } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";
import { createFrameSlots } from "../../../../src/client/topics/reading/frame-slots.ts";
import { compileConditions } from "../../../../src/client/topics/reading/recognise.ts";
import { createScanner, scanText } from "./read-frame.ts";

describe("conditions", () => {
  const cases: readonly (readonly [FeedConditions, frame: string, want: boolean])[] = [
    [{}, "{}", true],
    [{ "/e": "book" }, '{"e":"book"}', true],
    [{ "/e": "book" }, '{"e":"books"}', false],
    [{ "/e": "book" }, '{"e":"bo\\u006fk"}', true],
    [{ "/e": "book" }, '{"e":"bo\\u006fm"}', false],
    [{ "/e": 'a"\n' }, '{"e":"a\\"\\u000a"}', true],
    [{ "/e": "é" }, '{"e":"\\u00e9"}', true],
    [{ "/e": "é" }, '{"e":"é"}', true],
    [{ "/e": "" }, '{"e":""}', true],
    [{ "/e": "" }, "{}", false],
    [{ "/e": "1" }, '{"e":1}', false],
    [{ "/e": 1 }, '{"e":"1"}', false],
    [{ "/e": 1 }, '{"e":1}', true],
    [{ "/e": 1 }, '{"e":1.0}', true],
    [{ "/e": 100 }, '{"e":1e2}', true],
    [{ "/e": 1 }, '{"e":12}', false],
    [{ "/e": true }, '{"e":true}', true],
    [{ "/e": true }, '{"e":false}', false],
    [{ "/e": false }, '{"e":false}', true],
    [{ "/e": false }, '{"e":"false"}', false],
    [{ "/e": ["te", "tu", 5] }, '{"e":"tu"}', true],
    [{ "/e": ["te", "tu", 5] }, '{"e":5}', true],
    [{ "/e": ["te", "tu", 5] }, '{"e":"5"}', false],
    [{ "/e": { absent: true } }, "{}", true],
    [{ "/e": { absent: true } }, '{"e":null}', false],
    [{ "/e": { type: "null" } }, '{"e":null}', true],
    [{ "/e": { type: "boolean" } }, '{"e":false}', true],
    [{ "/e": { type: "number" } }, '{"e":"1"}', false],
    [{ "/e/0": { type: "array" } }, '{"e":[[]]}', true],
    [{ "/e": { type: "object" } }, '{"e":{}}', true],
    [{ "/e": { type: "string" } }, '{"e":"\\n"}', true],
    [{ "/e": "a", "/f/-1": 2 }, '{"e":"a","f":[1,2]}', true],
    [{ "/e": "a", "/f/-1": 1 }, '{"e":"a","f":[1,2]}', false],
    [{ "/e": "a", "/f": 1 }, '{"f":1}', false],
  ];
  it.each(cases)("%j of %s: %s", (conditions, frame, want) => {
    const slots = createFrameSlots();
    const test = compileConditions(conditions, slots);
    const scanner = createScanner(slots.pointers);
    expect(scanText(scanner, frame)).toBe(true);
    expect(test(scanner)).toBe(want);
  });
});
