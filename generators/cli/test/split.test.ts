import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders } from "./run-command.ts";

afterAll(removeFolders);

const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths: {}
components:
  schemas:
    Order: { type: object, properties: { item: { $ref: "#/components/schemas/Item" } } }
    Item: { type: string }
`;
const config = (split: string): string => `import { builtInEmitters } from "@specwright/cli";
export default {
  contracts: [{ input: "shop.yaml", output: "out", emitters: builtInEmitters(["types"]), ${split} }],
};
`;

async function pathsIn(folder: string): Promise<readonly string[]> {
  const paths = Object.keys(await filesIn(join(folder, "out")));
  return paths.filter((path) => path.endsWith("ts")).sort();
}

it("writes, checks and removes the parts of a configured target", async () => {
  const folder = await folderOf({
    "shop.yaml": shop,
    "package.json": '{ "type": "module" }',
    "parts.config.ts": config('importExtension: "ts", split: "schema"'),
    "whole.config.ts": config('importExtension: "ts"'),
  });
  const run = async (name: string, split: string): Promise<number> => {
    const { code } = await command(folder, [name, "--config", `${split}.config.ts`]);
    return code;
  };
  expect(await run("generate", "parts")).toBe(0);
  expect(await pathsIn(folder)).toEqual(["types.ts", "types/item.ts", "types/order.ts"]);
  expect(await run("check", "parts")).toBe(0);
  expect(await run("check", "whole")).toBe(1);
  expect(await run("generate", "whole")).toBe(0);
  expect(await pathsIn(folder)).toEqual(["types.ts"]);
});

it("writes the parts of a document by a flag", async () => {
  const folder = await folderOf({ "shop.yaml": shop });
  const flags = ["generate", "--input", "shop.yaml", "--output", "out", "--emit", "types"];
  const { code, err } = await command(folder, [
    ...flags,
    "--import-extension",
    "ts",
    "--split",
    "tag",
  ]);
  expect([code, await pathsIn(folder)], err).toEqual([0, ["types.ts", "types/_schemas.ts"]]);
});
