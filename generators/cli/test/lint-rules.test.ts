import { afterAll, describe, expect, it } from "vitest";
import { command, folderOf, removeFolders, shop } from "./run-command.ts";

afterAll(removeFolders);

const config = (rules: string): string => `export default {
  contracts: [{ input: "shop.yaml", output: "out", emitters: [] }],
  lint: { rules: ${rules} },
};`;

/** Lints with rules; returns the exit code, and the reported codes with their severities. */
async function lint(rules: string, args: readonly string[] = []) {
  const folder = await folderOf({ "shop.yaml": shop, "specwright.config.ts": config(rules) });
  const { code, err } = await command(folder, ["lint", ...args]);
  return {
    code,
    err,
    found: [...err.matchAll(/ ([A-Z_]+ (?:error|warning|info)) /g)].map(([, each]) => each),
  };
}

describe("lint.rules", () => {
  const usual = [
    "ERROR_RESPONSE_MISSING warning",
    "OPERATION_DESCRIPTION_MISSING warning",
    "EXAMPLE_MISSING info",
    "SCHEMA_DESCRIPTION_MISSING info",
  ];
  const without = (code: string) => usual.filter((each) => !each.startsWith(`${code} `));
  const changed = (code: string, severity: string) =>
    usual.map((each) => (each.startsWith(`${code} `) ? `${code} ${severity}` : each));

  it.each([
    ["{}", 0, usual],
    ['{ EXAMPLE_MISSING: "off" }', 0, without("EXAMPLE_MISSING")],
    ['{ EXAMPLE_MISSING: "warning" }', 0, changed("EXAMPLE_MISSING", "warning")],
    ['{ EXAMPLE_MISSING: "error" }', 1, changed("EXAMPLE_MISSING", "error")],
    ['{ ERROR_RESPONSE_MISSING: "info" }', 0, changed("ERROR_RESPONSE_MISSING", "info")],
  ])("%s exits with %i", async (rules, code, found) => {
    expect(await lint(rules)).toMatchObject({ code, found });
    expect(await lint(rules, ["shop.yaml"])).toMatchObject({ code, found });
  });

  it.each([
    { args: [], shown: 1, folded: ["  2 more of these: `--all` shows them"] },
    { args: ["--all"], shown: 3, folded: [] },
  ])("leave $shown infos of a code with $args", async ({ args, shown, folded }) => {
    const schemas = ["A", "B", "C"].map((name) => `    ${name}: { type: string, example: a }\n`);
    const refs = ["A", "B", "C"].map((name) => `{ $ref: "#/components/schemas/${name}" }`);
    const document = `openapi: 3.1.0
info: { title: Shop, version: "1", description: A shop. }
servers: [{ url: https://shop.example }]
paths:
  /a:
    get:
      operationId: a
      description: Returns one.
      responses:
        "200": { description: One., content: { application/json: { schema: { anyOf: [${refs.join(", ")}] } } } }
        default: { description: An error. }
components:
  schemas:
${schemas.join("")}`;
    const folder = await folderOf({ "shop.yaml": document });
    const { code, err } = await command(folder, ["lint", "shop.yaml", ...args]);
    expect(code).toBe(0);
    expect(err.match(/ SCHEMA_DESCRIPTION_MISSING info /g)).toHaveLength(shown);
    expect(err.split("\n").filter((line) => line.includes("more of these"))).toEqual(folded);
    expect(err).toMatch(/^(?:\d+ warnings?, )?\d+ info\. /m);
  });

  it.each([
    { what: "equal", examples: ["a"], args: [], shown: 1, folded: 110 },
    { what: "equal", examples: ["a"], args: ["--all"], shown: 111, folded: 0 },
    { what: "different", examples: ["a", "b", "c", "d"], args: [], shown: 3, folded: 108 },
  ])("32.6 leave $shown of 111 $what warnings with $args", async (each) => {
    const schema = { type: "integer" };
    const paths = Array.from({ length: 111 }, (_, index) => {
      const example = each.examples[index % each.examples.length];
      const content = { "application/json": { schema, example } };
      const responses = { "200": { description: "Any.", content } };
      return [`/a/${index}`, { get: { operationId: `a${index}`, responses } }];
    });
    const info = { title: "Shop", version: "1", description: "A shop." };
    const document = JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths) });
    const folder = await folderOf({ "shop.json": document });
    const { err } = await command(folder, ["lint", "shop.json", ...each.args]);
    const lines = err.split("\n");
    const places = lines.flatMap((line, index) =>
      line.includes(" EXAMPLE_INVALID ") ? index : [],
    );
    expect(places).toHaveLength(each.shown);
    // After the message and its fix.
    const after = lines[Number(places.at(-1)) + 2] ?? "";
    const more = `  ${each.folded} more of these: \`--all\` shows them`;
    expect([after === more, /more of these/.test(after)]).toEqual(
      each.folded > 0 ? [true, true] : [false, false],
    );
    expect(err).toContain("333 warnings. ");
  });

  it("count for --max-warnings", async () => {
    const rules = '{ ERROR_RESPONSE_MISSING: "off", OPERATION_DESCRIPTION_MISSING: "off" }';
    expect((await lint("{}", ["--max-warnings", "0"])).code).toBe(1);
    expect((await lint(rules, ["--max-warnings", "0"])).code).toBe(0);
  });

  it.each([
    ['{ EXAMPLE_MISING: "off" }', "Did you mean EXAMPLE_MISSING?"],
    ['{ EXAMPLE_MISSING: "of" }', 'gives EXAMPLE_MISSING the severity "of"'],
    ['{ REF_NOT_FOUND: "off" }', "makes REF_NOT_FOUND less than an error"],
    ["[]", "lint.rules is []."],
  ])("may not be %s", async (rules, message) => {
    const { code, err } = await lint(rules);
    expect([code, err]).toEqual([1, expect.stringContaining("error config_invalid")]);
    expect(err).toContain(message);
  });

  it("are also checked by other commands", async () => {
    const rules = config('{ EXAMPLE_MISING: "off" }');
    const folder = await folderOf({ "shop.yaml": shop, "specwright.config.ts": rules });
    const { code, err } = await command(folder, ["generate"]);
    expect([code, err]).toEqual([1, expect.stringContaining("Did you mean EXAMPLE_MISSING?")]);
  });
});
