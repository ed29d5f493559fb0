import { describe, expect, test } from "vitest";
import { build, contractOf } from "./contract-of.ts";

/** Writes a document with one list, with its extension as YAML on one line. */
function listWith(pagination: string): string {
  return `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    get:
      operationId: list
      x-pagination: ${pagination}
      parameters:
        - { name: cursor, in: query, schema: { $ref: "#/components/schemas/Cursor" } }
        - { name: page, in: query, schema: { type: integer } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: tags, in: query, schema: { type: array } }
        - { name: any, in: query, schema: {} }
        - { name: trace, in: header, schema: { type: string } }
      responses:
        "200":
          description: A page.
          headers:
            link: { schema: { type: string } }
          content:
            text/plain: {}
            application/json: { schema: { $ref: "#/components/schemas/Page" } }
        "400": { description: Refused., content: { application/json: { schema: { type: array } } } }
components:
  schemas:
    Cursor: { type: string }
    Page:
      allOf:
        - type: object
          properties:
            data: { type: array, items: { oneOf: [{ $ref: "#/components/schemas/Item" }] } }
            a/b: { type: object, properties: { next: { anyOf: [{ type: string }, { type: "null" }] } } }
        - type: object
          properties:
            next_number: { type: [integer, "null"] }
            has_more: { type: boolean }
            total: { type: integer }
            anything: {}
    Item: { type: object, properties: { id: { type: string }, count: { type: integer } } }
`;
}

const items = "items: /data";

describe("x-pagination", () => {
  test.each([
    [
      `{ ${items}, cursor: { parameter: cursor, next: /a~1b/next, hasMore: /has_more } }`,
      { kind: "cursor", parameter: "cursor", next: ["a/b", "next"], hasMore: ["has_more"] },
    ],
    [
      `{ ${items}, cursor: { parameter: cursor, lastItem: /id, hasMore: /has_more } }`,
      { kind: "cursor", parameter: "cursor", lastItem: ["id"], hasMore: ["has_more"] },
    ],
    [
      `{ ${items}, cursor: { parameter: page, next: /next_number } }`,
      { kind: "cursor", parameter: "page", next: ["next_number"] },
    ],
    [`{ ${items}, page: { parameter: page } }`, { kind: "page", parameter: "page", first: 1 }],
    [
      `{ ${items}, page: { parameter: page, first: 0, limit: limit, totalPages: /total } }`,
      { kind: "page", parameter: "page", first: 0, limit: "limit", totalPages: ["total"] },
    ],
    [
      `{ ${items}, offset: { parameter: page, limit: limit, totalItems: /total } }`,
      { kind: "offset", parameter: "page", limit: "limit", totalItems: ["total"] },
    ],
    [`{ ${items}, link: true }`, { kind: "link" }],
    [`{ ${items}, link: /a~1b/next }`, { kind: "link", next: ["a/b", "next"] }],
  ])("%s is read", async (given, want) => {
    const [operation] = (await contractOf(listWith(given))).operations;
    expect(operation?.pagination).toEqual({
      items: ["data"],
      ...want,
      source: { file: "api.yaml", pointer: "/paths/~1a/get/x-pagination" },
    });
  });

  test("may mark the body itself as the array", async () => {
    const document = listWith('{ items: "", link: true }').replace(
      /schema: { \$ref: "#\/components\/schemas\/Page" }/,
      "schema: { type: array }",
    );
    expect((await contractOf(document)).operations[0]?.pagination?.items).toEqual([]);
  });

  const shape = "EXTENSION_SHAPE";
  const mismatch = "PAGINATION_MISMATCH";
  test.each([
    ["3", shape, "", "`x-pagination` must be an object, but is a number."],
    [
      `{ ${items} }`,
      shape,
      "",
      "`x-pagination` must have exactly one of `cursor`, `page`, `offset` and `link`, but has none of them.",
    ],
    [
      `{ ${items}, page: { parameter: page }, link: true }`,
      shape,
      "",
      "`x-pagination` must have exactly one of `cursor`, `page`, `offset` and `link`, but has `page` and `link`.",
    ],
    [
      `{ ${items}, cursor: { parameter: cursor } }`,
      shape,
      "/cursor",
      "`cursor` must have exactly one of `next` and `lastItem`, but has none of them.",
    ],
    [
      `{ ${items}, link: false }`,
      shape,
      "/link",
      "`link` must be `true` or a JSON Pointer such as `/links/next`, but is a boolean.",
    ],
    [
      "{ link: true }",
      shape,
      "/items",
      "`items` must be a JSON Pointer such as `/data`, but is missing.",
    ],
    [
      `{ ${items}, page: { parameter: page, first: 2 } }`,
      shape,
      "/page/first",
      "`first` must be one of 0, 1, but is a number.",
    ],
    [
      `{ ${items}, page: { parameter: page, totalPage: /total } }`,
      shape,
      "/page/totalPage",
      "Unknown field `totalPage`. Did you mean `totalPages`?",
    ],
    [
      `{ ${items}, cursor: { parameter: cursr, next: /a~1b/next } }`,
      mismatch,
      "/cursor/parameter",
      "The operation has no query parameter `cursr`; did you mean `cursor`?",
    ],
    [
      `{ ${items}, cursor: { parameter: trace, next: /a~1b/next } }`,
      mismatch,
      "/cursor/parameter",
      "The operation has no query parameter `trace`.",
    ],
    [
      `{ ${items}, cursor: { parameter: tags, next: /a~1b/next } }`,
      mismatch,
      "/cursor/parameter",
      "The query parameter `tags` must be a string or an integer, but can be an array.",
    ],
    [
      `{ ${items}, page: { parameter: any } }`,
      mismatch,
      "/page/parameter",
      "The query parameter `any` must be an integer or a number, but its schema has no type.",
    ],
    [
      `{ ${items}, offset: { parameter: page, limit: cursor } }`,
      mismatch,
      "/offset/limit",
      "The query parameter `cursor` must be an integer or a number, but can be a string.",
    ],
    [
      `{ ${items}, cursor: { parameter: cursor, next: /a~1b/nxt } }`,
      mismatch,
      "/cursor/next",
      "The schema of the body has no member `/a~1b/nxt`; did you mean `next`?",
    ],
    [
      `{ ${items}, cursor: { parameter: cursor, next: /next_number } }`,
      mismatch,
      "/cursor/next",
      "The member `/next_number` of the body must be a string, but can be an integer.",
    ],
    [
      `{ ${items}, cursor: { parameter: cursor, lastItem: /count } }`,
      mismatch,
      "/cursor/lastItem",
      "The member `/count` of an item must be a string, but can be an integer.",
    ],
    [
      `{ ${items}, cursor: { parameter: cursor, lastItem: /id, hasMore: /total } }`,
      mismatch,
      "/cursor/hasMore",
      "The member `/total` of the body must be a boolean, but can be an integer.",
    ],
    [
      `{ ${items}, page: { parameter: page, totalPages: /pages } }`,
      mismatch,
      "/page/totalPages",
      "The schema of the body has no member `/pages`.",
    ],
    [
      "{ items: /has_more, link: true }",
      mismatch,
      "/items",
      "The member `/has_more` of the body must be an array, but can be a boolean.",
    ],
    [
      "{ items: /anything, link: true }",
      mismatch,
      "/items",
      "The member `/anything` of the body must be an array, but its schema has no type.",
    ],
    [
      '{ items: "", link: true }',
      mismatch,
      "/items",
      "The body must be an array, but can be an object.",
    ],
  ])("%s is refused", async (given, code, pointer, message) => {
    const { contract, diagnostics } = await build(listWith(given));
    expect(contract).toBeUndefined();
    expect(diagnostics.map((each) => [each.code, each.pointer, each.message])).toEqual([
      [code, `/paths/~1a/get/x-pagination${pointer}`, message],
    ]);
  });

  test.each([
    [/ +headers:\n +link: .*\n/, "/link", "The response 200 does not declare a header `Link`."],
    [
      /link: { schema: { type: string } }/,
      "/link",
      "The header `Link` must be a string, but its schema has no type.",
    ],
    [
      / +application\/json: { schema: { \$ref: .*\n/,
      "",
      "The operation has no successful response with a JSON body and a schema.",
    ],
  ])("links need a header and a body: without %s", async (removed, pointer, message) => {
    const document = listWith(`{ ${items}, link: true }`).replace(removed, (text) =>
      text.startsWith("link") ? "link: { schema: {} }" : "",
    );
    const { diagnostics } = await build(document);
    expect(diagnostics.map((each) => [each.pointer, each.message])).toEqual([
      [`/paths/~1a/get/x-pagination${pointer}`, message],
    ]);
  });
});
