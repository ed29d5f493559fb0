import { completeTopicParameters } from "@specwright/runtime/transport";
import { describe, expect, it } from "vitest";

const rules = {
  meter: { type: "string" },
  kind: { type: "string", enum: ["power", "heat"], default: "power" },
  depth: { type: "integer", default: 10 },
  share: { type: "number", default: 0.5 },
  whole: { type: "boolean", default: false },
  other: { default: 1 },
} as const;
const defaults = { meter: "m", kind: "power", depth: 10, share: 0.5, whole: false, other: 1 };

type Given = Readonly<Record<string, unknown>>;

const complete = (given: Given, allowTexts: boolean) =>
  completeTopicParameters("readings", rules, given, { allowTexts });

describe("the parameters of a topic", () => {
  it("have their defaults", () => {
    expect(complete({ meter: "m" }, false)).toEqual({ values: defaults });
  });

  it.each<[Given, string]>([
    [{}, "The parameter meter of the topic readings is missing."],
    [{ meter: 5 }, "The parameter meter of the topic readings is not a text."],
    [
      { meter: "m", kind: "steam" },
      "The parameter kind of the topic readings is not one of power, heat.",
    ],
    [{ meter: "m", depth: 1.5 }, "The parameter depth of the topic readings is not an integer."],
    [{ meter: "m", depth: "1x" }, "The parameter depth of the topic readings is not an integer."],
    [
      { meter: "m", share: Number.NaN },
      "The parameter share of the topic readings is not a number.",
    ],
    [
      { meter: "m", whole: "yes" },
      "The parameter whole of the topic readings is not true or false.",
    ],
    [
      { meter: "m", other: [] },
      "The parameter other of the topic readings is not a text, a number or a boolean.",
    ],
    [
      { meter: "m", metre: "n" },
      "Unknown parameter metre of the topic readings. Parameters: meter, kind, depth, share, whole, other.",
    ],
  ])("%j are refused", (given, fault) => {
    expect(complete(given, false)).toEqual({ fault });
    expect(complete(given, true)).toEqual({ fault });
  });

  it.each<Given>([{ depth: "20" }, { share: "0.25" }, { whole: "true" }])(
    "%j may be texts where a request joins parameters",
    (texts) => {
      const given = { meter: "m", ...texts };
      expect(complete(given, true)).toEqual({ values: { ...defaults, ...given } });
      expect(complete(given, false)).toHaveProperty("fault");
    },
  );
});
