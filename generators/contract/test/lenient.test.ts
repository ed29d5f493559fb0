import { buildContract } from "@specwright/contract";
import { loadSpecification } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { withSchemas } from "./contract-of.ts";

/** Keywords of OpenAPI 3.0 in a document of 3.1, and their meaning in lenient mode. */
const rows: readonly (readonly [string, code: string, severity: string, want: object])[] = [
  ["{ minimum: 1, exclusiveMinimum: true }", "SCHEMA_KEYWORD", "error", { exclusiveMinimum: 1 }],
  ["{ maximum: 1, exclusiveMaximum: false }", "SCHEMA_KEYWORD", "error", { maximum: 1 }],
];

describe("a lenient contract", () => {
  test.each(rows)("reads %s as in OpenAPI 3.0", async (schema, code, severity, want) => {
    const text = withSchemas("3.1.0", `A: ${schema}\nB: { type: string }`);
    const [strict, lenient] = await Promise.all(
      [false, true].map((lenient) => loadSpecification({ file: "api.yaml", text }, { lenient })),
    );
    if (!strict?.specification || !lenient?.specification) throw new Error("It did not load.");
    const refused = buildContract(strict.specification);
    expect(refused.diagnostics).toMatchObject([
      {
        code,
        severity,
        fix: expect.stringContaining("With --lenient it is read as in OpenAPI 3.0"),
      },
    ]);
    const { contract, diagnostics } = buildContract(lenient.specification);
    expect(diagnostics).toMatchObject([
      { code, severity: "warning", message: expect.stringContaining("; read as in OpenAPI 3.0") },
    ]);
    const declared = contract?.declarations.find(({ schema }) =>
      schema.source.pointer.endsWith("/A"),
    );
    expect(declared?.schema).toMatchObject(want);
    // One of the two bounds is left.
    expect(["minimum", "exclusiveMaximum"].some((key) => key in (declared?.schema ?? {}))).toBe(
      false,
    );
  });
});
