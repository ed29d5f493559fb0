// The bytes of multipart forms (RFC 7578): a generated client writes the rows of the table, and a generated
// server reads them back.

import { describe, expect, it, test } from "vitest";
import { readRequests, writtenRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";

interface PartsRow {
  /** Default `3.1.1`. */
  readonly version?: string;
  readonly properties: object;
  readonly encoding?: object;
  readonly value: object;
  /** The headers and the content of each part. */
  readonly want: readonly (readonly [head: string, content: string])[];
  /** The value that a server reads, if it differs from the sent one. */
  readonly read?: object;
}

const text = { type: "string" };
const list = { type: "array", items: text };
const binary = { type: "string", format: "binary" };
const address = { type: "object", properties: { city: text, zip: { type: "integer" } } };
const home = { city: 'A "b', zip: 7 };
const homeJson = '{"city":"A \\"b","zip":7}';
const file = new File(["\u0000\u00ff\r\n--"], "a.png", { type: "image/png" });
const content = "\u0000\u00c3\u00bf\r\n--";
const raw = { type: "application/octet-stream" };
const json = "application/json";

/** Writes the head of a part; `file` is its file name. */
function head(name: string, type?: string, filename?: string): string {
  const end = filename === undefined ? "" : `; filename="${filename}"`;
  const disposition = `Content-Disposition: form-data; name="${name}"${end}`;
  return type === undefined ? disposition : `${disposition}\r\nContent-Type: ${type}`;
}

const rows: readonly PartsRow[] = [
  { properties: { a: text }, value: { a: "x" }, want: [[head("a"), "x"]] },
  // Texts are sent unchanged: not percent-encoded, and with their own line ends.
  {
    properties: { a: text },
    value: { a: "50% (a/b),c+d\n\r!~" },
    want: [[head("a"), "50% (a/b),c+d\n\r!~"]],
  },
  { properties: { a: text }, value: { a: "" }, want: [[head("a"), ""]] },
  { properties: { a: text }, value: { a: "\u00e9" }, want: [[head("a"), "\u00c3\u00a9"]] },
  {
    properties: { a: { type: "integer" }, b: { type: "boolean" }, c: { type: "number" } },
    value: { a: -1, b: false, c: 1.5 },
    want: [
      [head("a"), "-1"],
      [head("b"), "false"],
      [head("c"), "1.5"],
    ],
  },
  {
    properties: { a: { type: "integer", format: "int64" } },
    value: { a: 9_007_199_254_740_993n },
    want: [[head("a"), "9007199254740993"]],
  },
  // Names (WHATWG HTML, "Multipart form data").
  {
    properties: { 'a"b\r\n': text },
    value: { 'a"b\r\n': "x" },
    want: [[head("a%22b%0D%0A"), "x"]],
  },
  { properties: { "a\\": text }, value: { "a\\": "x" }, want: [[head("a\\"), "x"]] },
  { properties: { "a;b=c": text }, value: { "a;b=c": "x" }, want: [[head("a;b=c"), "x"]] },
  { properties: { "\u00e9": text }, value: { "\u00e9": "x" }, want: [[head("\u00c3\u00a9"), "x"]] },
  // Default types.
  {
    properties: { address },
    value: { address: home },
    want: [[head("address", json), homeJson]],
  },
  {
    version: "3.0.3",
    properties: { address },
    value: { address: home },
    want: [[head("address", json), homeJson]],
  },
  {
    properties: { tags: list },
    value: { tags: ["a", "b,c"] },
    want: [
      [head("tags"), "a"],
      [head("tags"), "b,c"],
    ],
  },
  {
    properties: { homes: { type: "array", items: address } },
    value: { homes: [home, { zip: 1 }] },
    want: [
      [head("homes", json), homeJson],
      [head("homes", json), '{"zip":1}'],
    ],
  },
  {
    properties: { grid: { type: "array", items: { type: "array", items: { type: "integer" } } } },
    value: { grid: [[1, 2], [3]] },
    want: [
      [head("grid", json), "[1,2]"],
      [head("grid", json), "[3]"],
    ],
  },
  {
    properties: { a: { type: "string", contentEncoding: "base64" } },
    value: { a: "AAEC" },
    want: [[head("a", raw.type), "AAEC"]],
  },
  {
    version: "3.0.3",
    properties: { a: { type: "string", format: "byte" } },
    value: { a: "AAEC" },
    want: [[head("a"), "AAEC"]],
  },
  { properties: { a: {} }, value: { a: "x" }, want: [[head("a", raw.type), "x"]] },
  { properties: { a: {} }, value: { a: file }, want: [[head("a", file.type, "a.png"), content]] },
  { version: "3.0.3", properties: { a: {} }, value: { a: "x" }, want: [[head("a"), "x"]] },
  { properties: { a: { type: ["string", "null"] } }, value: { a: null }, want: [], read: {} },
  // Files.
  {
    properties: { file: binary },
    value: { file },
    want: [[head("file", "image/png", "a.png"), content]],
  },
  {
    properties: { file: binary },
    value: { file: new Blob(["x"]) },
    want: [[head("file", raw.type, "blob"), "x"]],
    read: { file: new File(["x"], "blob", raw) },
  },
  {
    properties: { file: binary },
    value: { file: new Uint8Array([1, 2]) },
    want: [[head("file", raw.type, "blob"), "\u0001\u0002"]],
    read: { file: new File(["\u0001\u0002"], "blob", raw) },
  },
  {
    properties: { file: binary },
    value: { file: new File([], 'a"\r\n;.txt') },
    want: [[head("file", raw.type, "a%22%0D%0A;.txt"), ""]],
    read: { file: new File([], 'a"\r\n;.txt', raw) },
  },
  {
    properties: { files: { type: "array", items: binary }, a: text },
    value: { files: [file, new File(["2"], "b", { type: "text/plain" })], a: "x" },
    want: [
      [head("files", "image/png", "a.png"), content],
      [head("files", "text/plain", "b"), "2"],
      [head("a"), "x"],
    ],
  },
  {
    properties: { file: { contentMediaType: "image/png" } },
    value: { file },
    want: [[head("file", "image/png", "a.png"), content]],
  },
  {
    properties: { file: { anyOf: [binary, { type: "null" }] } },
    value: { file },
    want: [[head("file", "image/png", "a.png"), content]],
  },
  // Types from `encoding`.
  {
    properties: { a: text },
    encoding: { a: { contentType: "text/markdown" } },
    value: { a: "x" },
    want: [[head("a", "text/markdown"), "x"]],
  },
  {
    properties: { a: text },
    encoding: { a: { contentType: json } },
    value: { a: "x" },
    want: [[head("a", json), '"x"']],
  },
  {
    properties: { a: { type: "integer" } },
    encoding: { a: { contentType: json } },
    value: { a: 1 },
    want: [[head("a", json), "1"]],
  },
  {
    properties: { address },
    encoding: { address: { contentType: "application/vnd.home+json; v=1" } },
    value: { address: home },
    want: [[head("address", "application/vnd.home+json; v=1"), homeJson]],
  },
  {
    properties: { file: binary },
    encoding: { file: { contentType: "image/png" } },
    value: { file: new File(["x"], "a") },
    want: [[head("file", "image/png", "a"), "x"]],
    read: { file: new File(["x"], "a", { type: "image/png" }) },
  },
  // Of several types, the file's own type if it is in the list.
  {
    properties: { file: binary },
    encoding: { file: { contentType: "image/jpeg, image/png" } },
    value: { file },
    want: [[head("file", "image/png", "a.png"), content]],
  },
  {
    properties: { file: binary },
    encoding: { file: { contentType: "image/jpeg, image/gif" } },
    value: { file: new File(["x"], "a") },
    want: [[head("file", "image/jpeg", "a"), "x"]],
    read: { file: new File(["x"], "a", { type: "image/jpeg" }) },
  },
  // Every file is bytes.
  {
    properties: { file: binary },
    encoding: { file: { contentType: "image/gif, application/octet-stream" } },
    value: { file },
    want: [[head("file", "application/octet-stream", "a.png"), content]],
    read: { file: new File([file], "a.png", raw) },
  },
  {
    properties: { file: binary },
    encoding: { file: { contentType: "image/*" } },
    value: { file },
    want: [[head("file", "image/png", "a.png"), content]],
  },
  // Headers from `encoding`. `Content-Type` and `Content-Disposition` are excluded.
  {
    properties: { a: text },
    encoding: { a: { headers: { "X-A": { schema: { type: "integer" } }, "Content-Type": {} } } },
    value: { a: { value: "x", headers: { "X-A": 7 } } },
    want: [[`${head("a")}\r\nX-A: 7`, "x"]],
  },
  {
    properties: { file: binary },
    encoding: { file: { contentType: "image/*", headers: { ETag: { schema: text } } } },
    value: { file: { value: file, headers: { ETag: '"1"' } } },
    want: [[`${head("file", "image/png", "a.png")}\r\nETag: "1"`, content]],
  },
  {
    properties: { file: binary },
    encoding: { file: { headers: { "X-A": { schema: text } } } },
    value: { file: { value: file } },
    want: [[head("file", "image/png", "a.png"), content]],
    read: { file: { value: file, headers: {} } },
  },
  {
    properties: {
      files: { type: "array", items: binary },
      homes: { type: "array", items: address },
    },
    encoding: {
      files: { headers: { "X-A": { required: true, schema: { type: "array", items: text } } } },
      homes: { headers: { "X-B": { schema: { type: "boolean" } } } },
    },
    value: {
      files: [
        { value: file, headers: { "X-A": ["a", "b"] } },
        { value: file, headers: { "X-A": ["c"] } },
      ],
      homes: [{ value: home, headers: { "X-B": true } }, { value: { zip: 1 } }],
    },
    want: [
      [`${head("files", "image/png", "a.png")}\r\nX-A: a,b`, content],
      [`${head("files", "image/png", "a.png")}\r\nX-A: c`, content],
      [`${head("homes", json)}\r\nX-B: true`, homeJson],
      [head("homes", json), '{"zip":1}'],
    ],
    read: {
      files: [
        { value: file, headers: { "X-A": ["a", "b"] } },
        { value: file, headers: { "X-A": ["c"] } },
      ],
      homes: [
        { value: home, headers: { "X-B": true } },
        { value: { zip: 1 }, headers: {} },
      ],
    },
  },
  {
    properties: { a: { type: ["string", "null"] } },
    encoding: { a: { headers: { "X-A": { schema: text } } } },
    value: { a: { value: null } },
    want: [],
    read: {},
  },
  // Styles, from 3.1. Nothing is percent-encoded.
  {
    properties: { tags: list },
    encoding: { tags: { explode: false } },
    value: { tags: ["a b", "c"] },
    want: [[head("tags"), "a b,c"]],
  },
  {
    properties: { tags: list },
    encoding: { tags: { style: "pipeDelimited", explode: false } },
    value: { tags: ["a b", "c"] },
    want: [[head("tags"), "a b|c"]],
  },
  {
    properties: { tags: list },
    encoding: { tags: { style: "form", contentType: json } },
    value: { tags: ["a", "b"] },
    want: [
      [head("tags"), "a"],
      [head("tags"), "b"],
    ],
  },
  {
    properties: { address, a: text },
    encoding: { address: { style: "deepObject", explode: true } },
    value: { address: home, a: "x" },
    want: [
      [head("address[city]"), 'A "b'],
      [head("address[zip]"), "7"],
      [head("a"), "x"],
    ],
  },
  {
    properties: { address },
    encoding: { address: { style: "form" } },
    value: { address: home },
    want: [
      [head("city"), 'A "b'],
      [head("zip"), "7"],
    ],
  },
  {
    version: "3.0.3",
    properties: { address },
    encoding: { address: { style: "deepObject", explode: true } },
    value: { address: home },
    want: [[head("address", json), homeJson]],
  },
];

const form = "multipart/form-data";

/** Returns a document with an operation for each row. */
function documentOf(version: string, all: readonly PartsRow[]): object {
  const paths = all.map(({ properties, encoding }, index) => {
    const content = { [form]: { schema: { type: "object", properties }, encoding } };
    const responses = { 204: { description: "Nothing." } };
    const requestBody = { required: true, content };
    return [`/r${index}`, { post: { operationId: `r${index}`, requestBody, responses } }];
  });
  return { openapi: version, info: { title: "W", version: "1" }, paths: Object.fromEntries(paths) };
}

/** Writes the expected body of a row. */
function bodyOf({ want }: PartsRow): string {
  return `${want.map(([head, text]) => `--B\r\n${head}\r\n\r\n${text}\r\n`).join("")}--B--\r\n`;
}

function requestOf(index: number, body: string): string {
  const head = [`POST /r${index} HTTP/1.1`, "Host: test", "Connection: close"];
  const about = [`Content-Type: ${form}; boundary=B`, `Content-Length: ${body.length}`];
  return [...head, ...about, "", body].join("\r\n");
}

/** Replaces files by their text, so that they can be compared. */
async function withTexts(value: unknown): Promise<unknown> {
  if (value instanceof File) return [value.name, value.type, await value.text()];
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return await Promise.all(value.map(withTexts));
  const members = Object.entries(value).map(async ([name, each]) => [name, await withTexts(each)]);
  return Object.fromEntries(await Promise.all(members));
}

const byVersion = [...Map.groupBy(rows, ({ version = "3.1.1" }) => version)];

describe.each(byVersion)("multipart forms of OpenAPI %s", (version, all) => {
  test("are written as in the table", async () => {
    const operations = await generateOperations(documentOf(version, all));
    const requests = all.map(({ value }) => ({ body: value }));
    const written = await writtenRequests(operations, requests);
    const bodies = written.map((request) => {
      const [, boundary = ""] =
        /content-type: multipart\/form-data; boundary=(.*)\r/i.exec(request) ?? [];
      const body = request.slice(request.indexOf("\r\n\r\n") + 4);
      return boundary === "" ? request : body.replaceAll(`--${boundary}`, "--B");
    });
    expect(bodies).toEqual(all.map(bodyOf));
  });

  test("are read back", async () => {
    const operations = await generateOperations(documentOf(version, all));
    const requests = all.map((row, index) => requestOf(index, bodyOf(row)));
    const read = await readRequests(operations, requests);
    expect(await withTexts(read)).toEqual(
      await withTexts(all.map(({ value, read = value }) => ({ body: read }))),
    );
  });
});

const checksum = { required: true, schema: { type: "string", pattern: "^[0-9a-f]+$" } };
const checked: PartsRow = {
  properties: { a: text, files: { type: "array", items: binary } },
  encoding: {
    a: { headers: { "X-Sum": checksum } },
    files: { headers: { "X-Sum": checksum } },
  },
  value: {},
  want: [],
};

describe("headers of parts", () => {
  it.each([
    [{ a: 7 }, 'expected { value, headers } at "/a"'],
    [
      { a: { value: "x", headers: { "X-Sum": "a\r\nX-B: b" } } },
      "contains what a header cannot carry, at header /X-Sum",
    ],
  ])("are refused before they are sent: %o", async (body, message) => {
    const operations = await generateOperations(documentOf("3.1.1", [checked]));
    const [written] = await writtenRequests(operations, [{ body }]);
    expect(written).toContain(message);
  });

  it.each([
    [head("a"), "/a/headers/X-Sum", "required"],
    [`${head("a")}\r\nX-Sum: g`, "/a/headers/X-Sum", "pattern"],
    [`${head("a")}\r\nX-Sum: 0\r\nX-Sum: 1`, "/a/headers/X-Sum", "repeated"],
    [head("files", "image/png", "a"), "/files/0/headers/X-Sum", "required"],
  ])("are refused by a server: %s", async (part, pointer, code) => {
    const operations = await generateOperations(documentOf("3.1.1", [checked]));
    const [answer] = await readRequests(operations, [
      requestOf(0, bodyOf({ ...checked, want: [[part, "x"]] })),
    ]);
    expect(answer).toContain("HTTP/1.1 400");
    expect(answer).toContain(`"pointer":"${pointer}"`);
    expect(answer).toContain(`"code":"${code}"`);
  });
});

describe("files of other types than the document lists", () => {
  const properties = { file: binary, files: { type: "array", items: binary } };
  const rows: readonly (readonly [contentType: string, own: string, isTaken: boolean])[] = [
    ["image/png", "image/png", true],
    ["image/png", "IMAGE/PNG;a=b", true],
    ["image/png", "image/jpeg", false],
    ["image/png, image/gif", "image/jpeg", false],
    ["image/*", "image/jpeg", true],
    ["image/*", "text/plain", false],
    ["*/*", "text/plain", true],
    ["application/octet-stream", "text/plain", true],
  ];

  function operationsOf(contentType: string) {
    const encoding = { file: { contentType }, files: { contentType } };
    return generateOperations(documentOf("3.1.1", [{ properties, encoding, value: {}, want: [] }]));
  }

  it.each(rows)("for %s, a file of %s is sent: %s", async (...row) => {
    const [contentType, type, isTaken] = row;
    const operations = await operationsOf(contentType);
    const own = new File(["x"], "a", { type });
    const files = new FormData();
    files.append("file", own);
    for (const [body, pointer] of [
      [{ file: own }, "/file"],
      [{ files: [new File(["x"], "a"), own] }, "/files/1"],
      [files, "/file"],
    ] as const) {
      const [written] = await writtenRequests(operations, [{ body }]);
      const listed = contentType.replace(", ", " or ");
      const message = `expected a file of type ${listed} at "${pointer}"`;
      expect(written?.includes(message)).toBe(!isTaken);
    }
  });

  it.each(rows)("for %s, a file of %s is read by a server: %s", async (...row) => {
    const [contentType, type, isTaken] = row;
    const operations = await operationsOf(contentType);
    const body = bodyOf({ properties, value: {}, want: [[head("file", type, "a"), "x"]] });
    const [answer] = await readRequests(operations, [requestOf(0, body)]);
    const refusal = '"pointer":"/file","code":"media_type"';
    expect(typeof answer === "string" && answer.includes(refusal)).toBe(!isTaken);
  });

  it("are read if the sender does not know the type", async () => {
    const operations = await operationsOf("image/png");
    for (const type of [undefined, "application/octet-stream"]) {
      const body = bodyOf({ properties, value: {}, want: [[head("file", type, "a"), "x"]] });
      const [read] = await readRequests(operations, [requestOf(0, body)]);
      expect(read).toMatchObject({ body: { file: expect.any(File) } });
    }
  });
});
