// Descriptions in the Markdown of pages: they keep their structure and stay in their place.

import { describe, expect, it } from "vitest";
import { descriptionMarkdown, itemMarkdown } from "../src/text/description-markdown.ts";

describe("a description", () => {
  it.each([
    ["Plain text, in a line.", "Plain text, in a line."],
    ["One\nline.\n\nAnother *paragraph*.", "One line.\n\nAnother *paragraph*."],
    ["- a\n- b\n\n1. c\n2. d", "* a\n* b\n\n1. c\n2. d"],
    ["Do:\n\n```sh\nrm *\n```", "Do:\n\n```sh\nrm *\n```"],
    ["| a | b |\n|--|--|\n| 1 | 2 |", "| a | b |\n| --- | --- |\n| 1 | 2 |"],
    ["a @type for b@c.example", "a @type for b@c.example"],
    ["# Heading\nText", "**Heading**\n\nText"],
    ["<p>One</p><p><b>two</b></p>", "One\n\n**two**"],
    ["<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)\\>"],
    ["See [the *guide*](./guide.md), [x](/docs), [y](#z).", "See the *guide*, x, y."],
    ["![a picture](a.png) [b](c) [d](https://d.example/)", "a picture b [d](<https://d.example/>)"],
    [
      "[a](https://a.example/), [b](javascript:b)",
      "[a](<https://a.example/>), \\[b\\](javascript:b)",
    ],
  ])("%j", (text, want) => {
    expect(descriptionMarkdown(text)).toBe(want);
  });
});

describe("a description in a list", () => {
  it.each([
    ["One line.", " One line."],
    ["One.\n\nTwo.", " One.\n\n    Two.\n"],
    ["One:\n\n- a\n- b", " One:\n\n    * a\n    * b\n"],
    ["- a\n- b", "\n\n    * a\n    * b\n"],
    ["```\nx\n\ny\n```", "\n\n    ```\n    x\n\n    y\n    ```\n"],
    ["", ""],
    [undefined, ""],
  ])("%j", (text, want) => {
    expect(itemMarkdown(text, "    ")).toBe(want);
  });
});
