import { pageLink } from "../html/address.ts";
import { type Html, html } from "../html/html.ts";
import type { SearchEntry, SitePage } from "../paths/site-page.ts";
import { plainText } from "../text/plain-text.ts";
import type { FoundEntry } from "./rank-entries.ts";
import { resultWords } from "./result-words.ts";

/** The path of the search page, relative to the folder of the interface. */
export const searchPath = "search.html";

export interface SearchResults {
  readonly query: string;
  /** The results, the best first, as `rankEntries` returns them. */
  readonly entries: readonly FoundEntry[];
  /** Whether the search may have found more results than `entries` contains. */
  readonly isCut: boolean;
}

const kinds: Readonly<Record<SearchEntry["kind"], string>> = {
  operation: "Operation",
  channel: "Channel",
  message: "Message",
  schema: "Schema",
  field: "Field",
  value: "Value",
  section: "Section",
  change: "Change",
};

/** Writes the search page. Without `results`, the page contains only the search form. */
export function searchPage(results: SearchResults | undefined): SitePage {
  const query = results?.query.trim() ?? "";
  return searchPageOf(
    query,
    html`<div class="results" aria-live="polite">
${results !== undefined && query !== "" && resultsHtml(results, query)}</div>
`,
  );
}

/**
 * Writes the search page of a site without a server. A script on the page reads the words from the URL and
 * searches the index files.
 */
export function staticSearchPage(): SitePage {
  return searchPageOf(
    "",
    html`<div class="results" aria-live="polite" data-search-index="${"search/index.json"}">
<p data-search-status>The search needs JavaScript. Without it, the <a href="${pageLink("index.html")}">overview</a> lists everything.</p>
<ol class="found" data-search-results></ol>
</div>
`,
  );
}

function searchPageOf(query: string, results: Html): SitePage {
  const title = query === "" ? "Search" : `Search: ${plainText(query)}`;
  const main = html`<h1>Search</h1>
<form class="search-form" role="search" aria-label="Search this interface" action="${pageLink(searchPath)}">
<label for="q">Paths, operations, fields, values, changes</label>
<input id="q" type="search" name="q" value="${query}" autocomplete="off">
<button type="submit">Search</button>
</form>
<p class="note">The search covers the reference of the newest version and the changes of all versions.</p>
${results}`;
  return {
    path: searchPath,
    kind: "search",
    title,
    description: "Searches operations, channels, schemas, fields, values and changes.",
    main: main.text,
    markdown: "# Search\n\nThe Markdown of this site is listed in [llms.txt](llms.txt).\n",
    search: [],
  };
}

function resultsHtml({ entries, isCut }: SearchResults, query: string): Html {
  if (entries.length === 0) return html`<p>No results for ${query}.</p>\n`;
  const count =
    entries.length === 1 ? "1 result" : `${isCut ? "The best " : ""}${entries.length} results`;
  return html`<p>${count}</p>
<ol class="found">
${entries.map(resultHtml)}</ol>
`;
}

function resultHtml(entry: FoundEntry): Html {
  const { kind, name, path, anchor } = entry;
  const { where, excerpt } = resultWords(entry);
  const address = pageLink(path, anchor === "" ? undefined : anchor);
  return html`<li><a href="${address}"><span class="kind">${kinds[kind]}</span> <code>${plainText(name)}</code>${where !== "" && html` <span class="where">${plainText(where)}</span>`}</a>${excerpt !== "" && html`<p>${shortenText(plainText(excerpt))}</p>`}</li>\n`;
}

function shortenText(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()} …` : text;
}
