// Templates: escaping, and refused values.

import { describe, expect, it } from "vitest";
import { pageLink, webLink } from "../src/html/address.ts";
import { type Html, html } from "../src/html/html.ts";

const hostile = `"'><script>alert(1)</script>&`;
const escaped = "&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;";

describe("a template", () => {
  it.each<readonly [string, () => Html, string]>([
    ["text", () => html`<p>${hostile}</p>`, `<p>${escaped}</p>`],
    [
      "an attribute",
      () => html`<p title="a ${hostile} b">x</p>`,
      `<p title="a ${escaped} b">x</p>`,
    ],
    [
      "line ends in an attribute",
      () => html`<p title="${"a\nb"}">x</p>`,
      `<p title="a&#10;b">x</p>`,
    ],
    ["HTML in a list", () => html`<ul>${[html`<li>1</li>`, "<"]}</ul>`, "<ul><li>1</li>&lt;</ul>"],
    ["nothing", () => html`<p>${undefined}${false}</p>`, "<p></p>"],
    ["numbers", () => html`<p>${0} ${1n}</p>`, "<p>0 1</p>"],
    [
      "an address",
      () => html`<a class="x" href="${pageLink("a b/ä.html", "x y")}">x</a>`,
      '<a class="x" href="a%20b/%C3%A4.html#x%20y">x</a>',
    ],
    [
      "a script in a file",
      () => html`<script src="${pageLink("a.js")}"></script>`,
      '<script src="a.js"></script>',
    ],
    [
      "attributes around a slot",
      () => html`<i hidden id="${"a"}" data-x="y">${"b"}</i>`,
      '<i hidden id="a" data-x="y">b</i>',
    ],
  ])("writes %s", (_what, write, want) => {
    expect(write().text).toBe(want);
  });

  it.each<readonly [string, () => Html]>([
    ["an attribute without quotes", () => html`<p title=${"x"}>x</p>`],
    ["an attribute in single quotes", () => html`<p title='${"x"}'>x</p>`],
    ["the name of a tag", () => html`<p${"x"}>x</p>`],
    ["a whole attribute", () => html`<p ${"x"}>x</p>`],
    ["a handler", () => html`<p onclick="${"x"}">x</p>`],
    ["a style", () => html`<p style="${"x"}">x</p>`],
    ["a script", () => html`<script>${"x"}</script>`],
    ["a style sheet", () => html`<style>${"x"}</style>`],
    ["a comment", () => html`<!-- ${"x"} -->`],
    ["text as an address", () => html`<a href="${"https://example.com"}">x</a>`],
    ["a part of an address", () => html`<a href="https://${pageLink("x")}">x</a>`],
    ["HTML in an attribute", () => html`<p title="${html`<br>`}">x</p>`],
    ["the end of a template", () => html`<p title="${"x"}"`],
  ])("refuses %s", (_what, write) => {
    expect(write).toThrow(TypeError);
  });
});

describe("a link to the web", () => {
  it.each([
    ["https://example.com/a?b#c", "https://example.com/a?b#c"],
    ["HTTP://Example.com", "http://example.com/"],
    ["mailto:a@example.com", "mailto:a@example.com"],
    ["javascript:alert(1)", undefined],
    [" java\nscript:alert(1)", undefined],
    ["data:text/html,x", undefined],
    ["//example.com", undefined],
    ["/path", undefined],
    ["", undefined],
  ])("%j becomes %j", (text, want) => {
    expect(webLink(text)?.href).toBe(want);
  });
});

describe("a link to a page", () => {
  it.each(["//example.com/", "\\\\example.com", "javascript:alert(1)", "https://example.com"])(
    "refuses %j",
    (path) => {
      expect(() => pageLink(path)).toThrow(TypeError);
    },
  );
});
