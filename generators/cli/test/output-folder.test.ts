// Output folders: generated files are updated and removed, all other files stay.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);

const generate = ["generate", "--input", "shop.yaml", "--output", "out"];
const listed = async (folder: string): Promise<unknown> =>
  JSON.parse((await filesIn(join(folder, "out")))[".specwright.json"] ?? "");

describe("an output folder", () => {
  it.each(["out/types.ts", "out/README.md"])("keeps a foreign %s", async (path) => {
    const folder = await folderOf({ "shop.yaml": shop, [path]: "Mine.\n" });
    const { code, err } = await command(folder, [...generate, "--emit", "types,docs"]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /error output_unsafe: .* exists already, and is not a generated file\./,
      ),
    ]);
    expect(await filesIn(join(folder, "out"))).toEqual({ [path.slice("out/".length)]: "Mine.\n" });
  });

  it("stops the run before the first file is written", async () => {
    const config = `import { builtInEmitters } from "@specwright/cli";
const emitters = builtInEmitters(["docs"]);
export default { contracts: [
  { input: "shop.yaml", output: "first", emitters }, { input: "shop.yaml", output: "second", emitters },
] };`;
    const folder = await folderOf({
      "shop.yaml": shop,
      "specwright.config.ts": config,
      "second/README.md": "Mine.\n",
    });
    expect((await command(folder, ["generate"])).code).toBe(1);
    expect(await filesIn(join(folder, "first"))).toEqual({});
  });

  it("recognises generated files after their list was lost", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    await command(folder, generate);
    await rm(join(folder, "out/.specwright.json"));
    await write(folder, "shop.yaml", shop.replaceAll("Order", "Purchase"));
    expect((await command(folder, generate)).code).toBe(0);
    expect((await filesIn(join(folder, "out")))["types.ts"]).toContain("interface Purchase ");
  });

  it("restores a file that was removed or changed by hand", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    await command(folder, generate);
    const before = await filesIn(join(folder, "out"));
    await rm(join(folder, "out/types.ts"));
    await write(folder, "out/client.ts", "changed");
    expect((await command(folder, generate)).err).toContain("1 new, 1 changed");
    expect(await filesIn(join(folder, "out"))).toEqual(before);
  });

  it("lists its files before it writes them, so that a killed run leaves none behind", async () => {
    const folder = await folderOf({ "shop.yaml": shop });
    // A file with the name of a required folder stops the run half way, like a kill.
    await write(folder, "out/reference", "");
    const { code, err } = await command(folder, [...generate, "--emit", "docs"]);
    const said = `error file_system: ${join(folder, "out/reference")} cannot be created: a part of the path is a file.`;
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
    expect(Object.keys(await filesIn(join(folder, "out")))).toContain("README.md");
    expect(await listed(folder)).toMatchObject({ files: expect.arrayContaining(["README.md"]) });
    await rm(join(folder, "out/reference"));
    await command(folder, [...generate, "--emit", "types"]);
    expect(Object.keys(await filesIn(join(folder, "out"))).sort()).toEqual([
      ".specwright.json",
      "types.ts",
    ]);
  });

  it("belongs to one contract", async () => {
    const config = `export default { contracts: [
  { input: "shop.yaml", output: "out", emitters: [] }, { input: "shop.yaml", output: "./out/", emitters: [] },
] };`;
    const folder = await folderOf({ "shop.yaml": shop, "specwright.config.mjs": config });
    const { code, err } = await command(folder, ["generate"]);
    expect([code, err]).toEqual([1, expect.stringContaining("Several contracts")]);
  });
});
