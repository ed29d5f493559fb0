import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { descend, pointerTokens } from "../../src/json/json-pointer.ts";
import { asyncapi, loadTexts, openapi } from "../in-memory.ts";
import { publishedRepairs } from "./published-repairs.ts";
import { repairs } from "./repairs.ts";

const textsOf = (given: string | Readonly<Record<string, string>>) =>
  typeof given === "string" ? { "api.yaml": given } : given;

describe.each([
  ["repairs", repairs],
  ["30.16 repairs of faults in published documents", publishedRepairs],
] as const)("%s", (_title, cases) => {
  test.each(cases)("$name is refused, and the message names the flag", async (row) => {
    const [code, line, pointer] = row.fault;
    const { diagnostics } = await loadTexts(textsOf(row.given));
    const found = diagnostics.find((each) => each.code === code && each.pointer === pointer);
    expect(found).toMatchObject({ line });
    expect(found?.fix).toContain(`With --lenient it is ${row.reading}.`);
  });

  test.each(cases)("$name is repaired with a warning", async ({ given, fault, reading, want }) => {
    const [code, line, pointer] = fault;
    const { specification, diagnostics } = await loadTexts(textsOf(given), { lenient: true });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const found = diagnostics.find((each) => each.code === code && each.pointer === pointer);
    expect(found).toMatchObject({ severity: "warning", line });
    expect(found?.message.endsWith(`; ${reading}`)).toBe(true);
    expect(found?.fix).not.toContain("--lenient");
    const root = specification?.entry.root ?? null;
    for (const [place, value] of Object.entries(want)) {
      const { value: read, rest } = descend(root, pointerTokens(place) ?? []);
      expect([place, rest.length === 0 ? read : undefined]).toEqual([place, value]);
    }
  });
});

describe("lenient loading", () => {
  test.each([
    ["an operation that is null", openapi("paths: { /a: { get: null } }")],
    [
      "headers that differ in more than the case of their names",
      openapi(
        "paths: { /a: { parameters: [{ name: a, in: header }, { name: A, in: header, required: true }] } }",
      ),
    ],
    [
      "a message that a channel has twice",
      asyncapi(
        "channels: { c: { messages: { m: &m { $ref: '#/components/messages/m' }, n: *m } } }\noperations: { o: { action: send, channel: { $ref: '#/channels/c' }, messages: [{ $ref: '#/components/messages/m' }] } }\ncomponents: { messages: { m: {} } }",
      ),
    ],
    ["a parameter without a name", openapi("paths: { /a: { parameters: [{ in: query }] } }")],
    [
      "parameters that differ",
      openapi(
        "paths: { /a: { parameters: [{ name: a, in: query }, { name: a, in: query, required: true }] } }",
      ),
    ],
    [
      "a reference to nothing",
      openapi("paths: {}\ncomponents: { schemas: { A: { $ref: '#/B' } } }"),
    ],
    [
      "a reference that resembles a name",
      openapi(
        "paths: {}\ncomponents: { schemas: { Ab: {}, B: { $ref: '#/components/schemas/ab' } } }",
      ),
    ],
    ["a key with two values", openapi("paths: {}\ntags: [{ name: a, name: b }]")],
    ["an operation inside of itself", openapi("paths: { /a: { get: { $ref: '#/paths' } } }")],
    ["a path with an open brace", openapi("paths: { '/a/{b': {} }")],
    ["an unknown version", "openapi: '4.0'\ninfo: { title: T, version: '1' }"],
  ])("%s is not repaired, because that would be a guess", async (_name, given) => {
    const { specification, diagnostics } = await loadTexts(
      { "api.yaml": given },
      { lenient: true },
    );
    expect(specification).toBeUndefined();
    expect(diagnostics.filter(({ severity }) => severity === "error")).not.toEqual([]);
  });

  test("a reference relative to the document is read relative to its file", async () => {
    const texts = {
      "api.yaml": openapi("paths:\n  /a: { $ref: 'paths/a.yaml' }"),
      "paths/a.yaml":
        "get:\n  responses:\n    200:\n      description: Done.\n      content: { a/b: { schema: { $ref: 'parts/b.yaml#/B' } } }",
      "parts/b.yaml": "B: { type: string }",
    };
    const strict = await loadTexts(texts);
    const fix =
      'Did you mean ../parts/b.yaml#/B? With --lenient it is read as "../parts/b.yaml#/B".';
    expect(strict.diagnostics).toMatchObject([
      { code: "REF_NOT_FOUND", file: "paths/a.yaml", fix },
    ]);
    const { specification, diagnostics } = await loadTexts(texts, { lenient: true });
    expect(diagnostics).toMatchObject([{ severity: "warning" }]);
    expect([...(specification?.files.keys() ?? [])].sort()).toEqual(Object.keys(texts).sort());
  });

  test("an enum of objects and names keeps its type", async () => {
    const yaml = "paths: {}\ncomponents: { schemas: { A: { type: object, enum: [{}, a] } } }";
    const { specification, diagnostics } = await loadTexts(
      { "api.yaml": openapi(yaml) },
      { lenient: true },
    );
    expect(diagnostics).toMatchObject([{ code: "ENUM_TYPE_MISMATCH", severity: "warning" }]);
    expect(specification?.entry.root).toMatchObject({
      components: { schemas: { A: { type: "object" } } },
    });
  });

  test("places after a moved part stay correct", async () => {
    const yaml = "tags: [{ x-a: 1 }, { name: 3 }]\npaths:\n  a: { get: { operation: 1 } }";
    const { diagnostics } = await loadTexts({ "api.yaml": openapi(yaml) }, { lenient: true });
    expect(diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([
      "5:8 FIELD_MISSING",
      "5:22 FIELD_TYPE",
      "7:3 PATH_INVALID",
      "7:15 FIELD_UNKNOWN",
    ]);
  });

  test("a valid document is the same in both modes", async () => {
    const given = { file: "/work/api.yaml", text: openapi("paths: {}") };
    const strict = await loadSpecification(given);
    const lenient = await loadSpecification(given, { lenient: true });
    expect(lenient.diagnostics).toEqual(strict.diagnostics);
    expect(lenient.specification?.hash).toBe(strict.specification?.hash);
  });
});
