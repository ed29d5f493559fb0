// The printed rules of schemas.

import { buildContract, type Relaxation } from "@specwright/contract";
import { type Emitter, emit, runtimeModule } from "@specwright/emit/print";
import { defineDiagnostics, loadSpecification } from "@specwright/spec-loader";
import { expect, test } from "vitest";
import { createNotEnforcedReport } from "../../src/print/not-enforced.ts";
import { printDeclarationRule, printRuleFunction, ruleName } from "../../src/rules/print-rule.ts";
import { reportSchemas } from "../../src/rules/report-schema.ts";
import type { RulePrinter } from "../../src/rules/rule-printer.ts";

interface Options
  extends Partial<Pick<RulePrinter, "direction" | "int64" | "integers" | "values">> {
  readonly relaxation?: Relaxation;
}

interface Row {
  readonly name: string;
  readonly schema: unknown;
  readonly options?: Options;
  readonly want: string;
}

const int64 = { type: "integer", format: "int64" };
const uint64 = { type: "integer", format: "uint64" };
const readOnly = {
  type: "object",
  properties: { id: { readOnly: true }, key: { writeOnly: true } },
  required: ["id", "key"],
};

const rows: readonly Row[] = [
  { name: "anything", schema: {}, want: "accept" },
  { name: "nothing", schema: false, want: "reject" },
  { name: "a type", schema: { type: "string" }, want: 'type("string")' },
  {
    name: "a number beside an integer",
    schema: { type: ["integer", "number"] },
    want: 'type("number")',
  },
  { name: "an int64 as bigint", schema: int64, want: 'type("int64")' },
  {
    name: "an int64 as number",
    schema: int64,
    options: { int64: "number" },
    want: 'type("integer")',
  },
  {
    name: "a uint64 as number, which has no sign",
    schema: uint64,
    options: { int64: "number" },
    want: 'allOf(type("integer"), minimum(0))',
  },
  {
    name: "integers that were read exactly",
    schema: { type: "integer" },
    options: { integers: "exact" },
    want: 'type("integer", "bigInteger")',
  },
  {
    name: "constants in the form of their type",
    schema: { ...int64, enum: [1, 2] },
    want: 'allOf(type("int64"), enumeration([1n, 2n]))',
  },
  {
    name: "types of parsed values",
    schema: { ...int64, type: ["integer", "null"] },
    options: { values: "parsed" },
    want: 'parsedTypes("int64", "null")',
  },
  { name: "an open enum", schema: { enum: ["a"], "x-open-enum": true }, want: "accept" },
  {
    name: "a format by option",
    schema: { type: "string", format: "date" },
    options: { relaxation: { formats: "annotation" } },
    want: 'type("string")',
  },
  {
    name: "a format that is reported",
    schema: { type: "string", format: "date" },
    options: { relaxation: { formats: { date: "report" } } },
    want: 'allOf(type("string"), reported(dateFormat))',
  },
  {
    name: "a format that is reported, for zod, which cannot",
    schema: { type: "string", format: "date" },
    options: { relaxation: { formats: { date: "report" } }, values: "parsed" },
    want: 'allOf(type("string"), dateFormat)',
  },
  {
    name: "an encoding in 2020-12, which is an annotation",
    schema: { type: "string", contentEncoding: "base64" },
    want: 'type("string")',
  },
  {
    name: "an encoding in draft-07",
    schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "string",
      contentEncoding: "base64",
    },
    want: 'allOf(type("string"), content("base64"))',
  },
  {
    name: "members both ways",
    schema: readOnly,
    want: "object({ id: accept, key: accept })",
  },
  {
    name: "members of a request",
    schema: readOnly,
    options: { direction: "request" },
    want: "object({ key: accept }, { id: accept })",
  },
  {
    name: "members of a response",
    schema: readOnly,
    options: { direction: "response" },
    want: "object({ id: accept }, { key: accept })",
  },
];

test.each(rows)("$name", async ({ schema, options = {}, want }) => {
  expect(await printed(schema, options)).toBe(want);
});

/** Returns the rule of a schema, without line breaks. */
async function printed(schema: unknown, { relaxation = {}, ...options }: Options): Promise<string> {
  const info = { title: "Test", version: "1" };
  const components = { schemas: { Sample: schema } };
  const text = JSON.stringify({ openapi: "3.1.0", info, paths: {}, components });
  const { specification } = await loadSpecification(
    { file: "/specs/openapi.json", text },
    { root: "/specs", validate: false },
  );
  const contract = specification && buildContract(specification, { relaxation }).contract;
  if (contract === undefined) throw new Error("no contract");
  const { files } = await emit(contract, [rulesEmitter(options)]);
  const content = files.find(({ path }) => path === "rules.ts")?.content ?? "";
  const flat = content.replace(/\s+/g, " ").replaceAll("( ", "(").replaceAll(", )", ")");
  return /sampleRule, \(\) => (.*), payload\);/.exec(flat)?.[1] ?? flat;
}

function rulesEmitter(options: Options): Emitter {
  return {
    name: "rules",
    emit({ contract, names, int64: kind, typescript }) {
      const file = typescript("rules.ts");
      const row = { severity: "info", fix: "", explanation: "" } as const;
      const printer: RulePrinter = {
        contract,
        names,
        file,
        int64: kind,
        ...options,
        report: createNotEnforcedReport({
          path: "rules.report.json",
          diagnostics: defineDiagnostics({ KEYWORD: row, PATTERN: row }),
          codes: { keyword: "KEYWORD", pattern: "PATTERN" },
        }),
        runtime: (name) => file.import(name, runtimeModule),
      };
      reportSchemas(printer);
      for (const declaration of contract.declarations) {
        const rule = printDeclarationRule(printer, declaration);
        file.print(printRuleFunction(printer, ruleName(printer, declaration), rule, declaration));
      }
    },
  };
}
