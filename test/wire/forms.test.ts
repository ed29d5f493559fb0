// The bytes of URL-encoded forms: a generated client writes those of the table, and a generated
// server reads them back.

import { expect, test } from "vitest";
import { readRequests, writtenRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";

interface FormRow {
  readonly properties: object;
  readonly encoding?: object;
  readonly value: object;
  readonly want: string;
}

const text = { type: "string" };
const list = { type: "array", items: text };
const address = { type: "object", properties: { city: text, zip: { type: "integer" } } };
const home = { address: { city: "A b", zip: 7 } };
const tags = { tags: ["a b", "c,d"] };

const rows: readonly FormRow[] = [
  {
    properties: { a: text },
    value: { a: "50% (a/b),c+d!~" },
    want: "a=50%25+%28a%2Fb%29%2Cc%2Bd%21%7E",
  },
  {
    properties: { a: { type: "integer" }, b: { type: "boolean" } },
    value: { a: -1, b: false },
    want: "a=-1&b=false",
  },
  { properties: { tags: list }, value: tags, want: "tags=a+b&tags=c%2Cd" },
  {
    properties: { address },
    value: home,
    want: "address=%7B%22city%22%3A%22A+b%22%2C%22zip%22%3A7%7D",
  },
  {
    properties: { address },
    encoding: { address: { style: "deepObject", explode: true } },
    value: home,
    want: "address%5Bcity%5D=A%20b&address%5Bzip%5D=7",
  },
  {
    properties: { metadata: { type: "object", additionalProperties: text } },
    encoding: { metadata: { style: "deepObject", explode: true } },
    value: { metadata: { order: "6735" } },
    want: "metadata%5Border%5D=6735",
  },
  {
    properties: { address },
    encoding: { address: { explode: true } },
    value: home,
    want: "city=A%20b&zip=7",
  },
  {
    properties: { address },
    encoding: { address: { explode: false } },
    value: home,
    want: "address=city,A%20b,zip,7",
  },
  {
    properties: { tags: list },
    encoding: { tags: { style: "form" } },
    value: tags,
    want: "tags=a%20b&tags=c%2Cd",
  },
  {
    properties: { tags: list },
    encoding: { tags: { explode: false } },
    value: tags,
    want: "tags=a%20b,c%2Cd",
  },
  {
    properties: { tags: list },
    encoding: { tags: { style: "pipeDelimited", explode: false } },
    value: tags,
    want: "tags=a%20b%7Cc%2Cd",
  },
  {
    properties: { tags: list },
    encoding: { tags: { style: "spaceDelimited", explode: false } },
    value: { tags: ["a", "b"] },
    want: "tags=a%20b",
  },
  {
    properties: { name: text, tags: list },
    encoding: { tags: { explode: false } },
    value: { name: "a b", tags: ["c", "d"] },
    want: "name=a+b&tags=c,d",
  },
  // Without a style, `contentType` decides, and says what is the default anyway.
  {
    properties: { address },
    encoding: { address: { contentType: "application/json" } },
    value: home,
    want: "address=%7B%22city%22%3A%22A+b%22%2C%22zip%22%3A7%7D",
  },
];

const form = "application/x-www-form-urlencoded";
const paths = rows.map(({ properties, encoding }, index) => {
  const content = { [form]: { schema: { type: "object", properties }, encoding } };
  const responses = { 204: { description: "Nothing." } };
  const requestBody = { required: true, content };
  return [`/r${index}`, { post: { operationId: `r${index}`, requestBody, responses } }];
});
const document = {
  openapi: "3.1.1",
  info: { title: "W", version: "1" },
  paths: Object.fromEntries(paths),
};

test("forms are written as the table says", async () => {
  const operations = await generateOperations(document);
  const written = await writtenRequests(
    operations,
    rows.map(({ value }) => ({ body: value })),
  );
  const bodies = written.map((request) => request.split("\r\n\r\n")[1] ?? request);
  expect(bodies).toEqual(rows.map(({ want }) => want));
  for (const request of written) expect(request).toMatch(/\r\ncontent-type: [^\r]*urlencoded/i);
});

test("forms are read back", async () => {
  const operations = await generateOperations(document);
  const head = ["HTTP/1.1", "Host: test", "Connection: close", `Content-Type: ${form}`];
  const requests = rows.map(({ want }, index) =>
    [`POST /r${index} ${head.join("\r\n")}`, `Content-Length: ${want.length}`, "", want].join(
      "\r\n",
    ),
  );
  const read = await readRequests(operations, requests);
  expect(read).toEqual(rows.map(({ value }) => ({ body: value })));
});
