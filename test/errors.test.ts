// isSpecwrightError recognises every error class of the packages by its name.

import { globSync, readFileSync } from "node:fs";
import { isSpecwrightError } from "@specwright/runtime";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url).pathname;
const classes = globSync("packages/*/src/**/*.ts", { cwd: root }).flatMap((file) => {
  const text = readFileSync(`${root}${file}`, "utf8");
  return [...text.matchAll(/class (\w+)(?:<[^{]*>)? extends SpecwrightError/g)].map(
    ([, name = ""]) => name,
  );
});

test("there are error classes", () => {
  expect(classes.length).toBeGreaterThan(10);
});

test.each(classes)("%s is recognised", (name) => {
  expect(isSpecwrightError({ name, code: "a_code", message: "a_code: why" })).toBe(true);
});
