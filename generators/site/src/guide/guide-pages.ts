import { markdownRenderer } from "@specwright/diff/changelog/text";
import { html, trustedHtml } from "../html/html.ts";
import { pageText } from "../html/page-text.ts";
import type { SearchEntry, SitePage } from "../paths/site-page.ts";
import type { NavigationGroup } from "../reference/navigation.ts";
import { codeBlock } from "../text/highlight.ts";
import { firstSentence, plainText } from "../text/plain-text.ts";
import { type Guide, type GuideFile, guidePath } from "./guide.ts";
import { type GuideLink, guideLinks } from "./guide-links.ts";
import { guideNavigation } from "./guide-navigation.ts";
import { headingIds, withLinks, withoutComments } from "./guide-text.ts";

/** The result of `guidePages`. */
export interface GuidePages {
  readonly pages: readonly SitePage[];
  readonly navigation: readonly NavigationGroup[];
  /** The links to pages and headings that do not exist, as `page.md: link`. */
  readonly deadLinks: readonly string[];
}

/** A page with the targets of its links. */
interface RenderedPage {
  readonly file: GuideFile;
  readonly page: SitePage;
  readonly ids: ReadonlySet<string>;
  readonly links: ReadonlyMap<string, GuideLink>;
}

/**
 * Renders the pages of a guide. The ids of headings are the same as on GitHub. Comments are removed, and
 * images become their alternative text.
 *
 * @example
 * const { pages } = guidePages({ files: [{ path: "README.md", text: "# Shop\n\nHow to buy." }] });
 * pages[0]?.path; // "index.html"
 */
export function guidePages(guide: Guide): GuidePages {
  const resolve = guideLinks(guide);
  const rendered = guide.files.map((file) => renderedPage(file, resolve));
  const byPath = new Map(rendered.map((each) => [each.file.path, each]));
  const isDead = ({ page, anchor, isMissing = false }: GuideLink): boolean => {
    const target = byPath.get(page ?? "");
    return isMissing || (target !== undefined && anchor !== undefined && !target.ids.has(anchor));
  };
  const titles = new Map(rendered.map(({ file, page }) => [file.path, page.title]));
  return {
    pages: rendered.map(({ page }) => page),
    navigation: guideNavigation(guide, titles, resolve),
    deadLinks: rendered.flatMap(({ file, links }) =>
      [...links].filter(([, target]) => isDead(target)).map(([link]) => `${file.path}: ${link}`),
    ),
  };
}

function renderedPage(
  file: GuideFile,
  resolve: (from: string, link: string) => GuideLink,
): RenderedPage {
  const links = new Map<string, GuideLink>();
  const ids = new Set<string>();
  const idOf = headingIds();
  const render = markdownRenderer({
    codeHtml: (code, language) => codeBlock(code, language, "Code").text,
    relativeLink(link) {
      const target = resolve(file.path, link);
      links.set(link, target);
      return target.html;
    },
    headingId(title) {
      const id = idOf(title);
      ids.add(id);
      return id;
    },
  });
  const text = withoutComments(file.text);
  const [, title = file.path] = /^# +(.+)$/m.exec(text) ?? [];
  const body = render(pageText(text), 1);
  const page: SitePage = {
    path: guidePath(file.path),
    kind: "guide",
    title: plainText(title.replaceAll("`", "")),
    description: firstSentence(text.replace(/^# .*$/m, "")),
    main: html`<article class="prose guide">${trustedHtml(body)}</article>\n`.text,
    markdown: withLinks(text, (link) => resolve(file.path, link).markdown),
    search: searchEntries(body),
  };
  return { file, page, ids, links };
}

/** Lists a search entry for each section of a page. */
function searchEntries(body: string): readonly SearchEntry[] {
  return body.split(/(?=<h[1-6] id=")/).flatMap((part) => {
    const [heading, anchor = "", name = ""] =
      /^<h[1-6] id="([^"]*)">(.*?)<\/h[1-6]>/s.exec(part) ?? [];
    if (heading === undefined) return [];
    const text = markupText(part.slice(heading.length)).slice(0, 240).toWellFormed();
    return [{ kind: "section", name: markupText(name), text, anchor }];
  });
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&amp;": "&",
};

function markupText(markup: string): string {
  const text = markup.replaceAll(/<[^>]*>/g, " ");
  return plainText(
    text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity),
  );
}
