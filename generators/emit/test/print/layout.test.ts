import { code, list } from "@specwright/emit/print";
import { describe, expect, it } from "vitest";
import { printLayout } from "../../src/print/print-layout.ts";
import {
  block,
  fill,
  group,
  hardline,
  ifBroken,
  indent,
  indentBy,
  join,
  line,
  type Printable,
  softline,
} from "../../src/print/printable.ts";

const cases: [title: string, given: Printable, want: string][] = [
  ["text", ["a", 1, ["b"]], "a1b"],
  ["a newline in text keeps the indentation", indent("a\nb"), "a\n  b"],
  ["a list that fits", list("[", ["a", "b"], "]"), "[a, b]"],
  ["a list with padding", list("{", ["a", "b"], "}", { padding: true }), "{ a, b }"],
  [
    "a list that does not fit",
    list("[", ["aaaaaaaaaaa", "bbbbbbbbbbb"], "]"),
    "[\n  aaaaaaaaaaa,\n  bbbbbbbbbbb,\n]",
  ],
  [
    "no trailing comma",
    list("<", ["aaaaaaaaaaa", "bbbbbbbbbbb"], ">", { trailing: false }),
    "<\n  aaaaaaaaaaa,\n  bbbbbbbbbbb\n>",
  ],
  [
    "another separator",
    list("{", ["aaaaaaaaaaa", "bbbbbbbbbbb"], "}", { separator: ";" }),
    "{\n  aaaaaaaaaaa;\n  bbbbbbbbbbb;\n}",
  ],
  ["an empty list", list("[", [], "]"), "[]"],
  ["a block", block("{", ["a;", "b;"], "}"), "{\n  a;\n  b;\n}"],
  ["an empty block", block("{", [], "}"), "{}"],
  [
    "an outer group breaks before an inner one",
    list("[", [list("[", ["aaaa", "bbbb"], "]"), "cccccccccc"], "]"),
    "[\n  [aaaa, bbbb],\n  cccccccccc,\n]",
  ],
  [
    "what follows a group counts",
    [group("a", line, "b"), "cccccccccccccccccc"],
    "a\nbcccccccccccccccccc",
  ],
  [
    "a hard line breaks every group around it",
    group("a", line, group("b", hardline, "c")),
    "a\nb\nc",
  ],
  ["if broken", [group(ifBroken("x", "y"), softline), group(ifBroken("x", "y"), hardline)], "yx\n"],
  [
    "a fill",
    indentBy(" * ", fill(["aaaa", "bbbb", "cccc", "dddd", "eeee"])),
    "aaaa bbbb cccc dddd\n * eeee",
  ],
  ["spaces before a newline go", indentBy(" * ", "a", hardline, hardline, "b"), "a\n *\n * b"],
];

describe("printLayout", () => {
  it.each(cases)("%s", (_, given, want) => {
    expect(printLayout(given, { width: 20 })).toBe(want);
  });

  it("prints a union of 50,000 members in linear time", () => {
    const print = (count: number): number => {
      const members = Array.from({ length: count }, (_, index) => group(`"m${index}"`, softline));
      const before = process.cpuUsage();
      const text = printLayout(group(indent(softline, join([line, "| "], members))));
      expect(text.split("\n")).toHaveLength(count + 1);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    expect(print(50_000)).toBeLessThan(5_000);
  });

  it("prints 20,000 nested groups without recursion", () => {
    let nested: Printable = "x";
    for (let depth = 0; depth < 20_000; depth++) nested = group("(", nested, ")");
    expect(printLayout(nested)).toHaveLength(40_001);
  });
});

const templates: [title: string, given: Printable, want: string][] = [
  ["one line", code`const a = ${1};`, "const a = 1;"],
  ["lines", code`a {\n  b;\n}`, "a {\n  b;\n}"],
  [
    "shared indentation and blank edges go",
    code`
      a {
        b;
      }
    `,
    "a {\n  b;\n}",
  ],
  [
    "a value keeps the indentation of its line",
    code`a {\n  b: ${block("{", ["c;"], "}")}\n}`,
    "a {\n  b: {\n    c;\n  }\n}",
  ],
  ["a blank line stays blank", indent(code`a\n\n  b`), "a\n\n    b"],
  [
    "a template within a template",
    code`a {\n  ${code`b {\n  c;\n}`}\n}`,
    "a {\n  b {\n    c;\n  }\n}",
  ],
];

describe("code", () => {
  it.each(templates)("%s", (_, given, want) => {
    expect(printLayout(given)).toBe(want);
  });
});
