import { escapeAttribute, escapeText } from "../text/markup.ts";
import { pageStyle, pageStyleSource } from "./page-style.ts";

/** A link to another page. */
export interface PageLink {
  readonly text: string;
  readonly href: string;
  /** Whether it leads to the page that has it. */
  readonly isCurrent?: boolean;
}

/** The parts of a page. */
export interface PageParts {
  readonly title: string;
  readonly language: string;
  /** The address of the page. */
  readonly url: string;
  /** The address of the same page in Markdown. */
  readonly markdownUrl?: string;
  /** The elements by which readers find feeds. */
  readonly feedLinks: string;
  readonly navigation: readonly PageLink[];
  /** The content in HTML. */
  readonly main: string;
  /** The end of the page in HTML. */
  readonly footer: string;
}

const policy = `default-src 'none'; style-src ${pageStyleSource}; base-uri 'none'; form-action 'none'`;

/** Writes a page: one file that loads nothing and runs no script. */
export function pageShell(parts: PageParts): string {
  const { title, language, url, markdownUrl, feedLinks, navigation, main, footer } = parts;
  const twin =
    markdownUrl === undefined
      ? ""
      : `\n<link rel="alternate" type="text/markdown" href="${escapeAttribute(markdownUrl)}">`;
  return `<!doctype html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title>
<link rel="canonical" href="${escapeAttribute(url)}">${twin}
${feedLinks}
<style>${pageStyle}</style>
</head>
<body>
<header>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Pages">
<ul>${navigation.map(linkItem).join("")}</ul>
</nav>
</header>
<main id="content">
${main}
</main>
<footer>
${footer}
</footer>
</body>
</html>
`;
}

function linkItem({ text, href, isCurrent = false }: PageLink): string {
  const current = isCurrent ? ' aria-current="page"' : "";
  return `<li><a href="${escapeAttribute(href)}"${current}>${escapeText(text)}</a></li>`;
}
