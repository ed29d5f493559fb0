import { markdown, markdownCode } from "@specwright/contract";
import { describe, expect, it } from "vitest";

describe("markdown", () => {
  it.each([
    ["Plain text, 1.5 times - (really).", "Plain text, 1.5 times - (really)."],
    ["snake_case and _emphasis_", "snake_case and \\_emphasis\\_"],
    ["<script>&", "&lt;script&gt;&amp;"],
    ["[a](b) ![c](d)", "\\[a\\]\\(b) \\!\\[c\\]\\(d)"],
    ["# no heading", "\\# no heading"],
    ["1. no list", "1\\. no list"],
    ["a | b\n`c`", "a \\| b \\`c\\`"],
    ["https://x.example", "https\\://x.example"],
  ])("%j", (given, want) => {
    expect(markdown(given)).toBe(want);
  });
});

describe("markdownCode", () => {
  it.each([
    ["a", "`a`"],
    ["a`b", "``a`b``"],
    ["`", "`` ` ``"],
    ["a|b\nc", "<code>a\\|b c</code>"],
    ["", ""],
  ])("%j", (given, want) => {
    expect(markdownCode(given)).toBe(want);
  });
});
