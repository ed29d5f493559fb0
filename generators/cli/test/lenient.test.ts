import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders, shop } from "./run-command.ts";

afterAll(removeFolders);

const faulty = shop.replace('version: "1.0"', "version: 1.0");
const warned =
  'shop.yaml:2:22 FIELD_TYPE warning "version" must be a string; this is a number; read as "1.0"';
const config = (settings: string) => `import { defineConfig } from "@specwright/cli";
import { typesEmitter } from "@specwright/emit";

export default defineConfig({
  contracts: [{ input: "specs/shop.yaml", output: "out", emitters: [typesEmitter()], ${settings} }],
});
`;

describe("31.15 a type that does not exist", () => {
  it("is listed by diff as a fault of its document", async () => {
    const folder = await folderOf({
      "old.yaml": shop,
      "new.yaml": shop.replace("type: integer", "type: intger"),
    });
    const { err } = await command(folder, ["diff", "old.yaml", "new.yaml"]);
    expect(err).toContain('SCHEMA_TYPE_UNKNOWN warning unknown JSON Schema type "intger"');
    expect(err).toContain("new.yaml has 1 fault.");
    expect(err).not.toContain("old.yaml has");
  });
});

describe("32.6 generate --quiet", () => {
  it("prints errors, and neither warnings nor a report", async () => {
    const folder = await folderOf({ "shop.yaml": faulty });
    const args = ["generate", "--input", "shop.yaml", "--output", "out", "--quiet"];
    expect((await command(folder, args)).err).toContain("FIELD_TYPE error");
    const repaired = await command(folder, [...args, "--lenient"]);
    expect([repaired.code, repaired.err]).toEqual([0, ""]);
  });
});

describe("--lenient", () => {
  it.each([
    ["generate", ["generate", "--input", "shop.yaml", "--output", "out"]],
    ["lint", ["lint", "shop.yaml"]],
    ["bundle", ["bundle", "shop.yaml"]],
  ])("%s names the flag, and accepts it", async (_name, args) => {
    const folder = await folderOf({ "shop.yaml": faulty });
    const strict = await command(folder, args);
    expect(strict.code).not.toBe(0);
    expect(strict.err).toContain('FIELD_TYPE error "version" must be a string');
    expect(strict.err).toContain('With --lenient it is read as "1.0".');
    expect(await command(folder, [...args, "--lenient"])).toMatchObject({ code: 0 });
  });

  it.each([
    ["generate", ["generate", "--input", "shop.yaml", "--output", "out", "--lenient"]],
    ["lint", ["lint", "shop.yaml", "--lenient"]],
    ["bundle", ["bundle", "shop.yaml", "--lenient"]],
  ])("%s warns of each repair", async (_name, args) => {
    const folder = await folderOf({ "shop.yaml": faulty });
    expect((await command(folder, args)).err).toContain(warned);
  });

  it("is a setting of a contract, and the flag adds to it", async () => {
    const strict = await folderOf({
      "specs/shop.yaml": faulty,
      "specwright.config.ts": config(""),
    });
    expect((await command(strict, ["check"])).err).toContain("FIELD_TYPE error");
    expect((await command(strict, ["generate", "--lenient"])).code).toBe(0);
    const lenient = await folderOf({
      "specs/shop.yaml": faulty,
      "specwright.config.ts": config("lenient: true"),
    });
    expect((await command(lenient, ["generate"])).code).toBe(0);
    expect((await command(lenient, ["lint"])).code).toBe(0);
  });

  it("generates the repaired document", async () => {
    const text = faulty
      .replace("required: [id]", "description: null")
      .replace(
        "format: int64 }",
        "format: int64, required: true }\n        note: { type: string, nullable: true }\n        size: { type: integer, minimum: 1, exclusiveMinimum: true }",
      );
    const folder = await folderOf({ "shop.yaml": text });
    const args = ["generate", "--input", "shop.yaml", "--output", "out", "--emit", "types,zod"];
    const strict = await command(folder, args);
    expect(strict.err).toContain("FIELD_TYPE error");
    const { code, err } = await command(folder, [...args, "--lenient"]);
    expect([code, err]).toEqual([0, expect.stringContaining("SCHEMA_KEYWORD warning")]);
    const files = await filesIn(join(folder, "out"));
    expect(files["types.ts"]).toContain("id: bigint;");
    expect(files["types.ts"]).toContain("note?: string | null;");
    expect(files["schemas.ts"]).toMatch(/size: .*gt\(1\)/);
  });
});

describe("the folder that references must stay in", () => {
  const document = shop.replace('"#/components/schemas/Order"', '"../common/order.yaml"');
  const order = "type: object\nproperties: { id: { type: string } }\n";

  it("is the configuration's folder", async () => {
    const folder = await folderOf({
      "specs/shop.yaml": document,
      "common/order.yaml": order,
      "specwright.config.ts": config(""),
    });
    expect(await command(folder, ["generate"])).toMatchObject({ code: 0 });
  });

  it("is the working directory if that contains it", async () => {
    const folder = await folderOf({
      "apis/specs/shop.yaml": document.replace("../common", "../../common"),
      "common/order.yaml": order,
      "apis/specwright.config.ts": config(""),
    });
    const args = ["generate", "--config", "apis/specwright.config.ts"];
    expect(await command(folder, args)).toMatchObject({ code: 0 });
    const { code, err } = await command(join(folder, "apis"), ["generate"]);
    expect([code, err]).toEqual([1, expect.stringContaining("REF_OUTSIDE_ROOT")]);
    expect(err).toContain("--root");
  });
});
