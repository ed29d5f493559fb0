import { camelCase, pascalCase, reservedNames } from "@specwright/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("pascalCase and camelCase", () => {
  it.each([
    ["OrderView", "OrderView", "orderView"],
    ["order-view", "OrderView", "orderView"],
    ["/market-data", "MarketData", "marketData"],
    ["GET /users/{id}", "GETUsersId", "getUsersId"],
    ["createListing body", "CreateListingBody", "createListingBody"],
    ["HTTPServer", "HTTPServer", "httpServer"],
    ["ORDER_VIEW", "OrderView", "orderView"],
    ["XML", "XML", "xml"],
    ["v1.1", "V1_1", "v1_1"],
    ["1abc", "_1abc", "_1abc"],
    ["", "Unnamed", "unnamed"],
    ["!?", "Unnamed", "unnamed"],
    ["ünïcode näme", "ÜnïcodeNäme", "ünïcodeNäme"],
    ["cafe\u0301", "Café", "café"],
    ["日本 語", "日本語", "日本語"],
    ["straße", "Straße", "straße"],
    ["ßa", "ßa", "ßa"],
    ["a\u200db", "AB", "aB"],
  ])("%j", (given, pascal, camel) => {
    expect([pascalCase(given), camelCase(given)]).toEqual([pascal, camel]);
  });

  it("give identifiers, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const name of [pascalCase(text), camelCase(text)]) {
          expect(name).toMatch(/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u);
          expect(name.normalize("NFC")).toBe(name);
          if (!reservedNames.has(name)) new Function(`const ${name} = 1;`);
        }
      }),
    );
  });
});
