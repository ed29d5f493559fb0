// How pages divide long content, for parts of documents.

import { expect, it } from "vitest";
import { referencePages } from "../src/pages/reference-pages.ts";
import { readContract } from "./read-contract.ts";

const names = Array.from({ length: 20 }, (_none, index) => `field_${index + 1}`);
const long = (required: readonly string[], count = 20) => ({
  type: "object",
  required,
  properties: Object.fromEntries(names.slice(0, count).map((name) => [name, { type: "string" }])),
});

async function pagesOf(operation: object, rest: object = {}) {
  const contract = await readContract({
    file: "/openapi.json",
    text: JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      paths: { "/orders": { post: { operationId: "PostOrdersOrderCancel", ...operation } } },
      ...rest,
    }),
  });
  return new Map([...referencePages(contract)].map((page) => [page.path, page]));
}

async function pageOf(operation: object, rest?: object): Promise<string> {
  const path = "operations/post-orders-order-cancel.html";
  return (await pagesOf(operation, rest)).get(path)?.main ?? "";
}

const bodyOf = (schema: object) => ({
  requestBody: { content: { "application/json": { schema } } },
  responses: { 204: { description: "Done." } },
});

it.each([
  ["15 fields", long([], 15), "", 15],
  ["20 fields", long([]), "10 more fields", 10],
  ["20 fields, 12 of them required", long(names.slice(8)), "8 more fields", 12],
  ["20 required fields", long(names), "5 more fields", 15],
])("of %s, some are shown and the rest can be opened", async (_name, schema, more, shown) => {
  const main = await pageOf(bodyOf(schema));
  const [first = "", rest] = main.split('<details class="nested more"><summary>');
  expect(first.split('<li class="field"').length - 1).toBe(shown);
  expect(rest?.split("</summary>")[0] ?? "").toBe(more);
});

it("required parameters and fields come first, in Markdown too", async () => {
  const parameters = ["a", "b"].map((name) => ({
    name,
    in: "query",
    required: name === "b",
    schema: { type: "string" },
  }));
  const operation = { ...bodyOf(long(["field_3"], 3)), parameters };
  const page = (await pagesOf(operation)).get("operations/post-orders-order-cancel.html");
  const ids = [...(page?.main ?? "").matchAll(/<li class="field" id="([^"]*)"/g)];
  const want = ["query.b", "query.a", "body.field_3", "body.field_1", "body.field_2"];
  expect(ids.map(([, id]) => id)).toEqual(want);
  const items = [...(page?.markdown ?? "").matchAll(/^- `(\w+)`/gm)].map(([, name]) => name);
  expect(items).toEqual(["b", "a", "field_3", "field_1", "field_2"]);
});

const code = "<code>id</code>";
it.each([
  ["the summary of an operation", { summary: "Cancel by `id`." }, `<h1>Cancel by ${code}</h1>`],
  [
    "the description of a response",
    { responses: { 204: { description: "Without `id`." } } },
    `<span class="status-text">Without ${code}.</span>`,
  ],
  [
    "the summary of an example",
    {
      requestBody: {
        content: {
          "text/plain": {
            examples: { a: { summary: "With `id`", value: "x" }, b: { value: "y" } },
          },
        },
      },
    },
    `<p class="panel-note">With ${code}</p>`,
  ],
  [
    "the note of a value",
    bodyOf({ type: "string", enum: ["a", "b"], "x-enum-descriptions": ["By `id`", "None"] }),
    `<code>&quot;a&quot;</code> By ${code}`,
  ],
  [
    "text that looks like HTML",
    { summary: "A `<b>` & <i>" },
    "<h1>A <code>&lt;b&gt;</code> &amp; &lt;i&gt;</h1>",
  ],
])("backticks mark words as code in %s", async (_name, operation, want) => {
  const main = await pageOf({ responses: { 200: { description: "Done." } }, ...operation });
  expect(main).toContain(want);
});

it("backticks mark words as code in tables", async () => {
  const schema = { type: "string", description: "Is an `id`. It is long." };
  const pages = await pagesOf(
    { tags: ["orders"], responses: {} },
    {
      tags: [{ name: "orders", description: "By `id`." }],
      components: { schemas: { Id: schema } },
    },
  );
  expect(pages.get("schemas.html")?.main).toContain(`<td>Is an ${code}.</td>`);
  expect(pages.get("index.html")?.main).toContain(`<p>By ${code}.</p>`);
  expect(pages.get("index.html")?.description).not.toContain("`");
});

it("a name without spaces may break between its words", async () => {
  const main = await pageOf({ responses: {} });
  expect(main).toContain("<h1>Post<wbr>Orders<wbr>Order<wbr>Cancel</h1>");
});
