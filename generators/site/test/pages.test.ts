// The pages of our own documents.

import { beforeAll, describe, expect, it } from "vitest";
import { framePage } from "../src/frame/frame-page.ts";
import { referencePages } from "../src/pages/reference-pages.ts";
import type { SitePage } from "../src/paths/site-page.ts";
import { referenceNavigation } from "../src/reference/navigation.ts";
import { pageProblems } from "./page-problems.ts";
import { readContract } from "./read-contract.ts";

const root = new URL("../../..", import.meta.url).pathname;
const documents = ["marketplace/openapi.yaml", "publisher/openapi.yaml", "streams/asyncapi.yaml"];

describe.each(documents)("%s", (document) => {
  const pages: SitePage[] = [];
  const files = new Map<string, string>();
  beforeAll(async () => {
    const contract = await readContract(`${root}specs/${document}`);
    const frame = {
      title: contract.info.title,
      home: "index.html",
      assets: "assets",
      navigation: referenceNavigation(contract),
    };
    for (const page of referencePages(contract)) {
      pages.push(page);
      files.set(page.path, framePage(page, frame));
    }
  });

  it("gives pages of valid HTML, without their own scripts and styles", () => {
    expect(files.size).toBe(pages.length);
    const problems = [...files].flatMap(([path, text]) =>
      pageProblems(text).map((problem) => `${path}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });
});

it("describes the pagination of a list", async () => {
  const pages = [...referencePages(await readContract(`${root}specs/publisher/openapi.yaml`))];
  const pageOf = (title: string) => pages.find((page) => page.title === title);
  const list = pageOf("Compare two versions");
  expect(list?.main).toContain(`<h2 id="pages">Pages</h2>
<p>The response is a page of a list: for the next page, send <code>/data/next_cursor</code> as <code>cursor</code>; the items are at <code>/data/changes</code>.</p>`);
  expect(list?.markdown).toContain(
    "Pages: for the next page, send `/data/next_cursor` as `cursor`; the items are at `/data/changes`.",
  );
  expect(pageOf("Read a version")?.main).not.toContain('id="pages"');
});
