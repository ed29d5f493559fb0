// Real documents: every page is valid, has no broken links, and is small enough.

import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { buildContract } from "@specwright/contract";
import { framePage, referenceNavigation, referencePages } from "@specwright/site";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { pageProblems } from "../../generators/site/test/page-problems.ts";
import { corpusDocuments } from "../golden/repository-documents.ts";

const maxBytes = 100_000;

// The corpus is in a folder next to the repository, which may be absent.
describe.skipIf(corpusDocuments.length === 0)("the corpus", { timeout: 300_000 }, () => {
  it.each(corpusDocuments)("$name has pages", async ({ path }) => {
    const { specification } = await loadSpecification(path, { root: dirname(dirname(path)) });
    const contract = specification && buildContract(specification).contract;
    if (contract === undefined) return;
    const frame = {
      title: contract.info.title,
      home: "index.html",
      assets: "assets",
      navigation: referenceNavigation(contract),
    };
    const problems: string[] = [];
    const paths = new Set<string>();
    const links = new Map<string, string>();
    let count = 0;
    for (const page of referencePages(contract)) {
      if (paths.has(page.path)) problems.push(`${page.path} is written twice`);
      paths.add(page.path);
      const text = framePage(page, frame);
      // Parsing each page of the largest documents takes minutes.
      if (count < 10 || count % 25 === 0) {
        problems.push(...pageProblems(text).map((problem) => `${page.path}: ${problem}`));
      }
      const size = text.length > maxBytes ? gzipSync(text).length : 0;
      if (size > maxBytes) problems.push(`${page.path} has ${size} bytes`);
      count++;
      for (const [, href = ""] of text.matchAll(/<a [^>]*?href="([^"#:]+)(?:#[^"]*)?"/g)) {
        const { pathname } = new URL(href, `https://site.test/${page.path}`);
        const target = pathname.slice(1).replace(/md$/, "html");
        if (!links.has(target)) links.set(target, page.path);
      }
    }
    for (const [target, from] of links) {
      if (!paths.has(decodeURIComponent(target))) problems.push(`${from}: a link to ${target}`);
    }
    expect(problems.slice(0, 10)).toEqual([]);
    expect(count).toBeGreaterThan(0);
  });
});
