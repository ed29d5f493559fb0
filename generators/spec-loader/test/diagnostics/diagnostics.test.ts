import {
  type Diagnostic,
  diagnostics,
  formatDiagnostic,
  lintSpecification,
  loadSpecification,
} from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { convertTexts } from "../convert/convert-texts.ts";
import { loadTexts, openapi } from "../in-memory.ts";
import { type DiagnosticCase, diagnosticCases } from "./diagnostic-cases.ts";

const components = (yaml: string) => openapi(`components:\n  schemas:\n${yaml}`);

async function read({
  given,
  options,
  converts,
}: Pick<DiagnosticCase, "given" | "options" | "converts">): Promise<{
  readonly isRead: boolean;
  readonly all: readonly Diagnostic[];
}> {
  if (converts === true) {
    const { files, diagnostics: all } = await convertTexts(given, options);
    return { isRead: files !== undefined, all };
  }
  const { specification, diagnostics: loading } = await loadTexts(given, options);
  const linting = specification === undefined ? [] : lintSpecification(specification);
  return { isRead: specification !== undefined, all: [...loading, ...linting] };
}

describe("diagnostics", () => {
  test.each(diagnosticCases)("$code", async ({ code, want, message, fix, ...given }) => {
    const { isRead, all } = await read(given);
    const found = all.find((each) => each.code === code);
    expect(found, all.map((each) => formatDiagnostic(each)).join("\n")).toBeDefined();
    expect([found?.file, found?.line, found?.column]).toEqual(want);
    expect(found?.severity).toBe(diagnostics[code].severity);
    if (message !== undefined) expect(found?.message).toMatch(message);
    if (fix !== undefined) expect(found?.fix).toMatch(fix);
    expect(isRead).toBe(!all.some(({ severity }) => severity === "error"));
  });

  test("every code has a case", () => {
    const tested = new Set<string>(diagnosticCases.map(({ code }) => code));
    expect(Object.keys(diagnostics).filter((code) => !tested.has(code))).toEqual([]);
  });

  test.each(Object.entries(diagnostics))(
    "the page of %s shows the fault and the fix",
    (_code, rule) => {
      expect(rule.explanation).toMatch(
        /^[\s\S]+Wrong:\n\n```\w+\n[\s\S]+```\n\nFixed:\n\n```\w+\n/,
      );
      expect(rule.fix).toMatch(/\.$/);
    },
  );

  test("are formatted as place, code, severity and fix", async () => {
    const { diagnostics: found } = await loadTexts({ "api.yaml": "info: {}" });
    expect(found.map((each) => formatDiagnostic(each, "specs"))).toEqual([
      'specs/api.yaml:1:1 DOCUMENT_UNKNOWN error the document has neither "openapi" nor "asyncapi" at its top\n  Start the document with `openapi: 3.1.0` or `asyncapi: 3.0.0`.',
    ]);
  });

  test("are in the order of the text, each once", async () => {
    const text = components("    B: { $ref: '#/x' }\n    A: { $ref: '#/y' }");
    const { diagnostics: found } = await loadTexts({ "api.yaml": text });
    expect(found.map(({ line, code }) => `${line} ${code}`)).toEqual([
      "7 REF_NOT_FOUND",
      "8 REF_NOT_FOUND",
    ]);
  });

  test("contain no path of this machine", async () => {
    const { diagnostics: found } = await loadSpecification({
      file: "specs/api.yaml",
      text: components("    A: { $ref: nowhere.yaml }\n    B: { $ref: '../../../x.yaml' }"),
    });
    expect(JSON.stringify(found)).not.toContain(process.cwd());
    expect(found).toHaveLength(2);
  });
});
