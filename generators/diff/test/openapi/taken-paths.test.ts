// An operation added next to a templated one may receive its calls.

import { compareContracts } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { contractOf } from "../contract-of.ts";

const done = { responses: { 204: { description: "Done." } } };
const withParameters = (schemas: Readonly<Record<string, object>>) => ({
  ...done,
  parameters: Object.entries(schemas).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema,
  })),
});
const string = { type: "string" };
const code = { type: "string", pattern: "^[0-9]+$" };

const cases: readonly (readonly [
  path: string,
  old: Readonly<Record<string, object>>,
  added: string,
  parameters: Readonly<Record<string, object>>,
  want: string,
])[] = [
  [
    "/shelves/{id}",
    { id: string },
    "/shelves/newest",
    {},
    "potentially-breaking: GET /shelves/newest was added, and now answers calls of GET /shelves/{id} with `newest` as `id`.",
  ],
  [
    "/shelves/{id}",
    { id: code },
    "/shelves/newest",
    {},
    "non-breaking: GET /shelves/newest was added.",
  ],
  [
    "/shelves/{id}",
    { id: code },
    "/shelves/7",
    {},
    "potentially-breaking: GET /shelves/7 was added, and now answers calls of GET /shelves/{id} with `7` as `id`.",
  ],
  [
    "/shelves/{id}",
    { id: { type: "integer" } },
    "/shelves/7",
    {},
    "potentially-breaking: GET /shelves/7 was added, and now answers calls of GET /shelves/{id} with `7` as `id`.",
  ],
  [
    "/shelves/{id}",
    { id: { type: "integer" } },
    "/shelves/newest",
    {},
    "non-breaking: GET /shelves/newest was added.",
  ],
  [
    "/rooms/{room}/{file}.txt",
    { room: string, file: string },
    "/rooms/{r}/log.txt",
    { r: string },
    "potentially-breaking: GET /rooms/{r}/log.txt was added, and now answers calls of GET /rooms/{room}/{file}.txt with `log` as `file`.",
  ],
  ["/rooms/all", {}, "/rooms/{id}", { id: string }, "non-breaking: GET /rooms/{id} was added."],
  [
    "/rooms/{id}",
    { id: string },
    "/rooms/{id}/all",
    { id: string },
    "non-breaking: GET /rooms/{id}/all was added.",
  ],
];

describe("31.5 an operation is added beside a template", () => {
  test.each(cases)("%s %j and %s", async (path, old, added, parameters, want) => {
    const document = (paths: object) => ({
      openapi: "3.1.0",
      info: { title: "Library", version: "1" },
      paths: { [path]: { get: withParameters(old) }, ...paths },
    });
    const revision = document({ [added]: { get: withParameters(parameters) } });
    const changes = compareContracts(await contractOf(document({})), await contractOf(revision));
    expect(changes.map(({ class: each, message }) => `${each}: ${message}`)).toEqual([want]);
  });

  test("another method receives none of its calls", async () => {
    const document = (paths: object) => ({
      openapi: "3.1.0",
      info: { title: "Library", version: "1" },
      paths: { "/shelves/{id}": { get: withParameters({ id: string }) }, ...paths },
    });
    const [change] = compareContracts(
      await contractOf(document({})),
      await contractOf(document({ "/shelves/newest": { post: done } })),
    );
    expect(change).toMatchObject({ ruleId: "operation-added", class: "non-breaking" });
  });
});
