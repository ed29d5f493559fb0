// The pages that list findings of outside tools refer to existing tests by number.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const pages = ["packages/conformance/test/coverage.md", "apps/marketplace/test/security-cases.md"];

const rows = pages.flatMap((page) => {
  const text = readFileSync(new URL(page, root), "utf8");
  return [...text.matchAll(/^\| (T\d+) \| (.+) \| (.+) \|$/gm)].map(
    ([, number = "", what = "", where = ""]) => ({ page, number, what, where }),
  );
});

describe("findings of outside tools", () => {
  test.each(pages)("are listed in %s by number, without duplicates", (page) => {
    const own = rows.filter((row) => row.page === page);
    expect(own.length).toBeGreaterThan(10);
    const numbers = own.map(({ number }) => Number(number.slice(1)));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    const texts = own.map(({ number, what }) => `${number} ${what}`);
    expect(texts).toEqual([...new Set(texts)]);
  });

  test.each(rows)("$number in $page: $what", ({ number, where }) => {
    const files = [...where.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = ""]) => file);
    expect(files).not.toEqual([]);
    for (const file of files) {
      const text = readFileSync(new URL(file, root), "utf8");
      expect(text, file).toMatch(new RegExp(`["\`]${number} `));
    }
  });
});
