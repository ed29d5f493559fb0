import { replaceSection } from "@specwright/bench-app";
import { expect, test } from "vitest";

test("replaces the text between the markers and nothing else", () => {
  const document =
    "# Benchmarks\n\n<!-- a -->\nold\n<!-- /a -->\n\n<!-- b -->\nkept\n<!-- /b -->\n";
  expect(replaceSection(document, "a", "new")).toBe(
    "# Benchmarks\n\n<!-- a -->\n\nnew\n\n<!-- /a -->\n\n<!-- b -->\nkept\n<!-- /b -->\n",
  );
  expect(() => replaceSection(document, "c", "new")).toThrow("no <!-- c -->");
});
