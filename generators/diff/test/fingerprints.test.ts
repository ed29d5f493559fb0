// A fingerprint stands for one change: what, where, from what and to what.

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

describe("31.4 the acceptance of one break is not that of another", () => {
  test("a use of a component, and another use of it", async () => {
    await expectApart(library(shelf, shelf), library(list, shelf), library(shelf, list));
  });

  test("a property in one use, and in another use of the same operation", async () => {
    const body = (a: object, b: object) => ({ type: "object", properties: { a, b } });
    const of = (a: object, b: object) => library(body(a, b), shelf);
    await expectApart(of(shelf, shelf), of(list, shelf), of(shelf, list));
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
  ])("a schema in %s, and another one", async (_name, one, other) => {
    const request = (more: object) => {
      const content = { "application/json": { schema: { description: "A value.", ...more } } };
      const post = { requestBody: { content }, responses: { 204: { description: "Done." } } };
      return { ...library(shelf, shelf), paths: { "/a": { post } } };
    };
    await expectApart(request({}), request(one), request(other));
  });

  test("a topic that is added, and one that is removed", async () => {
    const { book } = streamDocument.channels.prices["x-subscription"].topics;
    const named = (word: string) => ({
      ...book,
      subscribe: { type: `follow ${word}`, items: ["{item}"] },
      unsubscribe: { type: `leave ${word}`, items: ["{item}"] },
    });
    // Topics with an acknowledgement are those of a feed.
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
