// A part of the page script: shows search results while a reader types. Without the script, the search form
// opens the page of results. On a static site the script reads the search index. On other sites it requests
// the page of results.

import { entryScore } from "../search/entry-score.ts";
import { resultWords } from "../search/result-words.ts";

/** JavaScript that defines the function `suggest`. Its argument is the search form. */
export const suggestText: string = `
  const maxSuggestions = 8;
  const entryScore = ${entryScore.toString()};
  const resultWords = ${resultWords.toString()};
  const searchWords = (query) => [...new Set(query.toLowerCase().slice(0, 400).split(/\\s+/))]
    .filter((word) => word !== "").slice(0, 8);

  const searchIndex = (address) => {
    let reading;
    const read = async (path) => {
      const answer = await fetch(path);
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    };
    // The first file has the operations, channels and schemas.
    const load = async () => {
      const { pages, files } = await read(address);
      return files.length === 0 ? [] : (await read(new URL("../" + files[0], address)))
        .map(([kind, name, text, page, anchor]) => ({ kind, name, text, page: pages[page], anchor }));
    };
    return async (query) => {
      reading ??= load();
      const words = searchWords(query);
      const best = new Map();
      for (const entry of await reading) {
        const score = entryScore(entry, words);
        const place = entry.page[0] + "#" + entry.anchor;
        if (score > 0 && score > (best.get(place)?.score ?? 0)) best.set(place, { ...entry, score });
      }
      return [...best.values()]
        .sort((left, right) => right.score - left.score || left.name.length - right.name.length)
        .slice(0, maxSuggestions)
        .map(({ kind, name, text, page: [path, title], anchor }) => ({
          kind: kind.charAt(0).toUpperCase() + kind.slice(1), name,
          where: resultWords({ name, text, title }).where,
          url: new URL("../" + path.split("/").map(encodeURIComponent).join("/")
            + (anchor === "" ? "" : "#" + encodeURIComponent(anchor)), address),
        }));
    };
  };

  const searchServer = (action) => {
    let underWay;
    return async (query) => {
      underWay?.abort();
      underWay = new AbortController();
      const address = new URL(action);
      address.searchParams.set("q", query);
      const answer = await fetch(address, { signal: underWay.signal });
      const found = new DOMParser().parseFromString(await answer.text(), "text/html");
      return [...found.querySelectorAll(".found a")].slice(0, maxSuggestions).map((link) => ({
        kind: link.querySelector(".kind")?.textContent ?? "",
        name: link.querySelector("code")?.textContent ?? "",
        where: link.querySelector(".where")?.textContent ?? "",
        url: new URL(link.getAttribute("href"), address),
      }));
    };
  };

  const suggest = (form) => {
    const input = form.querySelector("input");
    const index = form.dataset.index;
    const find = index === undefined
      ? searchServer(form.action) : searchIndex(new URL(index, document.baseURI));
    const list = document.createElement("ul");
    list.id = "search-results";
    list.className = "suggestions";
    list.hidden = true;
    const status = document.createElement("span");
    status.className = "suggestions-status";
    for (const [name, value] of [["role", "listbox"], ["aria-label", "Results"]]) list.setAttribute(name, value);
    status.setAttribute("role", "status");
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"],
      ["aria-controls", list.id], ["aria-expanded", "false"]]) input.setAttribute(name, value);
    form.append(list, status);
    let results = [];
    let chosen = -1;
    let waiting;
    const choose = (at) => {
      chosen = at;
      [...list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === at)));
      const item = list.children[at];
      if (item === undefined) return input.removeAttribute("aria-activedescendant");
      input.setAttribute("aria-activedescendant", item.id);
      item.scrollIntoView({ block: "nearest" });
    };
    const show = (found) => {
      results = found.filter(({ url }) => url.origin === location.origin);
      list.replaceChildren(...results.map(({ kind, name, where }, index) => {
        const item = document.createElement("li");
        item.id = list.id + "-" + index;
        item.setAttribute("role", "option");
        for (const [className, text] of [["kind", kind], ["name", name], ["where", where]]) {
          const part = document.createElement("span");
          part.className = className;
          part.textContent = text;
          item.append(part, " ");
        }
        item.addEventListener("mousedown", (event) => event.preventDefault());
        item.addEventListener("click", () => location.assign(results[index].url));
        return item;
      }));
      list.hidden = results.length === 0;
      input.setAttribute("aria-expanded", String(!list.hidden));
      choose(-1);
    };
    const close = () => { clearTimeout(waiting); show([]); status.textContent = ""; };
    const search = async () => {
      const query = input.value.trim();
      if (query === "") return close();
      try {
        const found = await find(query);
        if (query !== input.value.trim() || document.activeElement !== input) return;
        show(found);
        status.textContent = results.length === 0 ? "No results."
          : (results.length === 1 ? "1 result" : results.length + " results") + ", use the arrow keys to choose.";
      } catch (error) {
        if (error.name !== "AbortError") close();
      }
    };
    input.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(search, 150);
    });
    input.addEventListener("blur", close);
    input.addEventListener("keydown", (event) => {
      const { length } = results;
      if (event.key === "Escape" && length > 0) { event.preventDefault(); close(); }
      if (event.key === "Enter" && chosen >= 0) {
        event.preventDefault();
        location.assign(results[chosen].url);
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined || length === 0) return;
      event.preventDefault();
      choose(chosen < 0 ? (step > 0 ? 0 : length - 1) : (chosen + step + length) % length);
    });
  };
`;
