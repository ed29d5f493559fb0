import type { NavigationGroup, NavigationItem } from "../reference/navigation.ts";
import { plainText } from "../text/plain-text.ts";
import { type Guide, guidePath } from "./guide.ts";
import type { GuideLink } from "./guide-links.ts";
import { withoutComments } from "./guide-text.ts";

/**
 * Groups the pages of a guide by the section of the first page that links to them. Pages without such a
 * link come last.
 */
export function guideNavigation(
  { files }: Guide,
  titles: ReadonlyMap<string, string>,
  resolve: (from: string, link: string) => GuideLink,
): readonly NavigationGroup[] {
  const index = files.find(({ path }) => /^(?:README|index)\.md$/i.test(path));
  const taken = new Set<string>();
  const itemOf = (path: string): NavigationItem => {
    taken.add(path);
    return { text: titles.get(path) ?? path, path: guidePath(path) };
  };
  const first = index === undefined ? [] : [{ text: "", items: [itemOf(index.path)] }];
  const sections = index === undefined ? [] : withoutComments(index.text).split(/^## +/m).slice(1);
  const groups = sections.map((section) => {
    const [, title = ""] = /^(.*)$/m.exec(section) ?? [];
    const linked = [...section.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, link = ""]) => {
      const { page } = /^[a-z][a-z\d+.-]*:/i.test(link) ? {} : resolve(index?.path ?? "", link);
      return page === undefined ? [] : [page];
    });
    const items = [...new Set(linked)].filter((path) => !taken.has(path)).map(itemOf);
    return { text: plainText(title.replaceAll("`", "")), items };
  });
  const rest = files
    .map(({ path }) => path)
    .filter((path) => !taken.has(path))
    .map(itemOf);
  const others = { text: index === undefined ? "" : "More", items: rest, isMinor: true };
  return [...first, ...groups, others].filter(({ items }) => items.length > 0);
}
