// security-cases.md lists where each case is tested, or why it does not apply.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const CASES = 94;
const page = readFileSync(new URL("security-cases.md", import.meta.url), "utf8");
const [casesPart = "", trustPart = ""] = page.split("\n## Findings of outside tests\n");
const rows = rowsOf(casesPart);
const trust = rowsOf(trustPart);

interface Row {
  readonly number: number;
  readonly where: string;
}

function rowsOf(text: string): readonly Row[] {
  return [...text.matchAll(/^\| T?(\d+) \| (.+) \| (.+) \|$/gm)].map(
    ([, number = "", , where = ""]) => ({ number: Number(number), where }),
  );
}

/** Lists the cases in the names of a file's tests. */
function casesOf(file: string): ReadonlySet<number> {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const names = [...text.matchAll(/["`]cases? ([\d, and]+)[:"`]/g)];
  return new Set(names.flatMap(([, numbers = ""]) => (numbers.match(/\d+/g) ?? []).map(Number)));
}

test("every case has a row, in order", () => {
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: CASES }, (_, index) => index + 1),
  );
});

test.each(rows)("case $number is where its row says", ({ number, where }) => {
  if (where.startsWith("Does not apply: ")) return;
  const files = [...where.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, file = ""]) => `./${file}`);
  expect(files).not.toEqual([]);
  for (const file of files) expect(casesOf(file)).toContain(number);
});

test("no test has the number of an inapplicable or unknown case", () => {
  const numbers = new Set(rows.map(({ number }) => number));
  const none = new Set(
    rows.filter(({ where }) => where.startsWith("Does not apply: ")).map(({ number }) => number),
  );
  for (const file of readdirSync(new URL(".", import.meta.url))) {
    if (!file.endsWith(".test.ts")) continue;
    for (const number of casesOf(`./${file}`)) {
      expect([file, number, numbers.has(number) && !none.has(number)]).toEqual([
        file,
        number,
        true,
      ]);
    }
  }
});

test("findings of outside judges are fixed", () => {
  const numbers = trust.map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
});

test.each(trust)("T$number is where its row says", ({ number, where }) => {
  const files = [...where.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = ""]) => file);
  expect(files).not.toEqual([]);
  for (const file of files) {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
    expect(text).toMatch(new RegExp(`["\`]T${number} `));
  }
});
