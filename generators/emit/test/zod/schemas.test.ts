// Every case: the emitted text, its valid and invalid values, and that it compiles strictly.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Case, cases } from "./cases.ts";
import {
  documentOf,
  fileText,
  type GeneratedSchema,
  generate,
  scratch,
} from "./generated-schemas.ts";

const targets = ["zod", "zod/mini"] as const;
const folder = scratch("cases");

function emitted({ schema, others = {} }: Case, target: (typeof targets)[number]): Promise<string> {
  const document = documentOf({ Sample: schema, ...others });
  return generate(document, { target }).then((generated) => fileText(generated, "schemas.ts"));
}

describe.each(targets)("%s", (target) => {
  const prefix = target === "zod" ? "classic" : "mini";

  test.each(cases.map((each, index) => ({ ...each, index })))("$name", async (each) => {
    const text = await emitted(each, target);
    if (each.want !== undefined && target === "zod")
      expect(flat(text)).toContain(flat(` = ${each.want}`));
    const file = `${prefix}-${each.index}.ts`;
    const { SampleSchema: schema } = await folder.load(file, text);
    expect(schema).toBeDefined();
    for (const value of each.good ?? []) expect(problems(schema, value), show(value)).toEqual([]);
    for (const value of each.bad ?? [])
      expect(problems(schema, value), show(value)).not.toEqual([]);
  });
});

test("the output compiles under the strict flags", { timeout: 120_000 }, async () => {
  const strict = scratch("compiled");
  for (const [index, each] of cases.entries()) {
    for (const target of targets) {
      const name = `${target === "zod" ? "classic" : "mini"}-${index}`;
      const text = await emitted(each, target);
      strict.write(`${name}.ts`, text.replace("./types.ts", `./${name}-types.ts`));
      strict.write(`${name}-types.ts`, typesOf(each));
    }
  }
  const config = strict.write(
    "tsconfig.json",
    JSON.stringify({
      extends: "../../../../tsconfig.json",
      compilerOptions: { isolatedDeclarations: true, declaration: true },
      include: ["*.ts"],
      exclude: [],
    }),
  );
  const compiler = fileURLToPath(new URL("../../../../node_modules/.bin/tsc", import.meta.url));
  expect(() => execFileSync(compiler, ["-p", config], { encoding: "utf8" })).not.toThrow();
});

test("the order of keys in a contract does not change the text", async () => {
  const turned = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, turned(member)]),
    );
  };
  for (const { name, schema, others = {} } of cases) {
    const given = documentOf({ Sample: schema, ...others });
    const other = JSON.stringify(turned(JSON.parse(given)));
    const text = fileText(await generate(other), "schemas.ts");
    expect(withoutHash(text), name).toBe(
      withoutHash(fileText(await generate(given), "schemas.ts")),
    );
  }
});

test("decoded values", async () => {
  const schema = { type: "object", properties: { seq: { type: "integer", format: "int64" } } };
  const text = fileText(
    await generate(
      documentOf({ Open: schema, Ruled: { allOf: [schema], unevaluatedItems: false } }),
    ),
    "schemas.ts",
  );
  const schemas = await folder.load("decoded.ts", text);
  for (const name of ["OpenSchema", "RuledSchema"]) {
    const given = Object.freeze({ seq: 5, more: Object.freeze({ x: 1 }) });
    expect(schemas[name]?.safeParse(given).data, name).toEqual({ seq: 5n, more: { x: 1 } });
  }
});

function withoutHash(text: string): string {
  return text.replace(/sha256 \w+/, "");
}

function problems(schema: GeneratedSchema | undefined, value: unknown): readonly unknown[] {
  const result = schema?.safeParse(value);
  return result?.success === true ? [] : (result?.error?.issues ?? ["no schema"]);
}

/** Removes line breaks and indentation, so that a case fits on one line. */
function flat(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .replace(/,? ([)\]])/g, "$1")
    .replace(/, \}/g, " }");
}

function typesOf({ type, others = {} }: Case): string {
  const declared = Object.entries(others).map(
    ([name, schema]) => `export type ${name} = ${typeText(schema)};\n`,
  );
  return `export type Sample = ${type};\n${declared.join("")}`;
}

/** Writes the type of the few plain objects used as siblings of a sample. */
function typeText(schema: unknown): string {
  const {
    properties = {},
    required = [],
    const: constant,
    type,
    format,
  } = schema as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
    const?: unknown;
    type?: string;
    format?: string;
  };
  if (constant !== undefined) return JSON.stringify(constant);
  if (type === "integer") return format === "int64" ? "bigint" : "number";
  if (type !== "object") return type ?? "unknown";
  const members = Object.entries(properties).map(
    ([name, property]) => `${name}${required.includes(name) ? "" : "?"}: ${typeText(property)}`,
  );
  return `{ ${members.join("; ")} }`;
}

function show(value: unknown): string {
  return (
    JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each)) ??
    "undefined"
  );
}
