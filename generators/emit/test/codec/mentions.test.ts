import { list } from "@specwright/emit/print";
import { describe, expect, test } from "vitest";
import { mentionsName } from "../../src/codec/mentions.ts";
import { hardline, indent, type Printable } from "../../src/print/printable.ts";

const long = "isString(item) && ".repeat(40);

const cases: readonly (readonly [given: string, code: Printable, want: boolean])[] = [
  ["a name", "return value;", true],
  ["a name of several parts around it", ["typeof ", "value", ' === "string"'], true],
  ["a name in a layout", ["{", indent(hardline, list("(", ["item", "value"], ")"))], true],
  ["a name at the end of a long text", [long, "value"], true],
  ["a name far behind", [long, long, "value", " && ", long], true],
  ["a name that a long text ends in the middle of", [long, "value", "s"], false],
  ["a longer name", ["isValue(", "values", ")"], false],
  ["a member of the name", "item.value", false],
  ["a text that is the name", 'item["value"]', false],
  ["another name", [long, "item"], false],
];

describe("mentions", () => {
  for (const [given, code, want] of cases) {
    test(given, () => {
      expect(mentionsName(code, "value")).toBe(want);
    });
  }
});
