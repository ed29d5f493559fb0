// The commits of a release, with links to the commits, pull requests and authors.

import { codeSpan, escapeMarkdown } from "../../report/escape-markdown.ts";
import type { ReleaseCommit } from "../releases/release-commit.ts";
import { escapeAttribute, escapeText } from "../text/markup.ts";
import { linkAddress } from "../text/web-address.ts";

/** Lists commits in Markdown. */
export function commitsMarkdown(commits: readonly ReleaseCommit[]): string {
  return commits
    .map((commit) => `- ${escapeMarkdown(commit.subject)} (${commitLinks(commit)})\n`)
    .join("");
}

/** Links to a commit, its pull request and its authors in Markdown: `[#12](...), [a1b2c3d](...), Ann`. */
export function commitLinks(commit: ReleaseCommit): string {
  return linksOf(commit, {
    text: escapeMarkdown,
    code: codeSpan,
    link: (label, url) => `[${label}](<${url}>)`,
  });
}

/** Lists commits in HTML. */
export function commitsHtml(commits: readonly ReleaseCommit[]): string {
  const items = commits.map((commit) => {
    const links = linksOf(commit, {
      text: escapeText,
      code: (text) => `<code>${escapeText(text)}</code>`,
      link: (label, url) => `<a href="${escapeAttribute(url)}">${label}</a>`,
    });
    return `<li>${escapeText(commit.subject)} (${links})</li>\n`;
  });
  return `<ul>\n${items.join("")}</ul>`;
}

/** Writes texts and links in HTML or Markdown. */
interface Markup {
  text(text: string): string;
  code(text: string): string;
  /** `label` is already escaped for the format. */
  link(label: string, url: string): string;
}

function linksOf({ id, url, authors, pull }: ReleaseCommit, { text, code, link }: Markup): string {
  const linked = (label: string, target: string | undefined): string => {
    const address = target === undefined ? undefined : linkAddress(target);
    return address === undefined ? label : link(label, address);
  };
  return [
    ...(pull === undefined ? [] : [linked(text(pull.name), pull.url)]),
    linked(code(id.slice(0, 7)), url),
    ...authors.map((author) => linked(text(author.name), author.url)),
  ].join(", ");
}
