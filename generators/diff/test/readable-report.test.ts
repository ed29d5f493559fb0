// The sentences of a report, for readers who do not know the product.

import { compareContracts, formatChanges } from "@specwright/diff";
import { describe, expect, it } from "vitest";
import { contractOf } from "./contract-of.ts";

const text = { type: "string" };
const none = { responses: { 204: { description: "None." } } };

interface Parts {
  readonly schemas?: object;
  readonly paths?: object;
  readonly more?: object;
}

/** A document whose `POST /pets` accepts a `Pet` and whose `GET /pets` returns one. */
function pets(pet: object, { schemas = {}, paths = {}, more = {} }: Parts = {}): object {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
  return {
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      "/pets": { get: { responses: { 200: { description: "Pets.", content } } } },
      ...paths,
    },
    components: { schemas: { Pet: pet, ...schemas }, ...more },
  };
}

/** A document with these operations, such as `GET /a`. */
function operations(...names: readonly string[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of names) {
    const [method = "", path = ""] = name.toLowerCase().split(" ");
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => ({
      name: id,
      in: "path",
      required: true,
      schema: text,
    }));
    paths[path] = { ...paths[path], [method]: { ...none, parameters } };
  }
  return pets({}, { paths });
}

async function linesOf(base: object, revision: object): Promise<readonly string[]> {
  const changes = compareContracts(await contractOf(base), await contractOf(revision));
  return formatChanges(changes, "text")
    .split("\n")
    .map((line) => line.trim().replace(/ {2}\S*:\d+:\d+$/, ""));
}

describe("31.6 operations by their paths", () => {
  const discussions = ["/teams/{team}/talks", "/teams/{team}/talks/{talk}"].flatMap((path) =>
    ["GET", "PUT", "POST"].map((method) => `${method} ${path}`),
  );
  const metrics = ["GET /orgs/metrics", "PUT /orgs/metrics"];

  it("are reported in one short line", async () => {
    const lines = await linesOf(operations(...discussions, ...metrics, "GET /users"), operations());
    expect(lines).toContain(
      "also in GET/POST/PUT /teams/{team}/talks, GET/POST/PUT /teams/{team}/talks/{talk}, GET /users, PUT /orgs/metrics",
    );
  });

  it("are counted under a common path if there are more", async () => {
    const many = [1, 2, 3, 4, 5, 6].flatMap((index) => [
      `GET /teams/talks/${index}`,
      `GET /orgs/talks/${index}`,
    ]);
    const lines = await linesOf(operations(...many), operations());
    expect(lines).toContain(
      "also in 5 operations under /orgs/talks, 6 operations under /teams/talks",
    );
  });

  it("name the added operation with nearly the same path", async () => {
    const lines = await linesOf(
      operations("GET /organizations/{org}/bot/access", "GET /a/{id}/b"),
      operations("GET /orgs/{org}/bot/access", "GET /a/{id}/c"),
    );
    expect(lines).toContain(
      "GET /organizations/{org}/bot/access was removed, and GET /orgs/{org}/bot/access was added.",
    );
    expect(lines).toContain("GET /a/{id}/b was removed.");
  });
});

describe("31.6 what came where something went", () => {
  it("appears once in a report", async () => {
    const [base, revision] = [["a|b"], ["a", "b"]].map((values) =>
      pets({ type: "object", properties: { kind: { enum: values } } }),
    );
    const lines = await linesOf(base ?? {}, revision ?? {});
    expect(lines.filter((line) => line.includes('`"a|b"`'))).toHaveLength(1);
    expect(lines).toContain("1 of these is listed above, with other changes of the same place.");
  });

  it("are not hidden among changes for strict readers only", async () => {
    const object = { type: "object", additionalProperties: false };
    const lines = await linesOf(
      pets({ ...object, properties: { endUserName: text } }),
      pets({ ...object, properties: { seenBy: text } }),
    );
    expect(lines).toContain("The optional property `seenBy` was added to `Pet`.");
    const removed = lines.filter((line) => line.startsWith("The optional property `endUserName`"));
    expect(removed).toEqual(["The optional property `endUserName` was removed from `Pet`."]);
  });

  it("include a property that became required while another became optional", async () => {
    const properties = { notificatinos: text, notifications: text };
    const lines = await linesOf(
      pets({ type: "object", properties, required: ["notificatinos"] }),
      pets({ type: "object", properties, required: ["notifications"] }),
    );
    expect(lines).toContain(
      "The property `notificatinos` of `Pet` became optional, and the property `notifications` became required there.",
    );
  });

  it("has one noun for several properties", async () => {
    const lines = await linesOf(
      pets({ type: "object", properties: { a: text } }),
      pets({ type: "object", properties: { b: text, c: text } }),
    );
    expect(lines.join("\n")).toMatch(
      /The optional property `a` was removed from `Pet`, and the optional properties `[bc]` and `[bc]` were added there\./,
    );
  });
});

describe("31.6 the scopes of a token", () => {
  it("are reported with the old and the new ones, and with those that still work", async () => {
    const withScopes = (...scopes: readonly string[]): object => ({
      ...pets(
        {},
        {
          paths: { "/files": { get: { ...none, security: [{ key: [] }, { login: scopes }] } } },
          more: {
            securitySchemes: {
              key: { type: "apiKey", in: "header", name: "key" },
              login: { type: "http", scheme: "bearer" },
            },
          },
        },
      ),
    });
    const lines = await linesOf(withScopes("files"), withScopes("content", "files"));
    expect(lines).toContain(
      "The scope `content` of `login` is now required. A token needed `files`. Now it needs all of `content` and `files`. `key` still works.",
    );
  });
});

describe("31.6 a media type that was removed", () => {
  it("is reported with the remaining ones", async () => {
    const answer = (...types: readonly string[]): object => {
      const content = Object.fromEntries(types.map((type) => [type, { schema: text }]));
      return pets(
        {},
        {
          paths: { "/a": { get: { responses: { 200: { description: "A text.", content } } } } },
        },
      );
    };
    const base = answer("application/json", "text/plain");
    expect(await linesOf(base, answer("application/json", "text/html"))).toContain(
      "GET /a, response 200: The media type `text/plain` was removed; `application/json` remains, and the media type `text/html` was added there.",
    );
  });
});

describe("31.6 a schema without a name", () => {
  const refs = { One: { type: "object", properties: { a: text } }, Two: { type: "object" } };
  const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const cases: readonly (readonly [name: string, branch: object, want: string])[] = [
    [
      "has its parts",
      { allOf: [reference("One"), reference("Two")] },
      "A schema of `One` and `Two` was added to the schemas of `a` of `Pet`.",
    ],
    [
      "has its tag",
      { type: "object", properties: { kind: { const: "dog" } }, required: ["kind"] },
      'A schema with `kind` `"dog"` was added to the schemas of `a` of `Pet`.',
    ],
    [
      "has its properties",
      { type: "object", properties: { b: text, c: text } },
      "A schema of `object` with `b` and `c` was added to the schemas of `a` of `Pet`.",
    ],
    [
      "has what it requires",
      { required: ["b"] },
      "A schema that requires `b` was added to the schemas of `a` of `Pet`.",
    ],
  ];

  it.each(cases)("%s", async (_name, branch, want) => {
    const old = { type: "integer", minimum: 5 };
    const [base, revision] = [
      [old, { type: "boolean" }],
      [old, { type: "boolean" }, branch],
    ].map((oneOf) => pets({ type: "object", properties: { a: { oneOf } } }, { schemas: refs }));
    expect(await linesOf(base ?? {}, revision ?? {})).toContain(want);
  });

  it("is reported with a new union", async () => {
    const body = (schema: object): object =>
      pets(
        {},
        {
          paths: {
            "/items": {
              post: { ...none, requestBody: { content: { "application/json": { schema } } } },
            },
          },
        },
      );
    const object = { type: "object", properties: { id: text, owner: text, repo: text } };
    const oneOf = [{ required: ["id"] }, { required: ["owner", "repo"] }];
    expect(await linesOf(body(object), body({ ...object, oneOf }))).toContain(
      "`oneOf` was added to the request body of POST /items, which is now a schema that requires `id` or a schema that requires `owner` and `repo`.",
    );
  });

  it("does not hide the tag of one that has a name", async () => {
    const tagged = (kind: string): object => ({
      type: "object",
      properties: { country: { const: "GB" }, kind: { const: kind } },
      required: ["country", "kind"],
    });
    const schemas = { Cat: tagged("cat"), Dog: tagged("dog") };
    const [base, revision] = [["Cat"], ["Cat", "Dog"]].map((names) =>
      pets({ oneOf: [...names.map(reference), { type: "integer" }] }, { schemas }),
    );
    expect(await linesOf(base ?? {}, revision ?? {})).toContain(
      '`Dog` (`kind` `"dog"`) was added to the schemas of `Pet`.',
    );
  });
});

describe("31.6 a union inside a union", () => {
  it("has no tag of one of its alternatives", async () => {
    const tagged = (kind: string): object => ({
      type: "object",
      properties: { kind: { const: kind } },
      required: ["kind"],
    });
    const schemas = { Noise: { oneOf: [tagged("one"), tagged("two")] } };
    const noise = { $ref: "#/components/schemas/Noise" };
    const [base, revision] = [[], [noise]].map((more) =>
      pets({ oneOf: [tagged("a"), tagged("b"), ...more] }, { schemas }),
    );
    expect(await linesOf(base ?? {}, revision ?? {})).toContain(
      "`Noise` was added to the schemas of `Pet`.",
    );
  });
});

describe("31.6 short examples", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`member${index}`, text]),
  );
  const properties = { ...wide, kind: { enum: ["cat"] } };
  const object = { type: "object", properties, required: Object.keys(properties) };

  it("leave out a value that the sentence does not mention", async () => {
    const [base, revision] = [[], [object]].map((more) =>
      pets({ oneOf: [{ type: "integer" }, { type: "boolean" }, ...more] }),
    );
    const lines = await linesOf(base ?? {}, revision ?? {});
    expect(lines.some((line) => line.startsWith('A schema with `kind` `"cat"` was added'))).toBe(
      true,
    );
    expect(lines).toContain('example {"kind":"cat",…} is now valid');
  });

  it("count the characters of a long text", async () => {
    const body = (schema: object): object =>
      pets(
        {},
        {
          paths: {
            "/a": {
              post: { ...none, requestBody: { content: { "application/json": { schema } } } },
            },
          },
        },
      );
    expect(await linesOf(body(text), body({ ...text, maxLength: 150 }))).toContain(
      'example "aaaaa…" of 151 characters is no longer valid',
    );
  });

  it("do not show that a schema without a type also accepts null", async () => {
    const open = { properties: { a: text } };
    const [base, revision] = [[], [open]].map((more) =>
      pets({ oneOf: [{ type: "integer" }, { type: "boolean" }, ...more] }),
    );
    const lines = await linesOf(base ?? {}, revision ?? {});
    expect(lines).toContain("A schema with `a` was added to the schemas of `Pet`.");
    expect(lines.some((line) => line.startsWith("example null"))).toBe(false);
  });
});

describe("31.6 the direction of a group", () => {
  it("is the direction in which it breaks", async () => {
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
    const post = {
      requestBody: { content },
      responses: { 200: { description: "The pet.", content } },
    };
    const [base, revision] = [["a"], ["a", "b"]].map((values) =>
      pets(
        { type: "object", properties: { kind: { enum: values } } },
        { paths: { "/one": { post } } },
      ),
    );
    const lines = await linesOf(base ?? {}, revision ?? {});
    const headings = lines.filter((line) => line.startsWith("enum-value-added"));
    expect(headings.map((line) => line.split(":")[0])).toEqual([
      "enum-value-added, in values that clients receive",
    ]);
  });
});
