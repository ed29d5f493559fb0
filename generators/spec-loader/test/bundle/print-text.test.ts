// Every printed text is read back from YAML unchanged.

import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadSpecification, printFile, printText } from "../../src/index.ts";

const words = "word ".repeat(25).trimEnd();

test.each([
  ` ${words}\nsecond line`,
  `\t${words}\n\nsecond line`,
  " \n",
  `\n\n \n\n${words}\n`,
  `first\n  ${words}\nlast`,
])("%j", async (text) => {
  expect(parse(await printText({ text }, "yaml"))).toEqual({ text });
  const json = JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1", description: text },
  });
  const { specification } = await loadSpecification(
    { file: "a.json", text: json },
    { validate: false },
  );
  if (specification === undefined) throw new Error("not read");
  expect(parse(await printFile(specification.entry, "yaml"))).toEqual(JSON.parse(json));
});

test("any text", async () => {
  const piece = fc.oneof(
    fc.constantFrom(" ", "  ", "\t", "\n", "\n\n", "word", words, "#", ": ", "- ", "'", '"', "\\"),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  const text = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      expect(parse(await printText({ a: { b: given } }, "yaml"))).toEqual({ a: { b: given } });
    }),
    { numRuns: 2_000 },
  );
});
