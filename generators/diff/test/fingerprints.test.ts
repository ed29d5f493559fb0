// A fingerprint identifies one change: its kind, its place, and both values. A change of a use names the
// use.

import { compareContracts } from "@specwright/diff";
import { describe, expect, test } from "vitest";
import { type Edit, editDocument } from "./asyncapi/edit-document.ts";
import { streamDocument } from "./asyncapi/stream-document.ts";
import { contractOf } from "./contract-of.ts";

async function fingerprintsOf(base: object, revision: object): Promise<readonly string[]> {
  const changes = compareContracts(await contractOf(base), await contractOf(revision));
  return changes
    .filter(({ class: each }) => each.includes("breaking"))
    .map((each) => each.fingerprint);
}

/** Expects the breaks of two edits to have no fingerprint in common. */
async function expectApart(base: object, one: object, other: object): Promise<void> {
  const [left, right] = [await fingerprintsOf(base, one), await fingerprintsOf(base, other)];
  expect(left.length).toBeGreaterThan(0);
  expect(right.length).toBeGreaterThan(0);
  expect(left.filter((each) => right.includes(each))).toEqual([]);
}

const shelf = { $ref: "#/components/schemas/Shelf" };
const list = { type: "array", items: shelf };

function library(first: object, second: object, more: object = {}): object {
  const get = (schema: object) => ({
    get: {
      responses: { 200: { description: "OK", content: { "application/json": { schema } } } },
    },
  });
  return {
    openapi: "3.1.0",
    info: { title: "Library", version: "1" },
    paths: { "/first": get(first), "/second": get(second) },
    components: {
      schemas: { Shelf: { type: "object", properties: { room: { type: "string" } } }, ...more },
    },
  };
}

const stream = (edit: Edit): object => editDocument(streamDocument, edit);
const topics = "/channels/prices/x-subscription/topics";
const binding = "/channels/prices/bindings/ws";

describe("31.4 accepting one break does not accept another", () => {
  test("a use of a component, and another use of it", async () => {
    await expectApart(library(shelf, shelf), library(list, shelf), library(shelf, list));
  });

  test("a property in one use, and in another use of the same operation", async () => {
    const body = (a: object, b: object) => ({ type: "object", properties: { a, b } });
    const of = (a: object, b: object) => library(body(a, b), shelf);
    await expectApart(of(shelf, shelf), of(list, shelf), of(shelf, list));
  });

  test("another shared part in one operation, in two, and in all", async () => {
    const base = sharedParts("Found", "Found", "Found");
    const revisions = [
      sharedParts("Other", "Found", "Found"),
      sharedParts("Other", "Other", "Found"),
      sharedParts("Other", "Other", "Other"),
    ];
    for (const one of revisions) {
      for (const other of revisions) if (one !== other) await expectApart(base, one, other);
    }
  });

  test("a component itself has one fingerprint, wherever it is used", async () => {
    const changed = { Shelf: { type: "object", properties: { room: { type: "integer" } } } };
    const [all] = await fingerprintsOf(library(shelf, shelf), library(shelf, shelf, changed));
    const string = { type: "string" };
    const [one] = await fingerprintsOf(library(shelf, string), library(shelf, string, changed));
    expect(all).toBeDefined();
    expect(all).toBe(one);
  });

  test.each([
    ["not", { not: { type: "null" } }, { not: { type: "string" } }],
    ["items", { items: { type: "string" } }, { items: { type: "integer" } }],
    ["allOf", { allOf: [{ minLength: 2 }, {}] }, { allOf: [{ minLength: 3 }, {}] }],
    [
      "anyOf",
      { anyOf: [{ minLength: 2 }, { type: "null" }] },
      { anyOf: [{ minLength: 3 }, { type: "null" }] },
    ],
    ["if", { if: { minLength: 2 }, else: false }, { if: { minLength: 3 }, else: false }],
    ["prefixItems", { prefixItems: [{ type: "string" }] }, { prefixItems: [{ type: "null" }] }],
    [
      "additionalProperties",
      { additionalProperties: { type: "string" } },
      { additionalProperties: { type: "integer" } },
    ],
    [
      "patternProperties",
      { patternProperties: { "^a": { type: "string" } } },
      { patternProperties: { "^a": { type: "integer" } } },
    ],
  ])("a schema in %s, and another one", async (_name, one, other) => {
    const request = (more: object) => {
      const content = { "application/json": { schema: { description: "A value.", ...more } } };
      const post = { requestBody: { content }, responses: { 204: { description: "Done." } } };
      return { ...library(shelf, shelf), paths: { "/a": { post } } };
    };
    await expectApart(request({}), request(one), request(other));
  });

  test("texts and the order of keys do not count", async () => {
    const request = (more: object) => {
      const content = { "application/json": { schema: { description: "A value.", ...more } } };
      const post = { requestBody: { content }, responses: { 204: { description: "Done." } } };
      return { ...library(shelf, shelf), paths: { "/a": { post } } };
    };
    const one = { type: "array", minItems: 1, items: { title: "Old", type: "string" } };
    const other = { type: "array", items: { type: "string", description: "New." }, minItems: 1 };
    const found = [
      await fingerprintsOf(request({ type: "array", minItems: 1 }), request(one)),
      await fingerprintsOf(request({ type: "array", minItems: 1 }), request(other)),
    ];
    expect(found[0]).toHaveLength(1);
    expect(found[0]).toEqual(found[1]);
  });

  test("a topic that is added, and one that is removed", async () => {
    const { book } = streamDocument.channels.prices["x-subscription"].topics;
    const named = (word: string) => ({
      ...book,
      subscribe: { type: `follow ${word}`, items: ["{item}"] },
      unsubscribe: { type: `leave ${word}`, items: ["{item}"] },
    });
    // Topics with an acknowledgement belong to a feed.
    const feed = {
      "/channels/prices/x-subscription/acknowledgement": { messages: ["sold"] },
      "/channels/prices/x-book": undefined,
    };
    const base = { ...feed, [`${topics}/second`]: named("second") };
    await expectApart(
      stream(base),
      stream({ ...base, [`${topics}/third`]: named("third") }),
      stream(feed),
    );
  });

  test("a value of a binding, and another value", async () => {
    const base = stream({ [binding]: { method: "GET" } });
    await expectApart(
      base,
      stream({ [binding]: { method: "POST" } }),
      stream({ [binding]: { method: "PUT" } }),
    );
  });
});

/** A document whose operations refer to shared parts with the given names. */
function sharedParts(...names: readonly string[]): object {
  const json = (type: string) => ({
    "application/json": { schema: { type: "object", properties: { id: { type } } } },
  });
  const get = (name: string) => ({
    parameters: [{ $ref: `#/components/parameters/${name}` }],
    responses: { 200: { $ref: `#/components/responses/${name}` } },
  });
  const schema = { type: "string" };
  return {
    openapi: "3.1.0",
    info: { title: "Parts", version: "1" },
    paths: Object.fromEntries(names.map((name, index) => [`/${index}`, { get: get(name) }])),
    components: {
      responses: {
        Found: {
          description: "Found.",
          headers: { Next: { required: true, schema } },
          content: json("string"),
        },
        Other: { description: "Found.", content: json("integer") },
      },
      parameters: {
        Found: { name: "page", in: "query", schema },
        Other: { name: "page", in: "query", required: true, schema },
      },
    },
  };
}

describe("31.6 a change of a use names the use", () => {
  async function messagesOf(base: object, revision: object): Promise<readonly string[]> {
    const changes = compareContracts(await contractOf(base), await contractOf(revision));
    const found = changes.filter(({ ruleId }) => ruleId === "type-changed");
    return found.map(({ message }) => message.replace(/ with .+\.$/, "."));
  }
  const room = (schema: object) => ({ type: "object", properties: { room: schema } });
  const type = (name: string) => `The type of ${name} changed from \`object\` to \`array\`.`;

  test("of the schema of a response", async () => {
    expect(await messagesOf(library(shelf, shelf), library(list, list))).toEqual([
      type("the response 200 of GET /first"),
      type("the response 200 of GET /second"),
    ]);
  });

  test("the other way round", async () => {
    expect(await messagesOf(library(list, list), library(shelf, list))).toEqual([
      "The type of the response 200 of GET /first changed from `array` to `object`.",
    ]);
  });

  test("of a property of a response", async () => {
    expect(await messagesOf(library(room(shelf), shelf), library(room(list), shelf))).toEqual([
      type("`room` in the response 200 of GET /first"),
    ]);
  });

  test("inside the replacement of a component", async () => {
    const inline = { type: "object", properties: { room: { type: "integer" } } };
    expect(await messagesOf(library(room(shelf), shelf), library(room(inline), shelf))).toEqual([
      "The type of `room.room` in the response 200 of GET /first changed from `string` to `integer`.",
    ]);
  });

  test("of a property of another component", async () => {
    const base = { Hall: room(shelf), Attic: room(shelf) };
    const revision = { Hall: room(list), Attic: room(shelf) };
    const hall = { $ref: "#/components/schemas/Hall" };
    expect(await messagesOf(library(hall, shelf, base), library(hall, shelf, revision))).toEqual([
      type("`room` of `Hall`"),
    ]);
  });

  test("of a shared part in place of another", async () => {
    const [base, revision] = [sharedParts("Found", "Found"), sharedParts("Other", "Other")];
    const changes = compareContracts(await contractOf(base), await contractOf(revision));
    const found = changes.map(({ subject: { name, path }, affects }) => [
      `${name} ${path}`,
      affects.length,
    ]);
    expect(found).toEqual([
      ["GET /0 query parameter page", 2],
      ["GET /0 response 200 header Next", 2],
      ["GET /0 response 200: id", 2],
    ]);
  });

  test("of a schema in a shared part in place of another", async () => {
    const of = (name: string) => {
      const document = sharedParts(name, name);
      return editDocument(document, {
        "/components/schemas": { Shelf: { type: "object" } },
        "/components/responses/Found/content/application~1json/schema": shelf,
        "/components/responses/Other/content/application~1json/schema": list,
      });
    };
    expect(await messagesOf(of("Found"), of("Other"))).toEqual([
      type("the response 200 of GET /0"),
    ]);
  });

  test("of a property of the component itself", async () => {
    const inside = (schema: object) => ({ Hall: { ...room(schema), description: "A hall." } });
    const hall = { $ref: "#/components/schemas/Hall" };
    const halls = { type: "array", items: hall };
    for (const [base, revision, want] of [
      [hall, halls, type("`room` of `Hall`")],
      [halls, hall, "The type of `room` of `Hall` changed from `array` to `object`."],
    ] as const) {
      const found = await messagesOf(
        library(hall, shelf, inside(base)),
        library(hall, shelf, inside(revision)),
      );
      expect(found).toEqual([want]);
    }
  });
});
