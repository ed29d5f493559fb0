// The sentences of the source, which coverage.md lists, and the clauses agree.

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clauses } from "../src/index.ts";
import { isSelected } from "../src/report/clause.ts";
import { compareIds, sourceClauses } from "../src/streams/clauses/clauses.ts";

const page = new URL("coverage.md", import.meta.url);
const HEADING = "## Clauses\n\n";
const text = readFileSync(page, "utf8");
const ids = clauses.map(({ id }) => id);
const sentences = readSentences();

/** Reads the table of sentences; a section covers all its clauses. */
function readSentences() {
  const table = text.slice(text.indexOf("## Sentences\n"), text.indexOf(HEADING));
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(1).map((line) => {
    const [place = "", says = "", of = "", unobservable = ""] = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    return { place, says, unobservable, of: of.split(", ").filter((id) => id !== "") };
  });
}

test("every sentence has clauses that exist, or a reason why it has none", () => {
  expect(sentences.length).toBeGreaterThan(150);
  expect(sentences.filter(({ of, unobservable }) => of.length === 0 && !unobservable)).toEqual([]);
  const named = sentences.flatMap(({ of }) => of);
  expect(named.filter((name) => !ids.some((id) => isSelected(id, [name])))).toEqual([]);
});

test("every clause judges a sentence", () => {
  const named = sentences.flatMap(({ of }) => of);
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
  expect(ids).toEqual([...new Set(ids)]);
  const own = sourceClauses.map(({ id }) => id);
  expect(own).toEqual(own.toSorted(compareIds));
});

test("coverage.md lists the clauses", () => {
  const rows = clauses.map(({ id, sentence, needs = [] }) => {
    return `| ${id} | ${sentence} | ${needs.join(", ")} |`;
  });
  const head = text.slice(0, text.indexOf(HEADING) + HEADING.length);
  const wanted = `${head}${["| id | rule | needs |", "|---|---|---|", ...rows].join("\n")}\n`;
  // UPDATE_GOLDENS=1 writes the file.
  if (process.env["UPDATE_GOLDENS"]) writeFileSync(page, wanted);
  expect(readFileSync(page, "utf8")).toBe(wanted);
});
