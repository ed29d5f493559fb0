// No text of a document becomes markup of a page, whatever it contains and wherever it occurs.

import { buildContract } from "@specwright/contract";
import { seededRandom } from "@specwright/runtime/testing";
import { framePage, referenceNavigation, referencePages } from "@specwright/site";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, it } from "vitest";
import { hostileAsyncapi } from "../../generators/golden/test/hostile-asyncapi.ts";
import { hostileOpenapi } from "../../generators/golden/test/hostile-openapi.ts";
import { rawMarkup } from "../../generators/golden/test/raw-markup.ts";
import { elementsOf, pageProblems, parsePage } from "../../generators/site/test/page-problems.ts";

const documents = 60;

async function pagesOf(seed: number): Promise<ReadonlyMap<string, string> | undefined> {
  const random = seededRandom(seed);
  const document = seed % 3 === 2 ? hostileAsyncapi(random) : hostileOpenapi(random);
  const { specification } = await loadSpecification(
    { file: "/hostile/document.json", text: JSON.stringify(document) },
    { validate: false, root: "/hostile" },
  );
  const contract = specification && buildContract(specification).contract;
  if (contract === undefined) return undefined;
  const frame = {
    title: contract.info.title,
    home: "index.html",
    assets: "assets",
    navigation: referenceNavigation(contract),
    version: { text: contract.info.version, status: "newest", others: [] },
    search: { path: "search.html", query: contract.info.title },
  };
  const pages = new Map<string, string>();
  for (const page of referencePages(contract)) {
    if (pages.has(page.path)) throw new Error(`${page.path} is written twice`);
    pages.set(page.path, framePage(page, frame));
    pages.set(page.path.replace(/html$/, "md"), page.markdown);
  }
  return pages;
}

describe(`the pages of ${documents} hostile documents`, { timeout: 400_000 }, () => {
  it("have no markup of theirs, and no link that leads nowhere", async () => {
    let count = 0;
    const found: string[] = [];
    for (let seed = 0; seed < documents; seed++) {
      const pages = await pagesOf(seed);
      for (const [path, text] of pages ?? []) {
        count++;
        const problems = path.endsWith(".md")
          ? markdownProblems(text)
          : htmlProblems(path, text, pages);
        found.push(...problems.map((problem) => `${seed} ${path}: ${problem}`));
      }
    }
    expect(count).toBeGreaterThan(1000);
    expect(found.slice(0, 20)).toEqual([]);
  });
});

function htmlProblems(
  path: string,
  text: string,
  pages: ReadonlyMap<string, string> | undefined,
): readonly string[] {
  const elements = elementsOf(parsePage(text));
  const ids = new Set(
    elements.flatMap(({ attrs }) =>
      attrs.filter(({ name }) => name === "id").map(({ value }) => value),
    ),
  );
  const broken = elements.flatMap(({ tagName, attrs }) => {
    const href = attrs.find(({ name }) => name === "href")?.value;
    if (tagName !== "a" || href === undefined) return [];
    const url = new URL(href, `https://site.test/${path}`);
    if (url.origin !== "https://site.test") return [];
    const target = decodeURIComponent(url.pathname.slice(1));
    if (pages?.has(target) !== true) return [`a link to ${href}`];
    const isHere = target === path && url.hash !== "";
    return isHere && !ids.has(decodeURIComponent(url.hash.slice(1))) ? [`a link to ${href}`] : [];
  });
  return [...pageProblems(text), ...broken];
}

const ownLink = /^\]\((?:\.\.\/)?(?:operations|channels|schemas|groups|webhooks|security)\b/;

/** Code blocks of ours hold text of the document; outside of them, none is markup. */
function markdownProblems(text: string): readonly string[] {
  const prose = text.replaceAll(/^(`{3,})\w*\n[\s\S]*?^\1$/gm, "");
  return rawMarkup(prose).filter((each) => !ownLink.test(each));
}
