// The sites of hostile documents: 10 in each run, from a fixed seed or from FC_SEED. `npm run fuzz --
// pages` runs until its time is up.

import fc from "fast-check";
import { expect, test } from "vitest";
import { fuzzPages } from "./pages/fuzz-pages.ts";
import { fileProblems } from "./pages/judge-site.ts";

test("the sites of 10 hostile documents show their texts, have no broken link, and run nothing", {
  timeout: 600_000,
}, async () => {
  const seed = fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31;
  const { failures, ...report } = await fuzzPages({ seed, cases: 10 });
  console.log(JSON.stringify({ seed, ...report }));
  expect(failures.join("\n\n")).toBe("");
  expect(report.refused).toBeLessThan(3);
  for (const kind of ["html", "md", "rss", "atom", "json", "txt"]) {
    expect(report.files[kind], kind).toBeGreaterThan(15);
  }
});

const page = (inside: string): string =>
  `<!doctype html><html><head><title>x</title></head><body>${inside}</body></html>`;

test.each([
  ["a.html", page("<script>x</script>"), "a script with content"],
  ["a.html", page(`<script src="https://evil.example/x.js"></script>`), "script[src="],
  ["a.html", page(`<script src="document/x.js"></script>`), "script[src="],
  ["a.html", page(`<p onclick="x">x</p>`), "p[onclick]"],
  ["a.html", page(`<a href="java&#9;script:x">x</a>`), "a[href="],
  ["a.html", page(`<a href="data:text/html,x">x</a>`), "a[href="],
  ["a.html", page("<img>"), "<img>"],
  ["a.html", page(`<p style="color: red">x</p>`), "p[style]"],
  ["a.html", page("<p>a &lt b</p>"), "missing-semicolon-after-character-reference"],
  ["a.html", page(""), "0 policies"],
  ["a.md", "<img src=x onerror=y>", "img[onerror]"],
  ["a.md", "[x](javascript:y)", "a[href=javascript:y]"],
  ["a.md", "x <javascript:y>", "a[href=javascript:y]"],
  ["a.md", "[x]: data:text/html,y\n\n[x]", "a[href=data:text/html,y]"],
  ["llms.txt", "![x](https://evil.example/x.png)", "<img>"],
  ["changes.json", `{"items":[{"content_html":"<b onclick=x>"}]}`, "b[onclick]"],
])("%s with %j is detected", (path, text, want) => {
  expect(fileProblems(path, text).join("\n")).toContain(want);
});
