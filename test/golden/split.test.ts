// An output in parts: it exports the same as one in whole modules, changes in few files, and has no
// circle of modules at run time.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Split } from "@specwright/emit/print";
import { restTransport } from "@specwright/rest/client";
import { afterAll, describe, expect, test } from "vitest";
import { compileFolder, scratchFolder, writeInto } from "./compile-typescript.ts";
import { type GenerateOptions, generateDocument } from "./generate-document.ts";
import { goldenCases } from "./golden-cases.ts";

type Files = ReadonlyMap<string, string>;

/** The cases with unusual names, references or values; `CASES=all` takes every case. */
const special = new Set(
  `callbacks-webhooks channel-subscription composed-aliases defaults discriminator-mapping enum-objects
  event-streams generic-types grouped-by-tag members-like-keywords multipart-parts odd-names recursion
  repeated-objects security shadowed-globals shared-components`.split(/\s+/),
);
const cases = goldenCases.filter(({ name }) => process.env["CASES"] === "all" || special.has(name));

const splits: readonly Split[] = ["schema", "tag"];
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function scratch(name: string): Promise<string> {
  const folder = await scratchFolder(name);
  folders.push(folder);
  return folder;
}

async function generate(
  input: string | { readonly text: string },
  options: GenerateOptions,
): Promise<Files> {
  const given = typeof input === "string" ? input : { file: "/shop.yaml", ...input };
  const { files } = await generateDocument(given, options);
  return new Map(files.map(({ path, content }) => [path, content]));
}

const schema = (name: string, properties: string): string =>
  `    ${name}: { type: object, properties: { ${properties} } }\n`;
const answer = (name: string): string =>
  `{ "200": { description: Done, content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } }, default: { $ref: "#/components/responses/Wrong" } }`;
const operation = (path: string, id: string, tag: string, name: string): string =>
  `  /${path}: { get: { operationId: ${id}, tags: [${tag}], responses: ${answer(name)} } }\n`;

const shared = "address: { type: object, properties: { a: {}, b: {}, c: {}, d: {} } }";
const operations = [
  operation("orders", "listOrders", "orders", "Order"),
  operation("items", "listItems", "items", "Item"),
];
const schemas = [
  schema("Order", `item: { $ref: "#/components/schemas/Item" }, ${shared}`),
  schema("Item", "id: { type: string }, Order: { type: string }"),
  schema("Problem", `code: { type: string }, ${shared}`),
];

function shop(paths: readonly string[], declared: readonly string[]): { readonly text: string } {
  return {
    text: `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
${paths.join("")}components:
  responses:
    Wrong: { description: Wrong, content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }
  schemas:
${declared.join("")}`,
  };
}

/** Lists the files that differ, and those that only one has. */
function changes(before: Files, after: Files): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.filter((path) => before.get(path) !== after.get(path)).sort();
}

// The first line of an index names the version of the document.
describe("an addition changes its own file and the index", () => {
  test.each<
    readonly [Split, what: string, after: ReturnType<typeof shop>, want: readonly string[]]
  >([
    [
      "schema",
      "a schema",
      shop(operations, [...schemas, schema("Address", shared)]),
      ["types.ts", "types/address.ts"],
    ],
    [
      "schema",
      "a schema whose name differs in capitals only",
      shop(operations, [...schemas, schema("ITEM", "id: { type: string }")]),
      ["types.ts", "types/i-t-e-m.ts"],
    ],
    [
      "schema",
      "an operation",
      shop([...operations, operation("all", "listAll", "orders", "Order")], schemas),
      ["types.ts", "types/list-all.ts"],
    ],
    [
      "tag",
      "a schema",
      shop(operations, [...schemas, schema("Address", shared)]),
      ["client.ts", "descriptors.ts", "types.ts", "types/_schemas.ts"],
    ],
    [
      "tag",
      "an operation",
      shop([...operations, operation("all", "listAll", "orders", "Order")], schemas),
      ["client.ts", "client/orders.ts", "descriptors.ts", "descriptors/orders.ts"].concat(
        "types.ts",
        "types/orders.ts",
      ),
    ],
    [
      "tag",
      "an operation with a new tag",
      shop([...operations, operation("all", "listAll", "con", "Order")], schemas),
      ["client.ts", "client/con-.ts", "descriptors.ts", "descriptors/con-.ts"].concat(
        "types.ts",
        "types/con-.ts",
      ),
    ],
  ])("by %s: %s", async (split, _, after, want) => {
    const emit = split === "schema" ? ["types"] : ["types", "client"];
    const [one, other] = [
      await generate(shop(operations, schemas), { emit, split }),
      await generate(after, { emit, split }),
    ];
    // The codecs of all schemas and the descriptors share a file.
    const changed = changes(one, other).filter((path) => path !== "codec.ts");
    expect(changed).toEqual([...want].sort());
  });
});

/** Lists what a module imports or exports at run time, as paths from the output folder. */
function runtimeImports(path: string, text: string): readonly string[] {
  const found = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from "(\.[^"]*)";/gms)];
  return found
    .filter(([statement]) => !/\{\s*(?:type [^,}]*,?\s*)+\}/.test(statement))
    .map(([, from = ""]) => join(path, "..", from));
}

/** Returns a circle of modules, or an empty list. */
function circle(files: Files, path: string, way: readonly string[] = []): readonly string[] {
  if (way.includes(path)) return [...way, path];
  for (const next of runtimeImports(path, files.get(path) ?? "")) {
    const found = circle(files, next, [...way, path]);
    if (found.length > 0) return found;
  }
  return [];
}

/** Lists the names that a module exports, of types too, through others of its folder. */
function exportedNames(text: string): readonly string[] {
  const declared = [
    ...text.matchAll(/^export (?:const|function|interface|type) ([\p{L}_$][\p{L}\d_$]*)/gmu),
  ];
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = ""]) =>
    names.split(",").flatMap((name) => {
      const plain = name.trim().replace(/^type /, "");
      return plain === "" ? [] : [plain];
    }),
  );
  return [...new Set([...declared.map(([, name = ""]) => name), ...listed])].sort();
}

describe.each(splits)("by %s", (split) => {
  test("cases compile, have the same types and exports, and no circle", {
    timeout: 300_000,
  }, async () => {
    const folder = await scratch(`split-${split}`);
    const circles: string[] = [];
    for (const { name, spec, options } of cases) {
      const whole = await generate(spec, options);
      const parts = await generate(spec, { ...options, split });
      for (const [path, content] of whole)
        await writeInto(folder, `${name}/whole/${path}`, content);
      for (const [path, content] of parts)
        await writeInto(folder, `${name}/parts/${path}`, content);
      for (const [path, content] of whole) {
        if (!path.endsWith(".ts")) continue;
        const names = exportedNames(content);
        expect([name, path, exportedNames(parts.get(path) ?? "")]).toEqual([name, path, names]);
      }
      for (const path of parts.keys()) circles.push(...circle(parts, path));
      await writeInto(
        folder,
        `${name}/same.ts`,
        sameTypes(exportedNames(whole.get("types.ts") ?? "")),
      );
    }
    expect(circles).toEqual([]);
    expect(await compileFolder(folder)).toEqual([]);
  });
});

function sameTypes(names: readonly string[]): string {
  return `import type * as parts from "./parts/types.ts";
import type * as whole from "./whole/types.ts";

type Same<A, B> = [A, B] extends [B, A] ? true : false;
export const same: {
${names.map((name) => `  ${name}: Same<parts.${name}, whole.${name}>;\n`).join("")}} = {
${names.map((name) => `  ${name}: true,\n`).join("")}};
`;
}

test("a client in parts sends and reads the same", async () => {
  const seen: unknown[][] = [];
  for (const split of [undefined, ...splits]) {
    const folder = await scratch(`split-client-${split ?? "whole"}`);
    const files = await generate(shop(operations, schemas), {
      emit: ["client"],
      ...(split && { split }),
    });
    for (const [path, content] of files) await writeInto(folder, path, content);
    const module = await import(/* @vite-ignore */ pathToFileURL(join(folder, "client.ts")).href);
    const calls: unknown[] = [];
    const transport = restTransport({
      baseUrl: "https://shop.example",
      fetch: async (input, init) => {
        const { method, url } = new Request(input, init);
        calls.push([method, url]);
        return Response.json(url.endsWith("items") ? { id: "1" } : { code: 1 });
      },
    });
    const client = module.createShopClient(transport);
    calls.push(await client.listItems(), await module.listItems(transport));
    calls.push(await client.listOrders().catch((error: Error) => error.message));
    seen.push(calls);
  }
  expect(seen[0]).toContainEqual(["GET", "https://shop.example/items"]);
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

test("a part names no version of the document", async () => {
  const files = await generate(shop(operations, schemas), { split: "schema" });
  expect(files.get("types/item.ts")).toMatch(
    /^\/\/ Generated by specwright from \S+\. Do not edit\./,
  );
  expect(files.get("types.ts")).toMatch(/sha256 \w{12}/);
});
