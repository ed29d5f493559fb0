// Descriptions, which are Markdown and often HTML.

import { describe, expect, it } from "vitest";
import { description } from "../src/text/description.ts";

it("a long and odd description takes no time", () => {
  const started = performance.now();
  for (const part of ["<a href=''", "<b>", "<a ", "<li> ", "<code>`"])
    description(part.repeat(5000));
  expect(performance.now() - started).toBeLessThan(10_000);
});

describe("a description", () => {
  it.each([
    ["<p>One <b>two</b></p><p>three</p>", "<p>One <strong>two</strong></p>\n<p>three</p>"],
    ["a<br/>b", "<p>a<br>\nb</p>"],
    [
      "<ul><li>x</li><li><code>y</code></li></ul>",
      "<ul>\n<li>x</li>\n<li><code>y</code></li>\n</ul>",
    ],
    ['<a href="https://example.com/">x</a>', '<p><a href="https://example.com/">x</a></p>'],
    ['<a href="javascript:alert(1)">x</a>', "<p>[x](&lt;javascript:alert(1)&gt;)</p>"],
    ["<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
    ['<b onclick="x">y</b>', "<p>&lt;b onclick=&quot;x&quot;&gt;y&lt;/b&gt;</p>"],
    ["![image](https://example.com/x.png)", "<p>image</p>"],
    ["See [the *guide*](./guide.md).", "<p>See the <em>guide</em>.</p>"],
    ["[x](/docs), [`y`](#errors), [z](?a=b)", "<p>x, <code>y</code>, z</p>"],
    [
      "[a](b) [c](https://c.example/) [d](//d.example)",
      '<p>a <a href="https://c.example/">c</a> d</p>',
    ],
    ["[here][1] and [](a) [e]()\n\n[1]: guide.md", "<p>here and  e</p>"],
    ["![a picture](./a.png) <a href='guide.html'>b</a>", "<p>a picture b</p>"],
    ["[ftp](ftp://a.example/b)", "<p>[ftp](ftp://a.example/b)</p>"],
    [
      "|a|b|\n|:-:|--|\n|c|d|",
      `<table>
<thead>
<tr>
<th class="align-center">a</th>
<th>b</th>
</tr>
</thead>
<tbody>
<tr>
<td class="align-center">c</td>
<td>d</td>
</tr>
</tbody>
</table>`,
    ],
    ["# A\n\n## B", "<h2>A</h2>\n<h3>B</h3>"],
  ])("%j", (text, want) => {
    expect(description(text, 2).text.trim()).toBe(`<div class="prose">${want}\n</div>`);
  });
});
