import { describe, expect, it } from "vitest";
import { compile, reformatted } from "./compile.ts";
import { pathsDocument, typesOf } from "./types-of.ts";

const item = "application/json: { schema: { $ref: '#/components/schemas/Item' } }";
const problem = "application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } }";
const file = "{ type: string, format: binary }";
const none = "responses: { 204: { description: x } }";

// `want` is the text after the types of the components Item and Problem, without places.
const cases: [title: string, given: string, want: string][] = [
  [
    "no parameters",
    `/a: { get: { operationId: read, ${none} } }`,
    "export type ReadRequest = Record<string, never>;\n\nexport type ReadResponse = { status: 204; body?: never };",
  ],
  [
    "a part of every location",
    `/a/{id}: { get: { operationId: read, parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }, { name: q, in: query, schema: { type: string } }, { name: X-Trace, in: header, required: true, schema: { type: string } }, { name: c, in: cookie, schema: { type: string } }], ${none} } }`,
    `export interface ReadCookies {
  c?: string;
}

export interface ReadHeaders {
  "X-Trace": string;
}

export interface ReadPath {
  /** int64 */ id: bigint;
}

export interface ReadQuery {
  q?: string;
}

export interface ReadRequest {
  path: ReadPath;
  query?: ReadQuery;
  headers: ReadHeaders;
  cookies?: ReadCookies;
}

export type ReadResponse = { status: 204; body?: never };`,
  ],
  [
    "a body that is required, and one that is not",
    `/a: { post: { operationId: make, requestBody: { required: true, content: { ${item} } }, ${none} }, put: { operationId: put, requestBody: { content: { ${item} } }, ${none} } }`,
    `export interface MakeRequest {
  body: Item;
}

export type MakeResponse = { status: 204; body?: never };

export interface PutRequest {
  body?: Item;
}

export type PutResponse = { status: 204; body?: never };`,
  ],
  [
    "a body with a status that has none",
    `/a: { get: { operationId: read, responses: { 204: { description: x, content: { ${item} } }, 304: { description: x, content: { ${item} } } } } }`,
    `export type ReadRequest = Record<string, never>;

export type ReadResponse = { status: 204 | 304; body?: never };`,
  ],
  [
    "bodies of every kind",
    `/a: { post: { operationId: make, requestBody: { required: true, content: { text/csv: {} } }, responses: { 200: { description: x, content: { image/png: {} } }, 201: { description: x, content: { text/event-stream: {} } }, 202: { description: x, content: { '*/*': {} } } } } }`,
    `export interface MakeRequest {
  body: string;
}

export interface Make201BodyEvent {
  data: string;
  event?: string;
  id?: string;
  /** At least 0. */
  retry?: number;
}

export type MakeResponse =
  | { status: 200; body: Uint8Array }
  | { status: 201; body: AsyncIterable<Make201BodyEvent> }
  | { status: 202; body: unknown };`,
  ],
  [
    "30.2 a form with a file beside fields of any name",
    `/a: { post: { operationId: make, requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: ${file}, name: { type: string } }, additionalProperties: { type: string } } } } }, ${none} } }`,
    `export interface MakeBody {
  /** binary */ file: string;
  name?: string;
  [key: string]: string | undefined;
}

export interface MakeRequest {
  body: { /** binary */ file: Blob; name?: string; [key: string]: string | Blob | undefined };
}

export type MakeResponse = { status: 204; body?: never };`,
  ],
  [
    "30.2 a form with a file in one of two alternatives",
    `/a: { post: { operationId: make, requestBody: { required: true, content: { multipart/form-data: { schema: { oneOf: [{ type: object, required: [file], properties: { file: ${file} } }, { type: object, properties: { url: { type: string }, files: { anyOf: [${file}, { type: string }] } } }] } } } }, ${none} } }`,
    `export type MakeBody = { /** binary */ file: string } | { url?: string; files?: string };

export interface MakeRequest {
  body: { /** binary */ file: Blob } | { url?: string; files?: Blob | string };
}

export type MakeResponse = { status: 204; body?: never };`,
  ],
  [
    "a form with files",
    `/a: { post: { operationId: make, requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { file: { type: string, format: binary }, more: { type: array, items: { type: string, format: binary } }, name: { type: string } } } } } }, ${none} } }`,
    `export interface MakeBody {
  /** binary */ file: string;
  more?: string[];
  name?: string;
}

export interface MakeRequest {
  body: Omit<MakeBody, "file" | "more"> & { /** binary */ file: Blob; more?: Blob[] };
}

export type MakeResponse = { status: 204; body?: never };`,
  ],
  [
    "several media types",
    `/a: { post: { operationId: make, parameters: [{ name: q, in: query, schema: { type: string } }], requestBody: { content: { ${item}, text/csv: {}, text/plain: {} } }, responses: { 200: { description: x, content: { ${item}, application/xml: {} } } } } }`,
    `export interface MakeQuery {
  q?: string;
}

export type MakeRequest = { query?: MakeQuery } & (
  | { contentType: "application/json"; body: Item }
  | { contentType: "text/csv" | "text/plain"; body: string }
  | { contentType?: never; body?: never }
);

export type MakeResponse =
  | { status: 200; contentType: "application/json"; body: Item }
  | { status: 200; contentType: "application/xml"; body: Uint8Array };`,
  ],
  [
    "several media types and nothing else",
    `/a: { post: { operationId: make, requestBody: { required: true, content: { ${item}, text/*: {} } }, ${none} } }`,
    `export type MakeRequest =
  | { contentType: "application/json"; body: Item }
  | { contentType: string; body: string };

export type MakeResponse = { status: 204; body?: never };`,
  ],
  [
    "responses by status",
    `/a: { get: { operationId: read, responses: { 200: { description: x, headers: { X-Left: { schema: { type: integer } } }, content: { ${item} } }, 400: { description: x, content: { ${problem} } }, 404: { description: x, content: { ${problem} } }, 5XX: { description: x, content: { ${problem} } }, default: { description: x } } } }`,
    `export interface Read200Headers {
  "X-Left"?: Read200XLeftHeader;
}

export type Read200XLeftHeader = number;

export type ReadRequest = Record<string, never>;

export type ReadResponse =
  | { status: 200; body: Item; headers?: Read200Headers }
  | { status: 400 | 404; body: Problem }
  | { status: "5XX"; statusCode: number; body: Problem }
  | { status: "default"; statusCode: number; body?: never };`,
  ],
  [
    "a HEAD request",
    `/a: { head: { operationId: look, responses: { 200: { description: x, content: { ${item} } } } } }`,
    "export type LookRequest = Record<string, never>;\n\nexport type LookResponse = { status: 200; body?: never };",
  ],
  [
    "an operation without id",
    `/a/{id}: { get: { parameters: [{ name: id, in: path, required: true, schema: {} }], ${none} } }`,
    "export interface GetAIdPath {\n  id: unknown;\n}\n\nexport interface GetAIdRequest {\n  path: GetAIdPath;\n}\n\nexport type GetAIdResponse = { status: 204; body?: never };",
  ],
  [
    "a callback",
    `/a: { post: { operationId: make, ${none}, callbacks: { done: { '{$request.body#/url}': { post: { operationId: onDone, requestBody: { required: true, content: { ${item} } }, ${none} } } } } } }`,
    "export type MakeRequest = Record<string, never>;\n\nexport type MakeResponse = { status: 204; body?: never };\n\nexport interface OnDoneRequest {\n  body: Item;\n}\n\nexport type OnDoneResponse = { status: 204; body?: never };",
  ],
];

const components =
  "export interface Item {\n  id?: string;\n}\n\nexport interface Problem {\n  code?: string;\n}\n\n";

async function typeScript(text: string): Promise<string> {
  const { files, diagnostics } = await typesOf(text);
  expect(diagnostics).toEqual([]);
  return files.get("types.ts") ?? "";
}

function withoutPlaces(text: string): string {
  return text.replace(/^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n/gm, "");
}

describe("types of operations", () => {
  it.each(cases)("%s", async (_, given, want) => {
    const text = withoutPlaces(await typeScript(pathsDocument(given)));
    // Declarations are ordered by name: those of the operation may come before, between or after.
    const statements = (source: string): string[] =>
      source
        .trim()
        .split(/\n\n(?=export)/)
        .sort();
    expect(statements(text)).toEqual(statements(components + want));
  });

  it("types webhooks", async () => {
    const webhooks = `webhooks: { sold: { post: { requestBody: { required: true, content: { ${item} } }, ${none} } } }\n`;
    const text = await typeScript(
      pathsDocument(`/a: { get: { operationId: a, ${none} } }`, webhooks),
    );
    expect(withoutPlaces(text)).toMatch(
      /export interface \w*Sold\w*Request \{\n {2}body: Item;\n\}/,
    );
  });

  it("compiles, and is formatted as by the formatter", async () => {
    const files = new Map<string, string>();
    for (const [index, [, given]] of cases.entries()) {
      files.set(`case-${index}.ts`, await typeScript(pathsDocument(given)));
    }
    const all = [...files].map(([path, content]) => `// ${path}\n\n${content}`).join("\n");
    expect(await compile(files)).toBe("");
    expect([...(await reformatted(new Map([["all.ts", all]]))).values()].join("")).toBe("");
  });
});
