// Forms in which other clients write a value: those that a server reads, and those that it refuses.

import { expect, test } from "vitest";
import { readRequests } from "./call-rows.ts";
import { generateOperations } from "./generate-operations.ts";

const text = { type: "string" };
const integers = { type: "array", items: { type: "integer" } };
const nested = {
  type: "object",
  properties: { ids: integers, of: { type: "object", properties: { a: { type: "integer" } } } },
};
const query = { name: "p", in: "query", schema: text };
const list = { ...query, schema: integers };
const deep = { ...query, style: "deepObject", explode: true, schema: nested };
const delimited = { ...list, explode: false };

/** Parameters, queries, and the value that the server reads; `undefined` if it refuses the query. */
const rows: readonly (readonly [parameter: object, query: string, want: unknown])[] = [
  [query, "p=a+b", "a b"],
  [query, "p=a%20b", "a b"],
  [query, "p=a%2Bb", "a+b"],
  [query, "p=%e4%b8%ad", "\u4e2d"],
  [query, "p=a/b?c:d@e!$'()*,;", "a/b?c:d@e!$'()*,;"],
  [query, "%70=a", "a"],
  [query, "p=a=b", "a=b"],
  [query, "p", ""],
  [query, "&p=a&", "a"],
  [query, "p=a&p=b", undefined],
  [query, "p=%zz", undefined],
  [query, "p=%ff", undefined],
  [query, "p=a&q=b", undefined],
  [{ ...query, allowReserved: true }, "p=a+b%20c", "a+b c"],
  [list, "p=1&p=2", [1, 2]],
  [list, "p=1,2", undefined],
  [delimited, "p=1,2", [1, 2]],
  [delimited, "p=1%2C2", undefined],
  [{ ...delimited, style: "pipeDelimited" }, "p=1|2", [1, 2]],
  [{ ...delimited, style: "pipeDelimited" }, "p=1%7C2", [1, 2]],
  [{ ...delimited, style: "pipeDelimited" }, "p=1%7c2", [1, 2]],
  [{ ...delimited, style: "spaceDelimited" }, "p=1+2", [1, 2]],
  [{ ...delimited, style: "spaceDelimited" }, "p=1%202", [1, 2]],
  [deep, "p[of][a]=1", { of: { a: 1 } }],
  [deep, "p%5Bof%5D%5Ba%5D=1", { of: { a: 1 } }],
  [deep, "p%5bof%5d[a]=1", { of: { a: 1 } }],
  [deep, "p[ids][0]=1&p[ids][1]=2", { ids: [1, 2] }],
  [deep, "p[ids][1]=2&p[ids][0]=1", { ids: [1, 2] }],
  [deep, "p[ids][]=1&p[ids][]=2", { ids: [1, 2] }],
  [deep, "p[ids]=1&p[ids]=2", { ids: [1, 2] }],
  [deep, "p[ids]=1", { ids: [1] }],
  [deep, "p[of][a]=1&p[of][a]=2", undefined],
  [deep, "p[of]=1&p[of][a]=2", undefined],
  [deep, "p[of][a]=x", undefined],
  [deep, "p[of[a]]=1", undefined],
  [deep, `p${"[a]".repeat(100)}=1`, undefined],
  [{ ...deep, schema: integers }, "p[]=1&p[]=2", [1, 2]],
  [{ ...deep, schema: integers }, "p[0]=1", [1]],
  [{ ...deep, schema: integers }, "p=1&p=2", [1, 2]],
  [{ ...deep, schema: integers }, "p[a]=1", undefined],
  [{ ...deep, schema: { type: "array", items: nested } }, "p[][of][a]=1", [{ of: { a: 1 } }]],
  [deep, "p[__proto__][a]=1", { ["__proto__"]: { a: "1" } }],
  [
    { ...query, content: { "application/json": { schema: nested } }, schema: undefined },
    "p=%7B%22ids%22%3A%5B1%5D%7D",
    { ids: [1] },
  ],
  [
    { ...query, content: { "application/json": { schema: nested } }, schema: undefined },
    'p={"ids":[1]}',
    { ids: [1] },
  ],
];

const paths = rows.map(([parameter], index) => {
  const responses = { 204: { description: "Nothing." } };
  return [`/r${index}`, { get: { operationId: `r${index}`, parameters: [parameter], responses } }];
});
const document = {
  openapi: "3.1.1",
  info: { title: "W", version: "1" },
  paths: Object.fromEntries(paths),
};

test("queries in any form are read or refused as in the table", async () => {
  const operations = await generateOperations(document);
  const requests = rows.map(
    ([, sent], index) =>
      `GET /r${index}?${sent} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`,
  );
  const read = await readRequests(operations, requests);
  expect(rows.map(([, sent], at) => [sent, statusOr(read[at])])).toEqual(
    rows.map(([, sent, want]) => [sent, want === undefined ? "400" : { query: { p: want } }]),
  );
});

/** Replaces a response by its status. */
function statusOr(read: unknown): unknown {
  return typeof read === "string" ? read.slice(9, 12) : read;
}
