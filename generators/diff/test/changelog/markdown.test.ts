// Text of documents in Markdown is shown unchanged.

import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { changeMarkdown } from "../../src/changelog/notes/release-markdown.ts";
import { hostile } from "./hostile-release.ts";
import { changeOf } from "./shop-history.ts";

// With all extensions that could change the text.
const markdown = new MarkdownIt({ html: true, linkify: true });

/** Returns the text of rendered Markdown that has only our elements. */
function shownText(html: string): string {
  expect(html.replaceAll(/<\/?(ul|li|strong|code|p)>|<!-- -->/g, "")).not.toMatch(/<[a-z/!?]/i);
  return unescaped(html.replaceAll(/<!-- -->|<\/?[a-z][^>]*>/g, ""));
}

function unescaped(html: string): string {
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return html.replaceAll(/&(lt|gt|quot|amp);/g, (all, name: string) => entities[name] ?? all);
}

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
// Controls, and direction marks of text, are shown as spaces.
const clean = (text: string): string =>
  plain(text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, " "));

test.each([
  ["`GET /a` *was* __removed__.", "GET /a *was* __removed__."],
  ["<b>x</b> &amp; [a](b) ![c](d)", "<b>x</b> &amp; [a](b) ![c](d)"],
  ["https://a.example www.a.example a@b.example", "https://a.example www.a.example a@b.example"],
  ["a\n\n# b\n- c\\", "a # b - c\\"],
])("%j is shown as %j", (message, want) => {
  const html = markdown.render(changeMarkdown(changeOf({ fingerprint: "0", message, why: "W." })));
  expect(shownText(html)).toContain(`${want} W.`);
});

test("hostile text is shown unchanged", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const change = changeOf({ fingerprint: "0", message: `${text}.`, why: `(${text})` });
      const html = markdown.render(changeMarkdown(change));
      expect(plain(shownText(html))).toContain(clean(`${text}.`));
    }),
    { numRuns: 1000 },
  );
});
