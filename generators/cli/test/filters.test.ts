import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders } from "./run-command.ts";

afterAll(removeFolders);

const done = (name: string): string =>
  `responses: { "200": { description: Done., content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } } } }`;
const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
tags: [{ name: orders }, { name: pets }]
paths:
  /orders:
    get: { operationId: listOrders, tags: [orders], ${done("Order")} }
    post: { operationId: createOrder, tags: [orders], deprecated: true, ${done("OldOrder")} }
  /pets:
    get: { operationId: listPets, tags: [pets], ${done("Pet")} }
components:
  schemas: { Order: { type: object }, OldOrder: { type: object }, Pet: { type: object } }
`;
const flags = ["generate", "--input", "shop.yaml", "--output", "out"];
const all = ["listOrders", "createOrder", "listPets", "Order", "OldOrder", "Pet"];

/** Returns the names of operations and schemas that occur in the output as whole words. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const text = Object.values(await filesIn(join(folder, "out"))).join("\n");
  return all.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
}

describe("flags", () => {
  it.each([
    ["--tag", ["--tag", "orders"], ["listOrders", "createOrder", "Order", "OldOrder"]],
    ["--tag twice", ["--tag", "orders", "--tag", "pets"], all],
    ["--path", ["--path", "/p*"], ["listPets", "Pet"]],
    ["--operation", ["--operation", "listPets"], ["listPets", "Pet"]],
    ["--no-deprecated", ["--no-deprecated"], ["listOrders", "listPets", "Order", "Pet"]],
    ["two of them", ["--tag", "orders", "--no-deprecated"], ["listOrders", "Order"]],
  ])("%s", async (_, given, want) => {
    const folder = await folderOf({ "shop.yaml": shop });
    const { code, err } = await command(folder, [...flags, ...given, "--paths"]);
    expect([code, await namesIn(folder)], err).toEqual([0, want]);
  });

  it.each([
    [
      ["--tag", "order"],
      ["operations_unmatched", '--tag has "order"', 'Did you mean "orders"?'],
    ],
    [
      ["--operation", "listPet"],
      ["operations_unmatched", '--operation has "listPet"', 'Did you mean "listPets"?'],
    ],
    [
      ["--path", "/users/**"],
      ["operations_unmatched", '--path has "/users/**", which matches no operation'],
    ],
    [
      ["--operation", "createOrder", "--no-deprecated"],
      [
        "operations_unmatched",
        "exclude every operation of",
        "each of --tag, --path and --operation",
      ],
    ],
  ])("%j matches nothing", async (given, wants) => {
    const folder = await folderOf({ "shop.yaml": shop });
    const { code, err } = await command(folder, [...flags, ...given]);
    expect(code).toBe(1);
    for (const want of wants) expect(err).toContain(want);
    expect(await filesIn(join(folder, "out"))).toEqual({});
  });

  it.each([
    [["--tag", "orders"], "--tag needs --input", "Write `operations`"],
    [["--no-deprecated"], "--no-deprecated needs --input", "Write `operations`"],
    [["--decimals", "Decimal"], "--decimals needs --input", "Write `decimals`"],
    [["--emit", "types"], "--emit needs --input", "Write `emitters`"],
    [["--output", "other"], "--output needs --input", "Write `output`"],
  ])("%j needs --input", async (given, fault, fix) => {
    const folder = await folderOf({
      "specwright.config.mjs":
        "export default { contracts: [{ input: 'a', output: 'b', emitters: [] }] };\n",
    });
    for (const name of ["generate", "check"]) {
      const { code, err } = await command(folder, [name, ...given]);
      expect(code).toBe(1);
      expect(err).toContain(fault);
      expect(err).toContain(fix);
    }
  });

  it.each([
    [["--root", "."], "--root needs a document:", "Write `root`"],
    [["--overlay", "a.yaml"], "--overlay needs a document:", "or name a document."],
  ])("lint %j needs a document", async (given, fault, fix) => {
    const folder = await folderOf({
      "specwright.config.mjs":
        "export default { contracts: [{ input: 'a', output: 'b', emitters: [] }] };\n",
    });
    const { code, err } = await command(folder, ["lint", ...given]);
    expect([code, err]).toEqual([1, expect.stringContaining(fault)]);
    expect(err).toContain(fix);
    expect(err).not.toContain("--input");
  });
});

const config = (members: string): string => `import { builtInEmitters } from "@specwright/cli";
export default {
  contracts: [
    { input: "shop.yaml", output: "out", emitters: builtInEmitters(["client", "server"], { groupBy: "tag" }), ${members} },
  ],
};
`;

describe("a configuration", () => {
  it("filters operations, and names methods", async () => {
    const members =
      'operations: { exclude: { tags: ["pets"] } }, methodNames: ({ method, tags }) => `${method} ${tags[0]}`';
    const folder = await folderOf({ "shop.yaml": shop, "specwright.config.mjs": config(members) });
    const { code, err } = await command(folder, ["generate"]);
    expect([code, await namesIn(folder)], err).toEqual([
      0,
      ["listOrders", "createOrder", "Order", "OldOrder"],
    ]);
    const files = await filesIn(join(folder, "out"));
    expect(files["client.ts"]).toContain("readonly orders: {");
    for (const file of ["client.ts", "server.ts", "descriptors.ts"]) {
      expect(files[file]).toMatch(/\bgetOrders\b.*\bpostOrders\b/s);
    }
  });

  it.each([
    [
      'operations: { include: { tags: ["order"] } }',
      'operations.include.tags has "order", which matches no operation of shop.yaml.',
      'Did you mean "orders"?',
    ],
    ['operations: { tags: ["a"] }', 'operations has no member "tags"', "It has include, exclude."],
    [
      'operations: { include: { tag: ["a"] } }',
      'operations.include has no member "tag"',
      "Did you mean tags?",
    ],
    [
      'operations: { include: { tags: "a" } }',
      "operations.include.tags must be a list of strings",
      "Write",
    ],
    ["operations: { exclude: { deprecated: 1 } }", "deprecated must be a boolean", "Write"],
    ["operations: []", "operations is not an object", "include and exclude"],
    ["methodNames: 1", "contracts[0].methodNames is 1.", "Use a function, or a template"],
    [
      'methodNames: "{method} {paht}"',
      "specwright.config.mjs:4:134: contracts[0].methodNames has {paht} at character 10, which is not a placeholder.",
      "Did you mean {path}? Placeholders: {id}, {method}, {path}, {tag}.",
    ],
    [
      'methodNames: ["{method", "} {}"].join("")',
      "specwright.config.mjs: contracts[0].methodNames has {} at character 10",
      "Placeholders: {id}",
    ],
    ['methodNames: "{method}"', "METHOD_NAME_UNUSABLE", "`methodNames` gives"],
  ])("with %s is refused", async (members, ...wants) => {
    const folder = await folderOf({ "shop.yaml": shop, "specwright.config.mjs": config(members) });
    const { code, err } = await command(folder, ["generate"]);
    expect(code).toBe(1);
    for (const want of wants) expect(err).toContain(want);
  });
});
