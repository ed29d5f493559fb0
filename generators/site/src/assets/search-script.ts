import { entryScore } from "../search/entry-score.ts";
import { resultWords } from "../search/result-words.ts";
import { hashedAsset, type SiteAsset } from "./site-assets.ts";

const text = `(() => {
  "use strict";
  const entryScore = ${entryScore.toString()};
  const resultWords = ${resultWords.toString()};
  const box = document.querySelector("[data-search-index]");
  if (box === null) return;
  const status = box.querySelector("[data-search-status]");
  const list = box.querySelector("[data-search-results]");
  const query = (new URLSearchParams(location.search).get("q") ?? "").trim();
  for (const input of document.querySelectorAll('input[name="q"]')) input.value = query;
  const words = [...new Set(query.toLowerCase().slice(0, 400).split(/\\s+/))]
    .filter((word) => word !== "")
    .slice(0, 8);
  const read = async (path) => {
    const answer = await fetch(path);
    if (!answer.ok) throw new Error(path);
    return answer.json();
  };
  const element = (name, className, content) => {
    const made = document.createElement(name);
    if (className !== "") made.className = className;
    made.append(...[content].flat());
    return made;
  };
  const kindName = (kind) => kind.charAt(0).toUpperCase() + kind.slice(1);
  const item = ({ kind, name, text, path, title, anchor }) => {
    const { where, excerpt } = resultWords({ name, text, title });
    const link = element("a", "", [
      element("span", "kind", kindName(kind)), " ",
      element("code", "", name),
    ]);
    if (where !== "") link.append(" ", element("span", "where", where));
    const address = path.split("/").map(encodeURIComponent).join("/");
    link.href = anchor === "" ? address : address + "#" + encodeURIComponent(anchor);
    const parts = excerpt === "" ? [link] : [link, element("p", "", excerpt)];
    return element("li", "", parts);
  };
  const compare = (left, right) =>
    right.score - left.score || left.name.length - right.name.length ||
    (left.name < right.name ? -1 : left.name > right.name ? 1 : 0);
  const search = async () => {
    const { pages, files } = await read(box.dataset.searchIndex);
    const best = new Map();
    for (const [index, file] of files.entries()) {
      status.textContent = "Searching, part " + (index + 1) + " of " + files.length;
      for (const [kind, name, text, page, anchor] of await read(file)) {
        const score = entryScore({ kind, name, text }, words);
        const place = page + "#" + anchor;
        if (score === 0 || score <= (best.get(place)?.score ?? 0)) continue;
        const [path, title] = pages[page];
        best.set(place, { kind, name, text, path, title, anchor, score });
      }
      const found = [...best.values()].sort(compare).slice(0, 50);
      list.replaceChildren(...found.map(item));
    }
    const count = best.size === 1 ? "1 result" : best.size > 50 ? "The best 50 results" : best.size + " results";
    status.textContent = best.size === 0 ? "No results for " + query + "." : count;
  };
  if (words.length === 0) status.textContent = "Enter a search term.";
  else search().catch(() => { status.textContent = "The search index could not be loaded. Reload the page to try again."; });
})();
`;

/** The script of the search page of a site without a server. */
export const searchScript: SiteAsset = hashedAsset(
  "search.js",
  "text/javascript; charset=utf-8",
  text,
);
