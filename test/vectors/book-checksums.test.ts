// The checksums of books in specs/vectors/books.

import { readFileSync } from "node:fs";
import {
  type ChecksumRule,
  checksumOfBook,
  checksumTextOfBook,
  DecimalBook,
  DecimalColumns,
} from "@specwright/streams/books";
import { describe, expect, test } from "vitest";

interface Case {
  readonly name: string;
  readonly published: boolean;
  readonly rule: ChecksumRule;
  readonly bids: readonly (readonly [price: string, quantity: string])[];
  readonly asks: Case["bids"];
  readonly text: string;
  readonly checksum: number;
}

const file = new URL("../../specs/vectors/books/checksums.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { readonly cases: readonly Case[] };

describe("vectors of checksums", () => {
  test("include those that venues published", () => {
    const published = cases.filter((each) => each.published).map(({ checksum }) => checksum);
    expect(published).toEqual(expect.arrayContaining([3310070434, 1756193398]));
  });

  test.each(cases)("$name", ({ rule, bids, asks, text, checksum }) => {
    const book = new DecimalBook({ keepDigits: rule.format === "digits" });
    book.load(columns(bids), columns(asks));
    expect(checksumOfBook(book, rule)).toBe(checksum);
    expect(checksumTextOfBook(book, rule)).toBe(text);
  });
});

function columns(levels: Case["bids"]): DecimalColumns {
  const into = new DecimalColumns();
  for (const [price, quantity] of levels) into.pushText(price, quantity);
  return into;
}
