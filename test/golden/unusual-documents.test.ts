// Valid documents with unusual shapes. Their generated code compiles under the strictest flags, in one run
// for all.

import { pathToFileURL } from "node:url";
import { stringifyJson } from "@specwright/runtime";
import type { SafeParser } from "@specwright/runtime/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";
import { asyncapi, type Json, object, openapi, ref } from "./document-builders.ts";
import { type GenerateOptions, generateDocument } from "./generate-document.ts";
import {
  guardProgram,
  guards,
  impossibleMembers,
  openMembers,
  openParts,
  openProgram,
  requiredAgain,
  requiredProgram,
  untypedBranches,
} from "./unusual-parts.ts";

interface UnusualCase {
  readonly document: Json;
  readonly options?: GenerateOptions;
  /** A file next to the generated ones. */
  readonly program?: string;
}

const item = { type: "string", enum: ["on", "off"] };
const besideReferences = {
  Bar: object({ bar: { type: "integer" } }, "bar"),
  Either: { oneOf: [ref("Bar"), object({ text: { type: "string" } }, "text")] },
  Nullable: object({ bar: { ...ref("Bar"), type: ["object", "null"] } }, "bar"),
  Items: {
    type: "array",
    items: { ...ref("Bar"), type: ["object", "null"], description: "Bars." },
  },
  Union: { anyOf: [{ ...ref("Either"), type: "object" }, { type: "string" }] },
  More: { ...ref("Bar"), properties: { more: { type: "string" } }, required: ["more"] },
};
const nothing = { A: { anyOf: [] }, O: { oneOf: [] }, E: { enum: [] }, T: { type: [] } };
const empty = {
  Closed: { type: "object", additionalProperties: false },
  Untyped: { properties: {} },
  Holder: object({
    closed: { type: "object", additionalProperties: false },
    any: { properties: {} },
  }),
  List: { type: "array", items: { properties: {} } },
};
const wide = { type: "number", format: "int64" };
const integers = {
  Both: object(
    { a: wide, b: { type: "integer", format: "int64" }, c: { ...wide, minimum: 1 } },
    "a",
  ),
  One: object({ a: wide }, "a"),
};

function family(discriminator: unknown): Json {
  const child = (name: string): Json => ({
    type: "object",
    allOf: [ref("Vehicle"), object({ [name]: { type: "integer" } })],
  });
  return {
    Vehicle: {
      ...object({ kind: { type: "string" }, wheels: { type: "integer" } }, "kind"),
      discriminator,
      oneOf: [ref("Electric"), ref("Gas")],
    },
    Electric: child("volts"),
    Gas: child("litres"),
    Garage: object({ vehicles: { type: "array", items: ref("Vehicle") } }),
  };
}

const defaults = object({
  modes: { type: "array", items: item, default: ["on"] },
  nested: { type: "array", items: { type: "array", items: item }, default: [["on"], []] },
  config: { ...object({ mode: item }, "mode"), default: { mode: "on" } },
  configs: { type: "array", items: object({ mode: item }, "mode"), default: [{ mode: "on" }] },
  fixed: { type: "array", items: { const: 1 }, default: [1] },
  pair: {
    ...{ type: "array", prefixItems: [{ type: "number" }, { type: "string" }] },
    ...{ items: false, minItems: 2, default: [1, "a"] },
  },
  big: { type: "array", items: { type: "integer", format: "int64" }, default: [1, 2] },
  at: {
    type: "array",
    items: { type: "string", format: "date-time" },
    default: ["2024-01-02T03:04:05Z"],
  },
});
const filled = {
  modes: ["on"],
  nested: [["on"], []],
  config: { mode: "on" },
  configs: [{ mode: "on" }],
  fixed: [1],
  pair: [1, "a"],
  big: [1n, 2n],
};

const users = openapi(
  {
    Base: object({ id: { type: "integer", readOnly: true } }, "id"),
    User: {
      allOf: [ref("Base"), object({ name: { type: "string" }, profile: ref("Profile") }, "name")],
    },
    Profile: { allOf: [object({ bio: { type: "string" } }), ref("Base"), { type: "object" }] },
    Extended: { ...object({ more: { type: "string" } }), allOf: [ref("Base")] },
  },
  "3.0.3",
);
const userProgram = `
import type { ExtendedInput, ProfileInput, UserInput } from "./types.ts";
export const user: UserInput = { name: "a", profile: { bio: "b" } };
// @ts-expect-error: no member of a user.
export const misspelt: UserInput = { name: "a", nmae: "b" };
// @ts-expect-error: no member of a profile.
export const profile: ProfileInput = { boi: "b" };
// @ts-expect-error: no member of the extended.
export const extended: ExtendedInput = { moer: "b" };
`;

const parts = openapi(
  {
    A: object({
      b: object({ c: { type: "string" } }),
      l: { type: "array", items: object({ d: { type: "integer" } }) },
    }),
    C: { $ref: "#/components/schemas/A/properties/b/properties/c" },
    D: { $ref: "#/components/schemas/A/properties/l/items" },
    Tree: { type: "array", items: ref("Tree") },
  },
  "3.0.3",
  {
    "/a": {
      get: {
        operationId: "a",
        parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
        responses: { 204: { description: "Done." } },
      },
    },
    "/b": {
      get: {
        operationId: "b",
        parameters: [{ $ref: "#/paths/~1a/get/parameters/0" }],
        responses: { 204: { description: "Done." } },
      },
    },
  },
);
const partsProgram = `
import type { components, operations } from "./paths.ts";
export const c: components["schemas"]["C"] = "text";
export const d: components["schemas"]["D"] = { d: 1 };
export const limit: NonNullable<operations["b"]["parameters"]["query"]>["limit"] = 1;
// @ts-expect-error: a string.
export const wrong: components["schemas"]["C"] = 1;
// @ts-expect-error: an integer.
export const wrongItem: components["schemas"]["D"] = { d: "1" };
`;
const familyProgram = `
import type { components } from "./paths.ts";
export const gas: components["schemas"]["Gas"] = { kind: "Gas", wheels: 4, litres: 5 };
// @ts-expect-error: a number.
export const wrong: components["schemas"]["Gas"] = { kind: "Gas", wheels: "4" };
`;

const operationIds = [
  ..."types descriptors codecs samples client runtime transport then catch constructor".split(" "),
  ..."toString valueOf delete default handlers operations z Codec createServer arguments".split(
    " ",
  ),
];
const operations = openapi(
  { A: { type: "string" } },
  "3.0.3",
  Object.fromEntries(
    operationIds.map((operationId) => {
      const content = { "application/json": { schema: ref("A") } };
      const responses = { 200: { description: "Done.", content } };
      return [`/${operationId}`, { post: { operationId, requestBody: { content }, responses } }];
    }),
  ),
);

const paths: GenerateOptions = { paths: true };
const mini: GenerateOptions = { zodTarget: "zod/mini" };
const everything = ["types", "zod", "server", "client", "msw", "tanstack-query"];
const cases: Readonly<Record<string, UnusualCase>> = {
  "30.14 keywords beside a reference": { document: openapi(besideReferences), options: paths },
  "30.14 keywords beside a reference, as payloads": { document: asyncapi(besideReferences) },
  "30.14 empty combinations": { document: openapi(nothing), options: paths },
  "30.14 empty combinations, as payloads": { document: asyncapi(nothing) },
  "30.14 empty objects": { document: openapi(empty), options: paths },
  "30.14 empty objects, as payloads": { document: asyncapi(empty) },
  "30.14 branches after guards": { document: openapi(guards), program: guardProgram },
  "30.14 branches after guards, as payloads": { document: asyncapi(guards) },
  "30.14 branches about values of one type": { document: openapi(untypedBranches) },
  "30.14 branches about values of one type, as payloads": { document: asyncapi(untypedBranches) },
  "30.14 members that nothing fits": { document: openapi(impossibleMembers) },
  "30.14 members that nothing fits, as payloads": { document: asyncapi(impossibleMembers) },
  "30.14 members that restrict nothing in one part": { document: openapi(openMembers) },
  "30.14 members that restrict nothing in one part, as payloads": {
    document: asyncapi(openMembers),
  },
  "30.14 required members within themselves": {
    document: openapi(requiredAgain),
    options: paths,
    program: requiredProgram,
  },
  "30.14 required members within themselves, as payloads": { document: asyncapi(requiredAgain) },
  "30.14 parts that restrict nothing": { document: openapi(openParts), program: openProgram },
  "30.14 parts that restrict nothing, as payloads": { document: asyncapi(openParts) },
  "30.14 numbers of 64 bits": { document: openapi(integers), options: paths },
  "30.14 numbers of 64 bits, as payloads": { document: asyncapi(integers) },
  "30.14 a parent and its children, as payloads": { document: asyncapi(family("kind")) },
  "30.13 a parent and its children": {
    document: openapi(family({ propertyName: "kind" }), "3.0.3"),
    options: paths,
    program: familyProgram,
  },
  "30.13 references into parts": { document: parts, options: paths, program: partsProgram },
  "30.12 a base of readOnly members": { document: users, options: paths, program: userProgram },
  "30.6 defaults of lists and objects": {
    document: openapi({ Defaults: defaults }),
    options: { defaults: "apply" },
  },
  "30.6 defaults of lists and objects, in zod/mini": {
    document: openapi({ Defaults: defaults }),
    options: { ...mini, defaults: "apply", dates: "Date" },
  },
  "30.5 operations with the names of modules": {
    document: operations,
    options: { emit: everything },
  },
};

let folder: string;
let errors: readonly string[];

beforeAll(async () => {
  folder = await scratchFolder("unusual-documents");
  for (const [index, { document, options, program }] of Object.values(cases).entries()) {
    const input = { file: "/specs/unusual.json", text: stringifyJson(document) };
    const generated = await generateDocument(input, {
      ...options,
      load: { root: "/specs" },
      stream: "asyncapi" in document,
    });
    for (const { path, content } of generated.files) {
      if (path.endsWith(".ts")) await writeInto(folder, `${index}/${path}`, content);
    }
    if (program !== undefined) await writeInto(folder, `${index}/program.ts`, program);
  }
  const flags = { noPropertyAccessFromIndexSignature: true, skipLibCheck: true };
  errors = await compileFolder(folder, flags, 500);
}, 180_000);

describe.each(Object.keys(cases))("%s", (name) => {
  const index = Object.keys(cases).indexOf(name);
  const load = (path: string): Promise<Readonly<Record<string, unknown>>> =>
    import(/* @vite-ignore */ pathToFileURL(`${folder}/${index}/${path}`).href);

  it("compiles", async () => {
    // Fails if nothing was generated.
    await load("types.ts");
    expect(errors.filter((line) => line.startsWith(`${index}/`))).toEqual([]);
  });

  it.runIf(name.startsWith("30.6"))("has the defaults", async () => {
    const { DefaultsSchema } = await load("schemas.ts");
    const read = (DefaultsSchema as SafeParser<Json>).safeParse({});
    expect(read.success && read.data).toMatchObject(filled);
  });

  it.runIf(name.startsWith("30.5"))("exports no `then`, and no client has one", async () => {
    const [descriptors, client] = await Promise.all([load("descriptors.ts"), load("client.ts")]);
    expect(descriptors).toHaveProperty("then_");
    const create = client["createUnusualClient"] as (transport: object) => object;
    expect(await create({})).toHaveProperty("then_");
  });
});

describe("30.14 a closed object without members", () => {
  it("refuses members in a stream codec", async () => {
    const index = Object.keys(cases).indexOf("30.14 empty objects, as payloads");
    const url = pathToFileURL(`${folder}/${index}/codec/stream.ts`).href;
    const { ClosedStreamCodec } = await import(/* @vite-ignore */ url);
    expect(ClosedStreamCodec.decode("{}")).toEqual({});
    expect(() => ClosedStreamCodec.decode('{"a":1}')).toThrow();
  });
});
