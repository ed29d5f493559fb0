import { isJsonObject, type JsonValue, memberOf } from "@specwright/spec-loader";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { loadOpenapi, loadTexts } from "../in-memory.ts";

/** Reads a YAML text, indented by two, as the extension `x-value` of a document. */
async function readYaml(yaml: string): Promise<JsonValue | undefined> {
  const { specification, diagnostics } = await loadOpenapi(`paths: {}\nx-value:\n${yaml}`);
  expect(diagnostics).toEqual([]);
  const root = specification?.entry.root;
  return isJsonObject(root) ? memberOf(root, "x-value") : undefined;
}

describe("YAML", () => {
  test.each<[string, string, JsonValue]>([
    ["no stays text", "  no", "no"],
    ["a safe integer", "  9007199254740991", 9007199254740991],
    ["a large integer", "  9223372036854775807", 9223372036854775807n],
    ["a hexadecimal integer", "  0x10", 16],
    ["a float", "  1.50", 1.5],
    ["null", "  ~", null],
    [
      "number-like keys as written",
      "  200: a\n  1.0: b\n  true: c",
      { "200": "a", "1.0": "b", true: "c" },
    ],
    ["a date as text", "  2024-01-01", "2024-01-01"],
    ["a block scalar", "  |\n    a\n    b\n", "a\nb\n"],
    ["an alias", "  a: &x [1]\n  b: *x", { a: [1], b: [1] }],
    [
      "a merge key",
      "  a: &x { p: 1, q: 2 }\n  b: { <<: *x, q: 3 }",
      { a: { p: 1, q: 2 }, b: { q: 3, p: 1 } },
    ],
    [
      "a merge of several",
      "  a: &x { p: 1 }\n  b: &y { p: 2, q: 2 }\n  c: { <<: [*x, *y] }",
      {
        a: { p: 1 },
        b: { p: 2, q: 2 },
        c: { p: 1, q: 2 },
      },
    ],
    ["a quoted << is a name", "  a: { '<<': { b: 1 } }", { a: { "<<": { b: 1 } } }],
  ])("reads %s", async (_name, yaml, want) => {
    expect(await readYaml(yaml)).toStrictEqual(want);
  });

  test("keeps a key __proto__ as an own member", async () => {
    const read = await readYaml("  __proto__: { polluted: 1 }");
    expect(Object.keys(isJsonObject(read) ? read : {})).toEqual(["__proto__"]);
    expect("polluted" in {}).toBe(false);
  });

  test("reads the output of the yaml package", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const text = stringify({
          openapi: "3.1.0",
          info: { title: "T", version: "1" },
          paths: {},
          "x-value": value,
        });
        const { specification } = await loadTexts({ "api.yaml": text });
        const root = specification?.entry.root;
        const read = isJsonObject(root) ? memberOf(root, "x-value") : undefined;
        const rounded = (_key: string, item: unknown) =>
          typeof item === "bigint" ? Number(item) : item;
        expect(JSON.stringify(read, rounded)).toBe(JSON.stringify(value));
      }),
    );
  });

  test.each([
    ["an alias inside its own anchor", "x: &a [*a]", "YAML_ALIAS", 5, 8],
    ["a merge of a scalar", "x: { <<: 1 }", "YAML_ALIAS", 5, 6],
    ["a duplicate key", "x: { a: 1, a: 2 }", "KEY_DUPLICATE", 5, 12],
    ["a key that is a list", "x: { ? [1] : 2 }", "YAML_SYNTAX", 5, 8],
    ["a second document", "paths: {}\n---\na: 1", "YAML_SYNTAX", 6, 1],
    ["a tab as indentation", "x:\n\ta: 1", "YAML_SYNTAX", 6, 1],
  ])("refuses %s", async (_name, yaml, code, line, column) => {
    const { diagnostics } = await loadOpenapi(yaml);
    expect(diagnostics).toContainEqual(expect.objectContaining({ code, line, column }));
  });

  test("counts the nodes behind aliases, however they multiply", async () => {
    const lines = ["x0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"];
    for (let level = 1; level < 30; level += 1) {
      const aliases = Array.from({ length: 10 }, () => `*a${level - 1}`).join(", ");
      lines.push(`x${level}: &a${level} [${aliases}]`);
    }
    const { diagnostics } = await loadOpenapi(lines.join("\n"));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
      { code: "YAML_ALIAS_EXPANSION" },
    ]);
  });

  test("survives a text nested deeper than the stack", async () => {
    const { diagnostics } = await loadOpenapi(`x: ${"[".repeat(100_000)}`);
    expect(diagnostics[0]?.severity).toBe("error");
  });

  test("ignores a byte order mark", async () => {
    const { specification } = await loadTexts({
      "api.yaml": "\uFEFFopenapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}",
    });
    expect(specification?.version).toBe("3.1.0");
    expect(specification?.locate({ file: "api.yaml", pointer: "/openapi" })).toMatchObject({
      line: 1,
      column: 1,
    });
  });
});
