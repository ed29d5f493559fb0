// Follows every link of a site, as a search engine would.

/** A response of a site. */
export interface CrawledFile {
  /** With the query; after redirects. */
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
}

/** A page of a site. */
export interface CrawledPage extends CrawledFile {
  readonly title: string;
  /** The canonical address for search engines; the page's own address if it names none. */
  readonly canonical: string;
}

/** The result of following all links. */
export interface Crawl {
  readonly pages: readonly CrawledPage[];
  /** Everything that is not a page: Markdown, feeds, style sheets, scripts, documents. */
  readonly others: readonly CrawledFile[];
  /** Broken links: the page with the link, and its target. */
  readonly broken: readonly string[];
  readonly linkCount: number;
}

interface Link {
  readonly from: string;
  readonly path: string;
  readonly anchor: string;
}

/** Requests in flight at a time. */
const PARALLEL = 8;

/** Follows all links from the first page on that lead to the site itself. */
export async function crawlSite(origin: string): Promise<Crawl> {
  const known = new Set(["/"]);
  const found = new Map<string, CrawledFile | number>();
  const links: Link[] = [];
  let waiting = ["/"];
  while (waiting.length > 0) {
    const batch = waiting.splice(0, PARALLEL);
    const answers = await Promise.all(batch.map((path) => fetchFile(origin, path)));
    for (const [index, answer] of answers.entries()) {
      const path = batch[index] ?? "";
      found.set(path, answer);
      if (typeof answer === "number" || !isPage(answer)) continue;
      const targets = linksOf(answer, origin);
      links.push(...targets);
      const fresh = targets.map((each) => each.path).filter((each) => !known.has(each));
      for (const each of fresh) known.add(each);
      waiting = waiting.concat([...new Set(fresh)]);
    }
  }
  const files = [...found.values()].filter((each) => typeof each !== "number");
  return {
    pages: files.filter(isPage).map((file) => pageOf(file, origin)),
    others: files.filter((file) => !isPage(file)),
    broken: brokenLinks(links, found),
    linkCount: links.length,
  };
}

function brokenLinks(
  links: readonly Link[],
  found: ReadonlyMap<string, CrawledFile | number>,
): readonly string[] {
  const ids = new Map<CrawledFile, ReadonlySet<string>>();
  return links.flatMap(({ from, path, anchor }) => {
    const file = found.get(path);
    if (file === undefined || typeof file === "number") return [`${from}: ${path} (${file})`];
    if (anchor === "") return [];
    const known = ids.get(file) ?? idsOf(file.text);
    ids.set(file, known);
    return known.has(anchor) ? [] : [`${from}: ${path}#${anchor}`];
  });
}

/** Fetches a file, or the status of a failure; waits while the file is generated. */
async function fetchFile(origin: string, path: string): Promise<CrawledFile | number> {
  for (;;) {
    const answer = await fetch(origin + path);
    const text = await answer.text();
    if (answer.status === 202) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    if (!answer.ok) return answer.status;
    const { pathname, search } = new URL(answer.url);
    return { path: pathname + search, headers: answer.headers, text };
  }
}

function isPage({ headers }: CrawledFile): boolean {
  return headers.get("content-type")?.startsWith("text/html") === true;
}

function pageOf(file: CrawledFile, origin: string): CrawledPage {
  const [, title = ""] = /<title>([^<]*)<\/title>/.exec(file.text) ?? [];
  const [, canonical = origin + file.path] =
    /<link rel="canonical" href="([^"]*)">/.exec(file.text) ?? [];
  return { ...file, title, canonical };
}

function linksOf({ path: from, text }: CrawledFile, origin: string): readonly Link[] {
  return [...text.matchAll(/ (?:href|src|action)="([^"]*)"/g)].flatMap(([, address = ""]) => {
    const url = new URL(plain(address), origin + from);
    if (url.origin !== origin) return [];
    return { from, path: url.pathname + url.search, anchor: decodeURIComponent(url.hash.slice(1)) };
  });
}

function idsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => plain(id)));
}

function plain(attribute: string): string {
  return attribute
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
