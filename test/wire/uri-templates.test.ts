// The examples of RFC 6570, section 3.2, that OpenAPI can express: each operator except `#` and `/` is a
// style. Variables and results are copied from the RFC.

import { expect, test } from "vitest";
import { readRequests, writtenRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";

const text = { type: "string" };
const strings = { type: "array", items: text };
const variables: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
  base: [text, "http://example.com/home/"],
  count: [strings, ["one", "two", "three"]],
  dom: [strings, ["example", "com"]],
  dub: [text, "me/too"],
  empty: [text, ""],
  empty_keys: [{ type: "object", additionalProperties: text }, {}],
  half: [text, "50%"],
  hello: [text, "Hello World!"],
  keys: [
    { type: "object", additionalProperties: text },
    { semi: ";", dot: ".", comma: "," },
  ],
  list: [strings, ["red", "green", "blue"]],
  path: [text, "/foo/bar"],
  undef: [text, undefined],
  v: [text, "6"],
  var: [text, "value"],
  who: [text, "fred"],
  x: [text, "1024"],
};

/** Templates with one variable, and their expansions. */
const cases: readonly (readonly [template: string, want: string])[] = [
  ["{count}", "one,two,three"],
  ["{count*}", "one,two,three"],
  ["{var}", "value"],
  ["{hello}", "Hello%20World%21"],
  ["{half}", "50%25"],
  ["O{empty}X", "invalid_request"],
  ["O{undef}X", "invalid_request"],
  ["{x}", "1024"],
  ["{list}", "red,green,blue"],
  ["{list*}", "red,green,blue"],
  ["{keys}", "semi,%3B,dot,.,comma,%2C"],
  ["{keys*}", "semi=%3B,dot=.,comma=%2C"],
  ["{.who}", ".fred"],
  ["{.half}", ".50%25"],
  ["www{.dom*}", "www.example.com"],
  ["X{.var}", "X.value"],
  ["X{.empty}", "X."],
  ["X{.list}", "X.red,green,blue"],
  ["X{.list*}", "X.red.green.blue"],
  ["X{.keys}", "X.semi,%3B,dot,.,comma,%2C"],
  // The RFC writes `X.semi=%3B.dot=..comma=%2C`, which cannot be split again.
  ["X{.keys*}", "invalid_request"],
  ["{;who}", ";who=fred"],
  ["{;half}", ";half=50%25"],
  ["{;empty}", ";empty"],
  ["{;v}", ";v=6"],
  ["{;count}", ";count=one,two,three"],
  ["{;count*}", ";count=one;count=two;count=three"],
  ["{;list}", ";list=red,green,blue"],
  ["{;list*}", ";list=red;list=green;list=blue"],
  ["{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"],
  ["{;keys*}", ";semi=%3B;dot=.;comma=%2C"],
  ["{?who}", "?who=fred"],
  ["{?half}", "?half=50%25"],
  ["{?empty}", "?empty="],
  ["{?undef}", ""],
  ["{?count}", "?count=one,two,three"],
  ["{?count*}", "?count=one&count=two&count=three"],
  ["{?list}", "?list=red,green,blue"],
  ["{?list*}", "?list=red&list=green&list=blue"],
  ["{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"],
  ["{?keys*}", "?semi=%3B&dot=.&comma=%2C"],
  ["{?empty_keys*}", ""],
  ["{?dub}", "?dub=me%2Ftoo"],
  // `{+var}`: OpenAPI has reserved expansion in query values.
  ["{?+hello}", "?hello=Hello%20World!"],
  ["{?+half}", "?half=50%25"],
  ["{?+base}", "?base=http://example.com/home/"],
  ["{?+path}", "?path=/foo/bar"],
  ["{?+list}", "?list=red,green,blue"],
];

const operators: Readonly<Record<string, object>> = {
  "": { in: "path" },
  ".": { in: "path", style: "label" },
  ";": { in: "path", style: "matrix" },
  "?": { in: "query" },
  "?+": { in: "query", allowReserved: true },
};

function parsed(template: string) {
  const [, before = "", operator = "", name = "", star] =
    /^(\w*)\{([.;?+]*)(\w+)(\*?)\}/.exec(template) ?? [];
  const [schema, value] = variables[name] ?? [];
  if (schema === undefined) throw new Error(`no variable ${name}`);
  const isQuery = operator.startsWith("?");
  return { before, operator, name, explode: star === "*", schema, value, isQuery };
}

const paths = cases.map(([template], index) => {
  const { before, operator, name, explode, schema, isQuery } = parsed(template);
  const after = template.slice(template.indexOf("}") + 1);
  const parameter = { name, required: !isQuery, explode, schema, ...operators[operator] };
  const path = isQuery ? `/r${index}` : `/r${index}/${before}{${name}}${after}`;
  const responses = { 204: { description: "Nothing." } };
  return [path, { get: { operationId: `r${index}`, parameters: [parameter], responses } }];
});
const document = {
  openapi: "3.1.1",
  info: { title: "W", version: "1" },
  paths: Object.fromEntries(paths),
};
const requests = cases.map(([template]) => {
  const { name, value, isQuery } = parsed(template);
  return { [isQuery ? "query" : "path"]: value === undefined ? {} : { [name]: value } };
});

test("templates are expanded as in the RFC", async () => {
  const written = await writtenRequests(await generateOperations(document), requests);
  const expanded = written.map((request) => {
    const [, after] = /^GET \/r\d+\/?(.*) HTTP/.exec(request) ?? [];
    return after ?? (request.includes("invalid_request") ? "invalid_request" : request);
  });
  expect(cases.map(([template], at) => [template, expanded[at]])).toEqual(cases);
});

test("expansions are read back", async () => {
  const operations = await generateOperations(document);
  const sent = cases.map(([template, want], index) => {
    const start = parsed(template).isQuery ? `/r${index}` : `/r${index}/`;
    return `GET ${start}${want} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`;
  });
  const read = await readRequests(operations, sent);
  for (const [index, [template, want]] of cases.entries()) {
    if (want === "invalid_request") continue;
    // An object without members is not sent.
    const given = want === "" ? { query: {} } : requests[index];
    expect([template, read[index]]).toEqual([template, given]);
  }
});
