// Finds faults in a site: every part of a document must be plain text.

import { sitePolicy } from "../../../generators/site/src/whole-site/site-policy.ts";
import { brokenLinks } from "../../../generators/site/test/broken-links.ts";
import {
  elementsOf,
  pageProblems,
  parsePage,
} from "../../../generators/site/test/page-problems.ts";
import type { HostileSite } from "./hostile-site.ts";
import { feedProblems } from "./judge-feed.ts";
import { markdownProblems } from "./judge-markdown.ts";
import { lostTexts } from "./lost-texts.ts";

/** Lists the problems of all files, each with its path. */
export function siteProblems(site: HostileSite): readonly string[] {
  const { files } = site;
  const problems: string[] = [];
  for (const [path, text] of files) {
    problems.push(...fileProblems(path, text).map((problem) => `${path}: ${problem}`));
  }
  return [
    ...problems,
    ...brokenLinks(files).map((link) => `a link that leads nowhere: ${link}`),
    ...lostTexts(site).map((text) => `a text that no page shows: ${JSON.stringify(text)}`),
  ];
}

/** Lists the forbidden parts of a site's file. */
export function fileProblems(path: string, text: string): readonly string[] {
  if (path.endsWith(".html")) return [...pageProblems(text), ...policyProblems(text)];
  if (path.endsWith(".md") || path.endsWith("llms.txt")) return markdownProblems(text);
  if (/\.(?:rss|atom)$|(?:^|\/)changes[\w-]*\.json$/.test(path)) return feedProblems(path, text);
  if (path.endsWith(".json")) {
    JSON.parse(text);
    return [];
  }
  // The assets are the same on every site.
  return path.startsWith("assets/") ? [] : ["a file of a kind that is not judged"];
}

function policyProblems(page: string): readonly string[] {
  const policies = elementsOf(parsePage(page)).filter(({ tagName, attrs }) => {
    return tagName === "meta" && attrs.some(({ value }) => value === sitePolicy);
  });
  return policies.length === 1 ? [] : [`${policies.length} policies`];
}
