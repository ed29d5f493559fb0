// The cases of oasdiff (https://github.com/oasdiff/oasdiff, Apache-2.0) in ../shared/suites. Its ids are
// the expected findings, and its levels say which are breaking. differences.json lists the cases in which
// we disagree, with reasons. SHOW_CASES=1 prints every case with a difference, including the number of
// findings and their levels.

import { readFileSync } from "node:fs";
import { rules } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { failureText } from "./failure-text.ts";
import { cases, hasSuite } from "./oasdiff-suite.ts";
import { type Figures, figuresOf, isMissed, type Score, scoreOf } from "./score.ts";
import { hasRow } from "./their-ids.ts";

interface Difference {
  readonly reason: string;
  readonly cases: readonly number[];
}

const differences: readonly Difference[] = JSON.parse(
  readFileSync(new URL("differences.json", import.meta.url), "utf8"),
);
const argued = new Set(differences.flatMap((each) => each.cases));

test("the table has a row for every rule of schemas and of OpenAPI", () => {
  const asyncOnly = new Set(["channel", "message", "extension"]);
  const ours = Object.entries(rules).filter(([, { area }]) => !asyncOnly.has(area));
  expect(ours.map(([id]) => id).filter((id) => !hasRow(id))).toEqual([]);
});

describe.skipIf(!hasSuite)("oasdiff", () => {
  const scores: Score[] = [];

  test("every case can be compared", { timeout: 120_000 }, async () => {
    for (const each of cases) scores.push(await scoreOf(each));
    expect(scores).toHaveLength(617);
    if (process.env["SHOW_CASES"] !== "1") return;
    for (const text of scores.map(failureText)) if (text !== undefined) console.info(text);
  });

  test("at least 95 % of the expected ids are found", () => {
    const figures = figuresOf(scores);
    console.info(textOf("all cases", figures));
    expect(figures.foundIds / figures.expectedIds).toBeGreaterThanOrEqual(0.95);
  });

  test("breaking cases are called breaking, and clean ones are not, except argued cases", () => {
    const figures = figuresOf(scores.filter((each) => !argued.has(each.case.n)));
    console.info(textOf("without the argued cases", figures));
    expect(figures.brokenErrorCases / figures.errorCases).toBeGreaterThanOrEqual(0.98);
    expect(figures.brokenCleanCases).toBe(0);
  });

  test("every argued case is a difference", () => {
    const needless = scores.filter((each) => argued.has(each.case.n) && !isMissed(each));
    expect(needless.map((each) => each.case.n)).toEqual([]);
  });
});

function textOf(title: string, figures: Figures): string {
  const { expectedIds, foundIds, errorCases, brokenErrorCases, cleanCases, brokenCleanCases } =
    figures;
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  return [
    `oasdiff, ${title}:`,
    `${foundIds} of ${expectedIds} ids found (${share(foundIds, expectedIds)}),`,
    `${brokenErrorCases} of ${errorCases} ERR cases at least potentially breaking`,
    `(${share(brokenErrorCases, errorCases)}),`,
    `${brokenCleanCases} of ${cleanCases} clean pairs breaking`,
  ].join(" ");
}
