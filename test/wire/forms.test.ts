// The bytes of URL-encoded forms: a generated client writes the rows of the table, and a generated server
// reads them back.

import { describe, expect, test } from "vitest";
import { readRequests, writtenRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";

interface FormRow {
  /** Default `3.1.1`. */
  readonly version?: string;
  readonly properties: object;
  readonly encoding?: object;
  readonly value: object;
  readonly want: string;
  /** The value that a server reads, if it differs from the sent one. */
  readonly read?: object;
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
  // Without a style, `contentType` decides; here it states the default.
  {
    properties: { address },
    encoding: { address: { contentType: "application/json" } },
    value: home,
    want: "address=%7B%22city%22%3A%22A+b%22%2C%22zip%22%3A7%7D",
  },
  {
    properties: { address: { type: "object", properties: { a: { type: "array", items: text } } } },
    encoding: { address: { style: "deepObject", explode: true } },
    value: { address: { a: ["x", "y"] } },
    want: "address%5Ba%5D%5B0%5D=x&address%5Ba%5D%5B1%5D=y",
  },
  {
    properties: { metadata: { anyOf: [address, { type: "string", enum: [""] }] } },
    encoding: { metadata: { style: "deepObject", explode: true } },
    value: { metadata: "" },
    want: "metadata=",
  },
  {
    properties: { expand: list },
    encoding: { expand: { style: "deepObject", explode: true } },
    value: { expand: ["a", "b"] },
    want: "expand%5B0%5D=a&expand%5B1%5D=b",
  },
  {
    properties: { a: text },
    encoding: { a: { allowReserved: true } },
    value: { a: "a/b c" },
    want: "a=a/b%20c",
  },
  {
    properties: { a: text },
    encoding: { a: { allowReserved: false } },
    value: { a: "a/b c" },
    want: "a=a%2Fb%20c",
  },
  // Objects in fields without `encoding`: with a style in older documents, as JSON in others.
  ...["3.0.0", "3.0.3", "3.1.0"].map((version) => ({
    version,
    properties: { address, name: text },
    value: { name: "a b", ...home },
    want: "name=a+b&city=A%20b&zip=7",
  })),
  ...["3.0.4", "3.1.2", "3.2.0"].map((version) => ({
    version,
    properties: { address },
    value: home,
    want: "address=%7B%22city%22%3A%22A+b%22%2C%22zip%22%3A7%7D",
  })),
  {
    version: "3.0.3",
    properties: { address },
    encoding: { address: { contentType: "application/json" } },
    value: home,
    want: "address=%7B%22city%22%3A%22A+b%22%2C%22zip%22%3A7%7D",
  },
  // Twilio's documents: repeated fields.
  {
    version: "3.0.1",
    properties: { MediaUrl: { type: "array", items: { type: "string", format: "uri" } } },
    value: { MediaUrl: ["https://a.example/?b=c", "https://d.example"] },
    want: "MediaUrl=https%3A%2F%2Fa.example%2F%3Fb%3Dc&MediaUrl=https%3A%2F%2Fd.example",
  },
  {
    properties: { homes: { type: "array", items: address } },
    value: { homes: [{ zip: 1 }, { zip: 2 }] },
    want: "homes=%7B%22zip%22%3A1%7D&homes=%7B%22zip%22%3A2%7D",
  },
  {
    properties: { a: { type: "string", format: "binary" } },
    value: { a: new Uint8Array([0, 255, 32, 65, 45]) },
    want: "a=%00%FF+A-",
  },
  {
    properties: { a: text },
    encoding: { a: { contentType: "application/json" } },
    value: { a: "x" },
    want: "a=%22x%22",
  },
  {
    properties: { a: { type: ["string", "null"] }, b: text },
    value: { a: null, b: "" },
    want: "b=",
    read: { b: "" },
  },
  { properties: { "a b&c=d": text }, value: { "a b&c=d": "\u00e9" }, want: "a+b%26c%3Dd=%C3%A9" },
];

const form = "application/x-www-form-urlencoded";

function documentOf(version: string, all: readonly FormRow[]): object {
  const paths = all.map(({ properties, encoding }, index) => {
    const content = { [form]: { schema: { type: "object", properties }, encoding } };
    const responses = { 204: { description: "Nothing." } };
    const requestBody = { required: true, content };
    return [`/r${index}`, { post: { operationId: `r${index}`, requestBody, responses } }];
  });
  return { openapi: version, info: { title: "W", version: "1" }, paths: Object.fromEntries(paths) };
}

const byVersion = [...Map.groupBy(rows, ({ version = "3.1.1" }) => version)];

describe.each(byVersion)("forms of OpenAPI %s", (version, all) => {
  test("are written as in the table", async () => {
    const operations = await generateOperations(documentOf(version, all));
    const written = await writtenRequests(
      operations,
      all.map(({ value }) => ({ body: value })),
    );
    const bodies = written.map((request) => request.split("\r\n\r\n")[1] ?? request);
    expect(bodies).toEqual(all.map(({ want }) => want));
    for (const request of written) expect(request).toMatch(/\r\ncontent-type: [^\r]*urlencoded/i);
  });

  test("are read back", async () => {
    const operations = await generateOperations(documentOf(version, all));
    const head = ["HTTP/1.1", "Host: test", "Connection: close", `Content-Type: ${form}`];
    const requests = all.map(({ want }, index) =>
      [`POST /r${index} ${head.join("\r\n")}`, `Content-Length: ${want.length}`, "", want].join(
        "\r\n",
      ),
    );
    const read = await readRequests(operations, requests);
    expect(read).toEqual(all.map(({ value, read = value }) => ({ body: read })));
  });
});
