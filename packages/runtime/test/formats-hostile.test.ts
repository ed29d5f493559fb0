import { describe, expect, test } from "vitest";
import { formats } from "./string-formats.ts";

describe("time grows with the length and no faster", () => {
  // At 100,000 characters, quadratic time would be ten seconds and more.
  const length = 100_000;
  const parts = [
    ..."a1.-:/%~{(@\"\\P[#,'ü。\u0301\u200c\u094d\ud800א",
    "1.",
    "a.",
    ".a",
    "1:",
    "::",
    "%41",
    "%4",
    "~0",
    "~1",
    "/~",
    "{a}",
    "{a",
    "{a,",
    ",a",
    "a@",
    "\\a",
    "a-",
    "xn--",
    "xn--a",
    "(a",
    "(?:",
    "(?<a>",
    "[a",
    "a|",
    "a*",
    "1D",
    "T1",
    "ü.",
    "ü-",
    "\ue000",
    "a=",
    "💥",
    "?#",
  ];
  const around: readonly (readonly [start: string, end: string])[] = [
    ["", ""],
    ["P1DT", "\n"],
    ["a:", "["],
    ["a://[", "]"],
    ["?", "\ue000"],
    ["{", "}"],
    ["1/", "~"],
    ['"', '"@b'],
    ["a@", "."],
    ["xn--", "-"],
    ["(", ")"],
    ["1963-06-19T08:30:06.", "Zz"],
  ];
  test.each(Object.entries(formats))("%s", (_, [isValid]) => {
    let slowest = { milliseconds: 0, text: "" };
    for (const part of parts) {
      const body = part.repeat(length / part.length);
      for (const [start, end] of around) {
        const before = process.cpuUsage();
        isValid(start + body + end);
        const { user, system } = process.cpuUsage(before);
        const milliseconds = (user + system) / 1000;
        if (milliseconds > slowest.milliseconds) {
          slowest = { milliseconds, text: `${start}|${part}|${end}` };
        }
      }
    }
    expect(slowest.milliseconds, slowest.text).toBeLessThan(1000);
  });
});
