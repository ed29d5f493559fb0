import { expect, test } from "vitest";
import { changesOf } from "./changes-of.ts";

/** One document in OpenAPI 3.0, and in 3.1 and 3.2. */
const shop = (openapi: string, price: object, note: object) => ({
  openapi,
  info: { title: "Shop", version: "1" },
  paths: {
    "/a": {
      post: {
        parameters: [{ name: "p", in: "query", schema: note }],
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Price" } } },
        },
        responses: {
          200: { description: "OK", content: { "application/json": { schema: price } } },
        },
      },
    },
  },
  components: { schemas: { Price: price } },
});

const old = shop(
  "3.0.3",
  { type: "integer", minimum: 0, exclusiveMinimum: true },
  { type: "string", nullable: true, maxLength: 9 },
);
const price = { type: "integer", exclusiveMinimum: 0 };
const note = { type: ["string", "null"], maxLength: 9 };

test.each(["3.1.0", "3.1.1", "3.2.0"])(
  "3.0 and %s with the same meaning are equal",
  async (version) => {
    expect(await changesOf(old, shop(version, price, note))).toEqual([]);
    expect(await changesOf(shop(version, price, note), old)).toEqual([]);
  },
);

test("3.0 and 3.1 with another meaning are not", async () => {
  const other = shop("3.1.0", price, { type: "string", maxLength: 9 });
  expect(await changesOf(old, other)).toEqual([
    "nullable-removed: breaking code, operation POST /a query parameter p",
  ]);
});
