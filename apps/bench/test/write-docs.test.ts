import { expect, test } from "vitest";
import { replaceSection } from "../src/write-docs.ts";

test("replaces the text between the markers and nothing else", () => {
  const document =
    "# Benchmarks\n\n<!-- a -->\nold\n<!-- /a -->\n\n<!-- b -->\nkept\n<!-- /b -->\n";
  expect(replaceSection(document, "a", "new")).toBe(
    "# Benchmarks\n\n<!-- a -->\n\nnew\n\n<!-- /a -->\n\n<!-- b -->\nkept\n<!-- /b -->\n",
  );
  expect(() => replaceSection(document, "c", "new")).toThrow("no <!-- c -->");
});
