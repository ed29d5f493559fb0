import { compareContracts, formatChanges, formatComparisons } from "@specwright/diff";
import { describe, expect, it } from "vitest";
import { contractOf } from "./contract-of.ts";

const named = { title: "Pets", version: "1.0.0", format: "OpenAPI 3.1.0" };
const documents = {
  base: { ...named, path: "v1/api.json" },
  revision: { ...named, path: "v2/api.json" },
};

/** A document whose GET returns a `Pet`, and whose POST accepts one. */
function pets(schema: object, get: object = {}, paths: object = {}): object {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      "/pets": { get: { responses: { 200: { description: "Pets.", content } }, ...get } },
      ...paths,
    },
    components: { schemas: { Pet: { type: "object", ...schema } } },
  };
}

async function linesOf(base: object, revision: object): Promise<readonly string[]> {
  const changes = compareContracts(await contractOf(base), await contractOf(revision));
  return formatChanges(changes, "text", documents).split("\n");
}

describe("31.13 the head of a report", () => {
  const text = { type: "string" };
  const order = { get: { responses: { 204: { description: "None." } } } };
  const base = pets({ properties: { kind: { enum: ["cat"] } } }, {}, { "/orders": order });
  const revision = pets(
    { properties: { kind: { enum: ["cat", "dog"] } } },
    { parameters: [{ name: "shop", in: "query", required: true, schema: text }] },
  );

  it("names the breaking changes, the affected people, and their next steps", async () => {
    expect((await linesOf(base, revision)).slice(2, 12)).toEqual([
      "3 changes break clients: an operation was removed (1), a required parameter was added (1), a value was added to an enum (1).",
      "  Clients that send: 2 changes in GET /orders and GET /pets.",
      "    - stop using the removed operations (1): `GET /orders`",
      "    - send the values that are now required (1): `GET /pets › query parameter shop`",
      "  Clients that read: 1 change in GET /pets.",
      "    - accept the new values: `Pet.kind`",
      "  Generated code only: no changes.",
      "  The provider:",
      "    - set info.version to 2.0.0 or higher",
      "",
    ]);
  });

  it("is in Markdown as well", async () => {
    const changes = compareContracts(await contractOf(base), await contractOf(revision));
    const report = formatComparisons([{ ...documents, changes }], "markdown");
    expect(report).toContain("- Clients that send: 2 changes in `GET /orders` and `GET /pets`.\n");
    expect(report).toContain("  - stop using the removed operations (1): `GET /orders`\n");
  });

  it("separates generated code from clients", async () => {
    const [old, now] = ["listPets", "getPets"].map((operationId) => pets({}, { operationId }));
    expect((await linesOf(old ?? {}, now ?? {})).slice(2, 5)).toEqual([
      "No change on the wire breaks clients.",
      "  Generated code only: 1 change.",
      "    - generate the code again, and fix compile errors",
    ]);
  });

  it("gives advice about an operation with a new direction", async () => {
    const channels = { a: { address: "a", messages: { b: { payload: { type: "string" } } } } };
    const [old, now] = ["receive", "send"].map((action) => ({
      asyncapi: "3.0.0",
      info: { title: "Pets", version: "1.0.0" },
      channels,
      operations: { c: { action, channel: { $ref: "#/channels/a" } } },
    }));
    expect((await linesOf(old ?? {}, now ?? {})).slice(2, 5)).toEqual([
      "1 change breaks clients: the action of an operation changed.",
      "  Clients that read: 1 change in send a.",
      "    - send or receive as the operation now declares: `c`",
    ]);
  });

  it("names the new server, not the old one", async () => {
    const serving = (...names: readonly string[]) => ({
      ...pets({}),
      servers: [
        {
          url: "https://{env}.example",
          variables: { env: { default: names[0], enum: ["a", "b"] } },
        },
      ],
    });
    const lines = await linesOf(serving("a"), serving("b"));
    expect(lines.slice(3, 5)).toEqual([
      "  Clients that send: 1 change in GET /pets.",
      "    - use the new servers: `b`",
    ]);
  });

  it("is missing if nothing breaks", async () => {
    const lines = await linesOf(pets({}), pets({}, {}, { "/orders": order }));
    expect(lines[2]).toBe("Not breaking (1)");
  });
});

describe("31.6 the steps of an audience", () => {
  const text = { type: "string" };
  const union = (...members: object[]): object => ({ oneOf: members });
  const cat = { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } };
  const closed = { additionalProperties: false };
  const limited = (more: object): object =>
    pets(
      { ...closed, properties: { id: text, ...more } },
      { parameters: [{ $ref: "#/components/parameters/Page" }] },
    );
  const withPage = (document: object, schema: object): object => ({
    ...document,
    components: {
      schemas: { Pet: { type: "object", ...schema }, PageNumber: { type: "integer", ...schema } },
      parameters: {
        Page: { name: "page", in: "query", schema: { $ref: "#/components/schemas/PageNumber" } },
      },
    },
  });
  const stepsOf = async (base: object, revision: object): Promise<readonly string[]> =>
    (await linesOf(base, revision)).filter((line) => /^ {4}- /.test(line));

  it("report each change once, so that they add up", async () => {
    const lines = await linesOf(
      pets({ ...closed, properties: { a: text, b: text, c: { enum: ["x"] }, d: text } }),
      pets({ ...closed, properties: { a: { type: "integer" }, c: { enum: ["x", "y"] }, e: {} } }),
    );
    expect(lines[2]).toMatch(
      /^3 changes break clients \(1 of them only clients that reject unknown properties\), and 2 more may: /,
    );
    const start = lines.findIndex((line) => line.startsWith("  Clients that read: 5 changes"));
    const steps = lines.slice(start + 1).filter((line) => line.startsWith("    - "));
    const counts = steps.map((step) => Number(/ \((\d+)\)/.exec(step)?.[1] ?? 0));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(lines.slice(start + 1, start + 5)).toEqual([
      "    - handle missing values (2): `Pet.b` and `Pet.d`",
      "    - read values of the new types (1): `Pet.a`",
      "    - accept the new values (1): `Pet.c`",
      "    - if they reject unknown properties, accept these (1): `Pet.e`",
    ]);
  });

  it("mention that a change counts for senders and for readers", async () => {
    const post = (pet: object): object => {
      const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
      const document = {
        responses: { 200: { description: "The pet.", content } },
        requestBody: { content },
      };
      return pets(pet, {}, { "/one": { post: document } });
    };
    const [base, revision] = ["string", "integer"].map((type) =>
      post({ properties: { a: { type } } }),
    );
    const lines = await linesOf(base ?? {}, revision ?? {});
    expect(lines[3]).toBe("  Clients that send: 1 change in POST /one.");
    expect(lines[5]).toContain("; 1 of them is also counted above.");
  });

  it("name a parameter and its limit instead of a shared schema", async () => {
    const base = limited({});
    expect(await stepsOf(withPage(base, {}), withPage(base, { maximum: 100 }))).toContain(
      "    - stay within the new limits: `GET /pets › query parameter page` (`maximum` 100)",
    );
  });

  it("name the new alternative of a union", async () => {
    const dog = { ...cat, title: "Dog", properties: { kind: { const: "dog" } } };
    const [base, revision] = [[cat], [cat, dog]].map((members) =>
      pets({ properties: { a: union(...members, { type: "integer" }) } }),
    );
    expect((await stepsOf(base ?? {}, revision ?? {}))[0]).toBe(
      "    - handle the new schemas: `Dog` in `Pet.a`",
    );
  });

  it("are to accept null if that is the change", async () => {
    const named = (name: string): object => ({
      ...pets({ properties: { a: { $ref: `#/components/schemas/${name}` } } }),
      components: {
        schemas: {
          Pet: { type: "object", properties: { a: { $ref: `#/components/schemas/${name}` } } },
          User: { type: "object", properties: { b: text } },
          MaybeUser: { type: ["object", "null"], properties: { b: text } },
        },
      },
    });
    expect((await stepsOf(named("User"), named("MaybeUser")))[0]).toBe(
      "    - accept null: `Pet.a`",
    );
  });

  it("keep a version that is high enough", async () => {
    const [base, revision] = [pets({}, {}, { "/a": { get: { responses: {} } } }), pets({})];
    const changes = compareContracts(await contractOf(base), await contractOf(revision));
    const report = formatChanges(changes, "text", {
      base: { ...documents.base, version: "0.2.0" },
      revision: { ...documents.revision, version: "0.4.0" },
    });
    expect(report).toContain("    - nothing: info.version 0.4.0 is high enough\n");
    expect(report).toContain(
      "(major, after 0.2.0; before 1.0.0, a break raises the second number). info.version is 0.4.0, which is enough.",
    );
  });
});

describe("31.12 replacements", () => {
  it.each([
    [
      "a property",
      pets({ properties: { a: {} }, required: ["a"] }),
      pets({ properties: { b: {} } }),
      "The required property `a` was removed from `Pet`, and the optional property `b` was added there.",
    ],
    [
      "a status",
      pets({}, { responses: { 200: { description: "a" } } }),
      pets({}, { responses: { 201: { description: "a" } } }),
      "GET /pets: The response 200 was removed, and the response 201 was added there.",
    ],
    [
      "a value, and only the new one is breaking",
      pets({ properties: { a: { enum: ["x", "y|z"] } } }),
      pets({ properties: { a: { enum: ["x", "y", "z"] } } }),
      '`"y"` and `"z"` were added to the values of `a` of `Pet`, and `"y|z"` was removed there.',
    ],
  ])("%s", async (_name, base, revision, want) => {
    const lines = await linesOf(base, revision);
    expect(lines.map((line) => line.trim().replace(/ {2}(old )?line \d+$/, ""))).toContain(want);
  });

  it("are reported for a few changes only", async () => {
    const properties = (names: string): object =>
      pets({ properties: Object.fromEntries([...names].map((name) => [name, {}])) });
    const report = (await linesOf(properties("a"), properties("bcdef"))).join("\n");
    expect(report).not.toContain("was added there");
    expect(report).toContain("The optional property `a` was removed from `Pet`.");
  });
});

describe("31.13 places are short", () => {
  const body = (limits: object): object => ({
    post: {
      requestBody: {
        content: { "application/json": { schema: { properties: { a: limits, b: limits } } } },
      },
      responses: { 204: { description: "None." } },
    },
  });

  it("names the operation once", async () => {
    const lines = await linesOf(
      pets({}, {}, { "/orders": body({}) }),
      pets({}, {}, { "/orders": body({ maxLength: 3 }) }),
    );
    const start = lines.indexOf("    POST /orders › request body");
    expect(lines.slice(start + 1, start + 5).map((line) => line.replace(/ line \d+$/, ""))).toEqual(
      [
        "      `maxLength` of `a` is now 3. ",
        '        example "aaaa" is no longer valid',
        "      `maxLength` of `b` is now 3. ",
        '        example "aaaa" is no longer valid',
      ],
    );
  });

  it("writes the same change of several properties once", async () => {
    const properties = { a: {}, b: {}, c: {} };
    const lines = await linesOf(
      pets({ properties }),
      pets({ properties, required: ["a", "b", "c"] }),
    );
    const row = lines.findIndex((line) => line.includes("became required"));
    expect(lines[row]).toMatch(/^ {4}The property `[abc]` of `Pet` became required\./);
    expect(lines[row + 1]).toMatch(/^ {6}and also `[abc]`, `[abc]`$/);
  });
});

describe("31.12 both sides of a schema", () => {
  it("shows an object that replaced a text", async () => {
    const actor = { type: "object", properties: { id: {}, name: {} } };
    const lines = await linesOf(
      pets({ properties: { by: { type: "string" } } }),
      pets({ properties: { by: actor } }),
    );
    expect(lines.join("\n")).toContain(
      "The type of `by` of `Pet` changed from `string` to `object` with `id` and `name`.",
    );
  });
});
