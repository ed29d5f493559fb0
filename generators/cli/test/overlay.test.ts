import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { command, filesIn, folderOf, removeFolders, shop, write } from "./run-command.ts";

afterAll(removeFolders);

function overlay(...actions: readonly string[]): string {
  const list = actions.map((action) => `  - ${action}\n`).join("");
  return `overlay: 1.1.0\ninfo: { title: Ours, version: 1.0.0 }\nactions:\n${list}`;
}

const commented = `# Who made it.\n${shop}`;
const files = {
  "shop.yaml": commented,
  "title.yaml": overlay("{ target: $.info, update: { title: Ours } }"),
  "summary.yaml": overlay("{ target: '$.paths.*.*', update: { summary: Changed } }"),
};

describe("overlay apply", () => {
  it("prints the document with the overlays applied, including comments", async () => {
    const folder = await folderOf(files);
    const args = ["overlay", "apply", "shop.yaml", "title.yaml", "summary.yaml"];
    const { code, out, err } = await command(folder, args);
    expect([code, err]).toEqual([0, ""]);
    expect(out.startsWith("# Who made it.\n")).toBe(true);
    const { info, paths } = parse(out);
    expect(info.title).toBe("Ours");
    const operations = Object.values<object>(paths).flatMap((item) => Object.values(item));
    expect(operations.length).toBeGreaterThan(0);
    for (const operation of operations) expect(operation).toMatchObject({ summary: "Changed" });
  });

  it("writes nothing if the result has errors, and names their places in the sources", async () => {
    const folder = await folderOf({
      ...files,
      "wrong.yaml": overlay("{ target: $.info, update: { title: 1 } }"),
    });
    const args = ["overlay", "apply", "shop.yaml", "wrong.yaml", "--output", "out.yaml"];
    const { code, err } = await command(folder, args);
    expect(code).toBe(1);
    expect(err).toMatch(/^wrong\.yaml:4:\d+ FIELD_\w+ error /);
    expect(Object.keys(await filesIn(folder))).not.toContain("out.yaml");
  });
});

const swagger = `swagger: "2.0"
info: { title: Old, version: "1" }
schemes: [https]
paths:
  /pets: { get: { operationId: listPets, responses: { "200": { description: Pets } } } }
`;

describe("a document of Swagger 2.0", () => {
  it("is read and compared in its original form", async () => {
    const folder = await folderOf({
      "old.yaml": swagger,
      "new.yaml": swagger.replace("title: Old", "title: New"),
    });
    const compared = await command(folder, ["overlay", "compare", "old.yaml", "new.yaml"]);
    const actions = [{ target: "$.info", update: { title: "New" } }];
    expect(parse(compared.out)).toMatchObject({ actions });
    await write(folder, "o.yaml", compared.out);
    const { out } = await command(folder, ["overlay", "apply", "old.yaml", "o.yaml"]);
    expect(parse(out)).toEqual(parse(swagger.replace("title: Old", "title: New")));
  });
});

describe("--output", () => {
  it.each([
    [["apply", "shop.yaml", "title.yaml", "--output", "title.yaml"], "title.yaml"],
    [["compare", "shop.yaml", "summary.yaml", "--output", "./shop.yaml"], "shop.yaml"],
  ])("of %j does not overwrite an input", async (args, name) => {
    const folder = await folderOf(files);
    const { code, err } = await command(folder, ["overlay", ...args]);
    expect(code).toBe(1);
    expect(err).toContain(`would overwrite the file ${name}, which is an input of the command.`);
    expect((await filesIn(folder))[name]).toBe(files[name as keyof typeof files]);
  });

  it("may be the document under the overlays", async () => {
    const folder = await folderOf(files);
    const args = ["overlay", "apply", "shop.yaml", "title.yaml", "--output", "shop.yaml"];
    expect(await command(folder, args)).toMatchObject({ code: 0 });
    expect(parse((await filesIn(folder))["shop.yaml"] ?? "").info.title).toBe("Ours");
  });
});

describe("overlay compare", () => {
  it("writes an overlay that apply can use", async () => {
    const folder = await folderOf({
      ...files,
      "wanted.json": JSON.stringify({ ...parse(shop), tags: [{ name: "new" }] }),
    });
    const compare = ["overlay", "compare", "shop.yaml", "wanted.json", "--output", "o/diff.yaml"];
    expect(await command(folder, compare)).toMatchObject({ code: 0, err: "Wrote o/diff.yaml." });
    expect(parse((await filesIn(folder))["o/diff.yaml"] ?? "").extends).toBe("../shop.yaml");
    const { out } = await command(folder, ["overlay", "apply", "shop.yaml", "o/diff.yaml"]);
    expect(parse(out)).toEqual(JSON.parse((await filesIn(folder))["wanted.json"] ?? ""));
  });

  it("writes nothing for equal documents", async () => {
    const folder = await folderOf(files);
    const { code, err, out } = await command(folder, [
      "overlay",
      "compare",
      "shop.yaml",
      "shop.yaml",
    ]);
    const said = "The documents do not differ, so there is no overlay to write.";
    expect([code, err, out]).toEqual([0, said, ""]);
  });
});

describe("--overlay", () => {
  const wrong = overlay("{ target: $.nothing, update: {} }");

  it.each([
    [["generate", "--input", "shop.yaml", "--output", "gen"]],
    [["lint", "shop.yaml"]],
    [["bundle", "shop.yaml"]],
  ])("%j reads the document with the overlays", async (args) => {
    const folder = await folderOf({ ...files, "wrong.yaml": wrong });
    const { err } = await command(folder, [
      ...args,
      "--overlay",
      "title.yaml",
      "--overlay",
      "wrong.yaml",
    ]);
    expect(err).toContain("wrong.yaml:4:7 OVERLAY_UNMATCHED warning");
  });

  it("generates the same as a document with all changes in it", async () => {
    const folder = await folderOf({ ...files, "whole.yaml": "" });
    const apply = [
      "overlay",
      "apply",
      "shop.yaml",
      "title.yaml",
      "summary.yaml",
      "--output",
      "whole.yaml",
    ];
    await command(folder, apply);
    const generate = ["generate", "--emit", "types,client", "--output"];
    const overlaid = [
      "--input",
      "shop.yaml",
      "--overlay",
      "title.yaml",
      "--overlay",
      "summary.yaml",
    ];
    await command(folder, [...generate, "a", ...overlaid]);
    await command(folder, [...generate, "b", "--input", "whole.yaml"]);
    const written = Object.entries(await filesIn(folder));
    const inFolder = (name: string) =>
      written
        .filter(([path]) => path.startsWith(`${name}/`) && path.endsWith(".ts"))
        .map(([path, text]) => [path.slice(2), text.replace(/^\/\/ Generated.*\n/, "")]);
    expect(inFolder("a").length).toBeGreaterThan(1);
    expect(inFolder("a")).toEqual(inFolder("b"));
  });

  it("adds to the overlays of the configuration, relative to it, and compares with them", async () => {
    const folder = await folderOf({
      ...files,
      "specwright.config.js": `import { builtInEmitters } from "@specwright/cli";
export default { contracts: [{ input: "shop.yaml", overlays: ["title.yaml"], output: "gen", emitters: builtInEmitters(["client"]) }] };
`,
      "package.json": '{ "type": "module" }',
    });
    expect(await command(folder, ["generate"])).toMatchObject({ code: 0 });
    expect((await filesIn(folder))["gen/client.ts"]).toContain("createOursClient");
    await writeFile(
      join(folder, "title.yaml"),
      overlay("{ target: $.info, update: { title: Changed } }"),
    );
    expect(await command(folder, ["check"])).toMatchObject({ code: 1 });
  });
});
