// The sentences of the source, the clauses and docs/conformance.md agree.

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clauses } from "../src/index.ts";
import { isSelected } from "../src/report/clause.ts";
import { compareIds } from "../src/streams/clauses/clauses.ts";
import { formatCoverage } from "../src/streams/format-coverage.ts";
import { sentences } from "../src/streams/sentences.ts";

const page = new URL("../../../docs/conformance.md", import.meta.url);
const HEADING = "## Sentences\n\n";
const ids = clauses.map(({ id }) => id);

test("every sentence has clauses that exist, or a reason why it has none", () => {
  const idle = sentences.filter(
    ({ clauses: of, unobservable }) => of.length === 0 && unobservable === undefined,
  );
  expect(idle).toEqual([]);
  const named = sentences.flatMap(({ clauses: of }) => of);
  expect(named.filter((name) => !ids.some((id) => isSelected(id, [name])))).toEqual([]);
});

test("every clause judges a sentence", () => {
  const named = sentences.flatMap(({ clauses: of }) => of);
  expect(ids.filter((id) => !isSelected(id, named))).toEqual([]);
});

test("every section from 3 to 9 and every decision has sentences", () => {
  const places = sentences.map(({ place }) => place.split(" ")[0]);
  const sections = ["3.1", "3.2", "3.3", "4", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7"];
  const more = ["5", "6", "7.1", "7.2", "8", "9"];
  const decisions = Array.from({ length: 27 }, (_, index) => `S${index + 1}`);
  expect([...sections, ...more, ...decisions].filter((one) => !places.includes(one))).toEqual([]);
});

test("ids are unique and in order", () => {
  expect(ids).toEqual([...new Set(ids)].toSorted(compareIds));
});

test("docs/conformance.md contains the tables", () => {
  const text = readFileSync(page, "utf8");
  const before = text.slice(0, text.indexOf(HEADING) + HEADING.length);
  const wanted = before + formatCoverage();
  // UPDATE_GOLDENS=1 writes the file.
  if (process.env["UPDATE_GOLDENS"]) writeFileSync(page, wanted);
  expect(readFileSync(page, "utf8")).toBe(wanted);
});
