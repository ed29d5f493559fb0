// Relaxations by the configuration and by flags: the generated code, the findings of lint, and errors.

import { afterAll, describe, expect, it } from "vitest";
import { command, filesIn, folderOf, removeFolders } from "./run-command.ts";

afterAll(removeFolders);

const document = `openapi: 3.1.0
info: { title: Shop, version: "1.0" }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200":
          description: The orders.
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
components:
  schemas:
    Order:
      type: object
      required: [id]
      properties:
        id: { type: string, format: uuid }
        state: { type: string, enum: [open, paid], example: held }
`;

const config = (members: string): string => `import { builtInEmitters } from "@specwright/cli";
export default {
  contracts: [
    { input: "openapi.yaml", output: "gen", emitters: builtInEmitters(["client"]), ${members} },
  ],
};
`;

describe("generate", () => {
  it.each<readonly [name: string, flags: readonly string[], members: string, want: object]>([
    ["nothing", [], "", { checks: true, validation: undefined, isOpen: false }],
    ["an annotation", ["--formats", "annotation"], 'formats: "annotation"', { checks: false }],
    [
      "one annotation",
      ["--formats", "uuid=annotation,date=report"],
      'formats: { uuid: "annotation", date: "report" }',
      { checks: false },
    ],
    [
      "a format that is reported",
      ["--formats", "uuid=report"],
      'formats: { uuid: "report" }',
      { checks: true, validation: "reportedFormats" },
    ],
    [
      "missing members",
      ["--missing", "report"],
      'missing: "report"',
      { validation: "reportedMissing" },
    ],
    [
      "all faults",
      ["--responses", "report", "--missing", "report"],
      'responses: "report", missing: "report"',
      { validation: "reportedResponses" },
    ],
    ["open enums", ["--open-enums"], "openEnums: true", { isOpen: true }],
  ])(
    "relaxes %s the same way by flags and by a configuration",
    async (_name, flags, members, want) => {
      const files = { "openapi.yaml": document };
      const byFlags = await folderOf(files);
      const input = ["--input", "openapi.yaml", "--output", "gen", "--emit", "client"];
      expect(await command(byFlags, ["generate", ...input, ...flags])).toMatchObject({ code: 0 });
      const byConfig = await folderOf({ ...files, "specwright.config.mjs": config(members) });
      expect(await command(byConfig, ["generate"])).toMatchObject({ code: 0 });
      const generated = await filesIn(`${byFlags}/gen`);
      expect(await filesIn(`${byConfig}/gen`)).toEqual(generated);
      const text = (path: string): string => generated[path] ?? "";
      expect({
        checks: text("codec.ts").includes("isUuid"),
        validation: /validation: (\w+)/.exec(text("descriptors.ts"))?.[1],
        isOpen: text("types.ts").includes("(string & {})"),
      }).toMatchObject(want);
    },
  );

  it.each([
    ["a schema", "Ordr", 'Did you mean "Order"?'],
    [
      "a place",
      "#/components/schemas/Order/properties/ids",
      'Did you mean "#/components/schemas/Order/properties/id"?',
    ],
    ["anything else", "Customer", "A schema is a component, such as `Order`"],
  ])("refuses %s that the document does not have", async (_name, schema, fix) => {
    const formats = `formats: { uuid: { ${JSON.stringify(schema)}: "report" } }`;
    const folder = await folderOf({
      "openapi.yaml": document,
      "specwright.config.mjs": config(formats),
    });
    const { code, err } = await command(folder, ["generate"]);
    expect(code).toBe(1);
    expect(err).toContain("error config_invalid");
    expect(err).toContain(
      `formats names the schema "${schema}", which openapi.yaml does not have.`,
    );
    expect(err).toContain(fix);
    expect(await filesIn(`${folder}/gen`)).toEqual({});
  });

  it.each([
    [["--formats", "uid=report"], '--formats names the format "uid"', 'Did you mean "uuid"?'],
    [["--formats", "uuid=report=x"], '--formats["uuid"] is "report=x".', "Use one of"],
    [["--formats", "off"], '--formats["*"] is "off".', "Use one of"],
  ])("refuses the flags %j", async (flags, message, fix) => {
    const folder = await folderOf({ "openapi.yaml": document });
    const input = ["--input", "openapi.yaml", "--output", "gen"];
    const { code, err } = await command(folder, ["generate", ...input, ...flags]);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
    expect(err).toContain(fix);
  });
});

it.each([
  ["an example that is not listed", "", true],
  ["none where the enum is open", "openEnums: true", false],
])("lint finds %s", async (_name, members, isFound) => {
  const folder = await folderOf({
    "openapi.yaml": document,
    "specwright.config.mjs": config(members),
  });
  const { err } = await command(folder, ["lint"]);
  expect(err.includes("EXAMPLE_INVALID")).toBe(isFound);
});
