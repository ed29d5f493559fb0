import { expect, test } from "vitest";
import type { ClauseOutcome } from "../src/index.ts";
import { formatJunit } from "../src/report/format-junit.ts";

function result(id: string, outcome: ClauseOutcome, seen: string) {
  return { id, source: "4.5", sentence: "A <rule>.", outcome, seen, durationMs: 12 };
}

test("a report as JUnit XML contains no text that could end an element or break the file", () => {
  const xml = formatJunit({
    url: "ws://h/v1",
    results: [
      result("4.5.1", "pass", "fine"),
      result("4.5.2", "fail", 'got "</failure>" & \u0000\u{d800}\n'),
      result("S8.1", "not run", "needs publish"),
    ],
    counts: { pass: 1, fail: 1, "not run": 1 },
    advice: [],
    durationMs: 1500,
  });
  expect(xml.split("\n").slice(3, 6)).toEqual([
    '    <testcase classname="section 4.5" name="4.5.1 A &lt;rule&gt;." time="0.012"/>',
    '    <testcase classname="section 4.5" name="4.5.2 A &lt;rule&gt;." time="0.012"><failure message="got &quot;&lt;/failure&gt;&quot; &amp; \u{fffd}\u{fffd}&#10;" type="source 4.5"/></testcase>',
    '    <testcase classname="section S8" name="S8.1 A &lt;rule&gt;." time="0.012"><skipped message="needs publish"/></testcase>',
  ]);
  expect(xml).toContain('tests="3" failures="1" skipped="1" time="1.500"');
});
