// The ranking of a search, the page of its results, and the script of a static site.

import { createContext, runInContext, Script } from "node:vm";
import { type FoundEntry, rankEntries, searchPage, searchWords } from "@specwright/site";
import { parse } from "parse5";
import { describe, expect, it } from "vitest";
import { searchScript } from "../src/assets/search-script.ts";
import { entryScore } from "../src/search/entry-score.ts";
import { resultWords } from "../src/search/result-words.ts";
import { likePattern } from "../src/search/search-words.ts";
import { elementsOf, pageProblems } from "./page-problems.ts";

const entry = (
  kind: FoundEntry["kind"],
  name: string,
  text = "",
  path = `${kind}/${name}.html`,
): FoundEntry => ({ kind, name, text, path, title: `The page of ${name}`, anchor: "" });

const entries: readonly FoundEntry[] = [
  entry("field", "order_id", "Lines: The order."),
  entry("schema", "Order", "An order of a customer."),
  entry("operation", "listOrders", "GET /orders"),
  entry("operation", "getOrder", "GET /orders/{id}"),
  entry("operation", "createCart", "POST /carts Starts an order."),
  entry("value", "ordered", "Status"),
  entry("channel", "orders", "Every order as it happens."),
  entry("change", "GET /orders", "GET /orders was removed."),
  entry("field", "id", "Order: Its number."),
];

describe("a search", () => {
  it.each<readonly [string, readonly string[]]>([
    ["/orders/{id}", ["getOrder"]],
    ["GET /orders", ["listOrders", "GET /orders", "getOrder"]],
    ["listorders", ["listOrders"]],
    ["/orders", ["listOrders", "GET /orders", "getOrder"]],
    ["LISTORDERS", ["listOrders"]],
    ["order_id", ["order_id"]],
    ["id", ["id", "order_id", "getOrder"]],
    ["ordered", ["ordered"]],
    ["orders", ["orders", "GET /orders", "listOrders", "getOrder"]],
    ["removed get", ["GET /orders"]],
    ["orders nothing", []],
    ["", []],
    ["%", []],
    ["'", []],
  ])("for %j finds %j first", (query, want) => {
    const found = rankEntries(entries, query).map(({ name }) => name);
    expect(found.slice(0, want.length)).toEqual(want);
    if (want.length === 0) expect(found).toEqual([]);
  });

  it("shows a place once, and respects the limit", () => {
    const twice = [entry("field", "order", "", "a.html"), entry("field", "orders", "", "a.html")];
    expect(rankEntries(twice, "order").map(({ name }) => name)).toEqual(["order"]);
    expect(rankEntries(entries, "order", 2)).toHaveLength(2);
  });

  it.each<readonly [string, readonly string[]]>([
    ["  GET   /Orders ", ["get", "/orders"]],
    ["a a A", ["a"]],
    ["1 2 3 4 5 6 7 8 9", ["1", "2", "3", "4", "5", "6", "7", "8"]],
    ["x".repeat(500), ["x".repeat(80)]],
    ["\ud800", ["\ufffd"]],
  ])("finds the words of %j", (query, want) => {
    expect(searchWords(query)).toEqual(want);
  });

  it.each([
    ["orders", "%orders%"],
    ["100%", "%100\\%%"],
    ["listing_id", "%listing\\_id%"],
    ["a\\b", "%a\\\\b%"],
  ])("asks the database for %j as %j", (word, want) => {
    expect(likePattern(word)).toBe(want);
  });
});

describe("the page of results", () => {
  const hostile = `"><script>alert(1)</script>`;
  const page = searchPage({
    query: hostile,
    entries: [{ ...entry("field", hostile, hostile), path: "a b.html", anchor: "x y" }],
    isCut: false,
  });

  it("escapes the query and the results", () => {
    expect(pageProblems(`<!doctype html><title>x</title>${page.main}`)).toEqual([]);
    expect(page.main).toContain('href="a%20b.html#x%20y"');
    expect(page.main).not.toContain("<script");
  });

  it.each([
    ["nothing", { query: "zebra", entries: [], isCut: false }, "No results for zebra."],
    ["one place", { query: "cart", entries: entries.slice(0, 1), isCut: false }, "1 result"],
    ["many places", { query: "o", entries, isCut: true }, `The best ${entries.length} results`],
  ])("says that it found %s", (_name, results, want) => {
    expect(searchPage(results).main).toContain(want);
  });

  it.each([
    ["a page of that name", "Order", "Order", "An order.", "", "An order."],
    ["a field", "id", "Order", "Order: Its number.", "Order", "Its number."],
    ["a field without a description", "id", "Order", "Order", "Order", ""],
    ["an operation", "List orders", "List orders", "GET /orders", "", "GET /orders"],
    ["a section", "Accounting", "Accounting", "Accounting", "", ""],
    ["a change", "GET /a", "Version 1.2.0", "It was removed.", "Version 1.2.0", "It was removed."],
  ])("says nothing twice of %s", (_name, name, title, text, where, excerpt) => {
    expect(resultWords({ name, title, text })).toEqual({ where, excerpt });
    const found = { ...entry("field", name, text), title };
    const { main } = searchPage({ query: name, entries: [found], isCut: false });
    const [result = ""] = /<li>.*<\/li>/.exec(main) ?? [];
    expect(result.includes('class="where"')).toBe(where !== "");
    expect(result.includes("<p>")).toBe(excerpt !== "");
  });

  it("names the searched scope", () => {
    expect(searchPage(undefined).main).toContain("the changes of all versions");
  });

  it("has the query in the form, so that the URL is a link to the search", () => {
    const inputs = elementsOf(parse(searchPage({ query: "a b", entries, isCut: false }).main));
    const input = inputs.find(({ tagName }) => tagName === "input");
    expect(input?.attrs).toContainEqual({ name: "value", value: "a b" });
  });
});

describe("the script of a static site", () => {
  it("is small", () => {
    expect(searchScript.text.length).toBeLessThan(8_000);
  });

  it("ranks as the server does", () => {
    const [, source = ""] =
      /const entryScore = (function[\s\S]*?\n {0,2}\});?\n {2}const resultWords/.exec(
        searchScript.text.replace(/;\n {2}const resultWords/, "\n  const resultWords"),
      ) ?? [];
    const score: unknown = runInContext(`(${source})`, createContext({}));
    if (typeof score !== "function") throw new TypeError("The script has no ranking.");
    for (const query of ["orders", "get /orders", "id", "order_id", "zebra"]) {
      for (const each of entries) {
        const words = searchWords(query);
        expect([query, each.name, score(each, words)]).toEqual([
          query,
          each.name,
          entryScore(each, words),
        ]);
      }
    }
  });

  it("uses nothing that the policy of a page forbids", () => {
    expect(searchScript.text).not.toMatch(
      /innerHTML|\beval\b|document\.write|\.style\b|new Function/,
    );
  });

  it("runs in a browser unchanged", () => {
    expect(() => new Script(searchScript.text)).not.toThrow();
  });
});
